import { useLoaderData, useRevalidator } from 'react-router'
import { firstNumber } from '~/platform/pages/list-query.ts'
import { ListPage } from '~/platform/ui/ListPage.tsx'
import { ExportButton } from '~/shop/identity/ExportButton.tsx'
import { urls } from '~/shop/urls.ts'
import { AllOrdersTable } from './AllOrdersTable.tsx'
import type { AllOrders } from './all-orders-route.ts'
import { RefundsInTrouble } from './RefundsInTrouble.tsx'
import type { OrderFilter } from './rules.ts'

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
      actions={<ExportButton path={urls.api.ordersFile({ q: view.q, state: view.state })} />}
      search="Email, part or transaction id"
      states={stateNames}
      notice={
        <RefundsInTrouble
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
