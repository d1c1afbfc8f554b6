import { listLoader } from '~/shop/identity/session/admin-get.ts'
import { userRoutes } from '../routes.ts'

export { UsersPage as Component } from './UsersPage.tsx'

export const loader = listLoader(userRoutes.listUsers)
