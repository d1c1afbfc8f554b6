/** Users are those whom the site is for; the others work for it. */
export const roles = ['user', 'packer', 'editor', 'admin'] as const
export type Role = (typeof roles)[number]

/** Who may do what: the one place that says it, for routes, pages and menus. */
const allowed = {
  pack: ['packer', 'admin'],
  returns: ['packer', 'admin'],
  content: ['editor', 'admin'],
  pictures: ['editor', 'admin'],
  catalogue: ['admin'],
  money: ['admin'],
  people: ['admin'],
  settings: ['admin'],
} satisfies Record<string, Role[]>

export type Permission = keyof typeof allowed

export const may = (role: Role, what: Permission) => (allowed[what] as Role[]).includes(role)

export const isPermission = (word: string): word is Permission => word in allowed

export const isStaff = (role: Role) => role !== 'user'
