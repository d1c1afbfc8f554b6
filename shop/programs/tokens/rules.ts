/** A program works for the shop, so it has the role of one who does. */
export const programRoles = ['packer', 'editor', 'admin'] as const
export type ProgramRole = (typeof programRoles)[number]

export const longestTokenName = 60
