import type { LoaderFunctionArgs } from 'react-router'
import type { Listed } from '~/shop/identity/session/admin-get.ts'
import { adminList, listLoader } from '~/shop/identity/session/admin-get.ts'
import type { FailedRefund, Order } from '../contract.ts'
import { orderRoutes } from '../routes.ts'
import { orderFilters } from '../rules.ts'

export { AllOrdersPage as Component } from './AllOrdersPage.tsx'

export type AllOrders = Listed<Order> & { refunds: FailedRefund[]; refundsInTrouble: number }

const refundsShown = 10

export async function loader(args: LoaderFunctionArgs): Promise<AllOrders | null> {
  const [list, refunds] = await Promise.all([
    listLoader(orderRoutes.listOrders, orderFilters)(args),
    adminList(orderRoutes.listFailedRefunds, { query: { page: 1, limit: refundsShown } }),
  ])
  return list && { ...list, refunds: refunds?.data ?? [], refundsInTrouble: refunds?.total ?? 0 }
}
