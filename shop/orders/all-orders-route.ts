import type { LoaderFunctionArgs } from 'react-router'
import { listQuery, rowsPerPage } from '~/platform/pages/list-query.ts'
import { adminList } from '~/shop/identity/admin-get.ts'
import { urls } from '~/shop/urls.ts'
import type { Order } from './contract.ts'
import type { OrderFilter } from './rules.ts'
import { orderFilters } from './rules.ts'

export { AllOrdersPage as Component } from './AllOrdersPage.tsx'

export type AllOrders = { orders: Order[]; total: number; page: number; q: string; state: OrderFilter }

export async function loader({ request }: LoaderFunctionArgs): Promise<AllOrders | null> {
  const { page, q, ...asked } = listQuery(request)
  const state = orderFilters.find((filter) => filter === asked.state) ?? 'all'
  const found = await adminList<Order>(urls.api.allOrders({ page, q, state, limit: rowsPerPage }))
  return found ? { orders: found.data, total: found.total, page, q, state } : null
}
