import { Link, useLoaderData, useRevalidator } from 'react-router'
import { firstNumber } from '~/platform/pages/list-query.ts'
import { ListPage } from '~/platform/ui/ListPage.tsx'
import type { Listed } from '~/shop/identity/admin-get.ts'
import { urls } from '~/shop/urls.ts'
import type { Order } from './contract.ts'
import { OrdersTable } from './OrdersTable.tsx'

export function MyOrdersPage() {
  const data = useLoaderData<Listed<Order> | null>()
  const { revalidate } = useRevalidator()
  if (!data) return null
  return (
    <ListPage title="My Orders" list={data} one="order" address={urls.myOrders} empty={<NoOrders />}>
      <OrdersTable orders={data.rows} first={firstNumber(data.view)} onChanged={() => void revalidate()} />
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
