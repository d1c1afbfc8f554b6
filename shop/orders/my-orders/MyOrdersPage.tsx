import { useLoaderData, useLocation, useRevalidator } from 'react-router'
import { ListPage } from '~/platform/lists/ListPage.tsx'
import { firstNumber } from '~/platform/lists/read-list-query.ts'
import { Link } from '~/platform/ui/Link.tsx'
import type { Listed } from '~/shop/identity/session/admin-get.ts'
import { urls } from '~/shop/urls.ts'
import type { Order } from '../contract.ts'
import { OrdersTable } from './OrdersTable.tsx'

const stateNames = { all: 'Orders', cancelled: 'Cancelled' }

export function MyOrdersPage() {
  const data = useLoaderData<Listed<Order> | null>()
  const { revalidate } = useRevalidator()
  const { state } = useLocation()
  if (!data) return null
  return (
    <ListPage
      title="My Orders"
      list={data}
      one="order"
      address={urls.myOrders}
      search="Part"
      states={stateNames}
      empty={data.view.state === 'cancelled' ? 'No cancelled orders' : <NoOrders />}
    >
      <OrdersTable
        orders={data.rows}
        first={firstNumber(data.view)}
        newOrderId={(state as { ordered?: string } | null)?.ordered}
        onChanged={() => void revalidate()}
      />
    </ListPage>
  )
}

const NoOrders = () => (
  <>
    <p className="font-display text-[28px] font-bold">No orders</p>
    <p className="lead">Nothing on the bench yet. The parts shelf is one click away.</p>
    <Link to={urls.shop()} className="btn btn-main">
      Shop the parts
    </Link>
  </>
)
