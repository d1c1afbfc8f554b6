import type { LoaderFunctionArgs } from 'react-router'
import { rowsPerPage } from '~/platform/lists/list-limits.ts'
import { readListQuery } from '~/platform/lists/read-list-query.ts'
import type { Listed } from '~/shop/identity/session/admin-get.ts'
import { listed } from '~/shop/identity/session/admin-get.ts'
import { privateList, storedEmail } from '~/shop/identity/session/private-get.ts'
import type { Order } from '../contract.ts'
import { orderRoutes } from '../routes.ts'
import { myOrderFilters } from '../rules.ts'

export { MyOrdersPage as Component } from './MyOrdersPage.tsx'

export async function loader({ request }: LoaderFunctionArgs): Promise<Listed<Order> | null> {
  const view = readListQuery(request, { states: myOrderFilters })
  const found = await privateList(orderRoutes.listCustomerOrders, {
    params: { email: storedEmail() },
    query: { ...view, limit: rowsPerPage },
  })
  return found ? listed(found, view) : null
}
