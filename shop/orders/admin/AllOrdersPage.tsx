import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData, useRevalidator } from 'react-router'
import { ExportButton } from '~/platform/lists/DownloadButton.tsx'
import { ListPage } from '~/platform/lists/ListPage.tsx'
import { firstNumber } from '~/platform/lists/read-list-query.ts'
import { orderRoutes } from '~/shop/account-routes.ts'
import { fetchAs } from '~/shop/identity/session/auth-client.ts'
import type { Listed } from '~/shop/identity/session/private-get.ts'
import { listLoader, staffList } from '~/shop/identity/session/private-get.ts'
import type { Order } from '../contract.ts'
import { OrdersTable } from '../my-orders/OrdersTable.tsx'
import type { FailedRefund } from '../refunds/contract.ts'
import { FailedRefunds } from '../refunds/FailedRefunds.tsx'
import type { OrderFilter } from '../rules.ts'
import { orderFilters } from '../rules.ts'

type AllOrders = Listed<Order> & { failedRefunds: FailedRefund[]; failedRefundsTotal: number }

const refundsShown = 10

export async function loader(args: LoaderFunctionArgs): Promise<AllOrders | null> {
  const [list, refunds] = await Promise.all([
    listLoader(orderRoutes.listOrders, orderFilters)(args),
    staffList(orderRoutes.listFailedRefunds, { query: { page: 1, limit: refundsShown } }),
  ])
  return list && { ...list, failedRefunds: refunds?.data ?? [], failedRefundsTotal: refunds?.total ?? 0 }
}

const stateNames: Record<OrderFilter, string> = {
  all: 'All',
  unpaid: 'Unpaid',
  paid: 'Paid',
  refunded: 'Refunded',
}

function AllOrdersPage() {
  const data = useLoaderData<AllOrders | null>()
  const { revalidate } = useRevalidator()
  if (!data) return null
  const { rows, view } = data
  return (
    <ListPage
      title="All Orders"
      list={data}
      one="order"
      actions={
        <ExportButton
          download={() => fetchAs(orderRoutes.exportOrders, { query: { q: view.q, state: view.state } })}
        />
      }
      search="Email, part or transaction id"
      states={stateNames}
      notice={
        <FailedRefunds
          refunds={data.failedRefunds}
          total={data.failedRefundsTotal}
          onChanged={() => void revalidate()}
        />
      }
      empty="No orders"
    >
      <OrdersTable orders={rows} first={firstNumber(view)} isForAdmin onChanged={() => void revalidate()} />
    </ListPage>
  )
}

export { AllOrdersPage as Component }
