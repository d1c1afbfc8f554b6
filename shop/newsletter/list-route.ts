import type { LoaderFunctionArgs } from 'react-router'
import { listQuery, rowsPerPage } from '~/platform/pages/list-query.ts'
import { adminList } from '~/shop/identity/admin-get.ts'
import { urls } from '~/shop/urls.ts'
import type { Subscription } from './contract.ts'

export { SubscriptionsPage as Component } from './SubscriptionsPage.tsx'

export type SubscriptionsData = { subscriptions: Subscription[]; total: number; page: number; q: string }

export async function loader({ request }: LoaderFunctionArgs): Promise<SubscriptionsData | null> {
  const { page, q } = listQuery(request)
  const found = await adminList<Subscription>(urls.api.newsletterList({ page, q, limit: rowsPerPage }))
  return found ? { subscriptions: found.data, total: found.total, page, q } : null
}
