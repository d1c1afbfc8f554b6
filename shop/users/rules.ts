import type { Role } from '~/platform/roles.ts'

export const longestProfileText = 200

export const roleNames: Record<Role, string> = {
  user: 'User',
  packer: 'Packer',
  editor: 'Editor',
  admin: 'Admin',
}
