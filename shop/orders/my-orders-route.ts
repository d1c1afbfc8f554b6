import type { LoaderFunctionArgs } from 'react-router'
import { keptEmail, privateList } from '~/shop/identity/private-get.ts'
import { urls } from '~/shop/urls.ts'
import type { Order } from './contract.ts'
import { ordersPerPage } from './rules.ts'

export { MyOrdersPage as Component } from './MyOrdersPage.tsx'

export type MyOrders = { orders: Order[]; total: number; page: number }

export async function loader({ request }: LoaderFunctionArgs): Promise<MyOrders | null> {
  const asked = Number(new URL(request.url).searchParams.get('page'))
  const page = Number.isInteger(asked) && asked >= 1 && asked <= 1_000_000 ? asked : 1
  const found = await privateList<Order>(urls.api.ordersOf(keptEmail(), { page, limit: ordersPerPage }))
  return found ? { orders: found.data, total: found.total, page } : null
}
