import { listLoader } from '~/shop/identity/session/admin-get.ts'
import { urls } from '~/shop/urls.ts'
import type { ListedUser } from './contract.ts'

export { UsersPage as Component } from './UsersPage.tsx'

export const loader = listLoader<ListedUser>(urls.api.users)
