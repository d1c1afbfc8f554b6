import { useRef } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { Pagination } from '~/platform/ui/Pagination.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { urls } from '~/shop/urls.ts'
import type { MyOrders } from './my-orders-route.ts'
import { OrdersTable } from './OrdersTable.tsx'
import { ordersPerPage } from './rules.ts'

export function MyOrdersPage() {
  const data = useLoaderData<MyOrders | null>()
  const { revalidate } = useRevalidator()
  const heading = useRef<HTMLHeadingElement>(null)
  if (!data) return null
  const { orders, total, page } = data

  async function reload() {
    await revalidate()
    // The row that had the focus is gone.
    heading.current?.focus()
  }
  return (
    <div className="grid gap-6">
      <Title page="My Orders" />
      <h1 ref={heading} tabIndex={-1} className="text-[28px] outline-none sm:text-[36px]">
        My Orders
      </h1>
      {orders.length === 0 ? (
        <NoOrders />
      ) : (
        <OrdersTable
          orders={orders}
          firstNumber={(page - 1) * ordersPerPage + 1}
          onChanged={() => void reload()}
        />
      )}
      <Pagination
        label="Pages of your orders"
        current={page}
        last={Math.ceil(total / ordersPerPage)}
        address={(number) => urls.myOrders({ page: number })}
      />
    </div>
  )
}

const NoOrders = () => (
  <div className="panel grid justify-items-center gap-4 px-6 py-16 text-center">
    <p className="font-display text-[28px] font-bold">No orders</p>
    <p className="lead">Nothing on the bench yet. The parts shelf is one click away.</p>
    <Link to={urls.shop()} className="btn btn-main">
      Shop the parts
    </Link>
  </div>
)
