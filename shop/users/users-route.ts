import type { LoaderFunctionArgs } from 'react-router'
import { listQuery, rowsPerPage } from '~/platform/pages/list-query.ts'
import { adminList } from '~/shop/identity/admin-get.ts'
import { urls } from '~/shop/urls.ts'
import type { ListedUser } from './contract.ts'

export { UsersPage as Component } from './UsersPage.tsx'

export type UsersData = { users: ListedUser[]; total: number; page: number; q: string }

export async function loader({ request }: LoaderFunctionArgs): Promise<UsersData | null> {
  const { page, q } = listQuery(request)
  const found = await adminList<ListedUser>(urls.api.users({ page, q, limit: rowsPerPage }))
  return found ? { users: found.data, total: found.total, page, q } : null
}
