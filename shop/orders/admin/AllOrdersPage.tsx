import { useLoaderData, useRevalidator } from 'react-router'
import { ExportButton } from '~/platform/lists/DownloadButton.tsx'
import { ListPage } from '~/platform/lists/ListPage.tsx'
import { firstNumber } from '~/platform/lists/read-list-query.ts'
import { fetchAs } from '~/shop/identity/session/auth-client.ts'
import { urls } from '~/shop/urls.ts'
import { orderRoutes } from '../routes.ts'
import type { OrderFilter } from '../rules.ts'
import { AllOrdersTable } from './AllOrdersTable.tsx'
import type { AllOrders } from './all-orders-route.ts'
import { FailedRefunds } from './FailedRefunds.tsx'

const stateNames: Record<OrderFilter, string> = {
  all: 'All',
  unpaid: 'Unpaid',
  paid: 'Paid',
  refunded: 'Refunded',
}

export function AllOrdersPage() {
  const data = useLoaderData<AllOrders | null>()
  const { revalidate } = useRevalidator()
  if (!data) return null
  const { rows, view } = data
  return (
    <ListPage
      title="All Orders"
      list={data}
      one="order"
      address={urls.allOrders}
      actions={
        <ExportButton
          download={() => fetchAs(orderRoutes.exportOrders, { query: { q: view.q, state: view.state } })}
        />
      }
      search="Email, part or transaction id"
      states={stateNames}
      notice={
        <FailedRefunds
          refunds={data.refunds}
          total={data.refundsInTrouble}
          onChanged={() => void revalidate()}
        />
      }
      empty="No orders"
    >
      <AllOrdersTable orders={rows} first={firstNumber(view)} onChanged={() => void revalidate()} />
    </ListPage>
  )
}
