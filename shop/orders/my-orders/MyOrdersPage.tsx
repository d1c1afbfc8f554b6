import type { ReactNode } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { Link, useLoaderData, useLocation, useRevalidator } from 'react-router'
import { ListPage } from '~/platform/lists/ListPage.tsx'
import { rowsPerPage } from '~/platform/lists/list-limits.ts'
import { firstNumber, readListQuery } from '~/platform/lists/read-list-query.ts'
import { orderRoutes } from '~/shop/account-routes.ts'
import type { Listed } from '~/shop/identity/session/private-get.ts'
import { listed, privateList, storedEmail } from '~/shop/identity/session/private-get.ts'
import { urls } from '~/shop/urls.ts'
import type { Order } from '../contract.ts'
import { myOrderFilters } from '../rules.ts'
import { OrdersTable } from './OrdersTable.tsx'

export async function loader({ request }: LoaderFunctionArgs): Promise<Listed<Order> | null> {
  const view = readListQuery(request, { states: myOrderFilters })
  const found = await privateList(orderRoutes.listCustomerOrders, {
    params: { email: storedEmail() },
    query: { ...view, limit: rowsPerPage },
  })
  return found ? listed(found, view) : null
}

const stateNames = { all: 'Orders', cancelled: 'Cancelled' }

type Props = { orderAgain: (order: Order) => ReactNode }

export function MyOrdersPage({ orderAgain }: Props) {
  const data = useLoaderData<Listed<Order> | null>()
  const { revalidate } = useRevalidator()
  const { state } = useLocation()
  if (!data) return null
  return (
    <ListPage
      title="My Orders"
      list={data}
      one="order"
      search="Part or number"
      states={stateNames}
      actions={
        <Link to={urls.serviceHistory()} className="text-link inline-flex min-h-11 items-center">
          Service history
        </Link>
      }
      empty={data.view.state === 'cancelled' ? 'No cancelled orders' : <NoOrders />}
    >
      <OrdersTable
        orders={data.rows}
        first={firstNumber(data.view)}
        newOrderId={(state as { ordered?: string } | null)?.ordered}
        onChanged={() => void revalidate()}
        orderAgain={orderAgain}
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
