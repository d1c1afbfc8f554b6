import type { Order } from '../contract.ts'
import type { RowsProps } from './PurchaseRows.tsx'
import { PurchaseRows } from './PurchaseRows.tsx'

type Props = Omit<RowsProps, 'columns'>

const columns = [
  { name: 'Sl' },
  { name: 'order Name' },
  { name: 'Quantity', className: 'figure' },
  { name: 'Size' },
  { name: 'Price', className: 'figure' },
  { name: 'Payment', className: 'orders-payment' },
  { name: 'TrnxId' },
]

/** With whose they are, and when they were placed. Where there is no room for all, the least important are left out. */
const adminColumns = [
  { name: 'Sl', className: 'drop-3' },
  { name: 'order Name' },
  { name: 'Email' },
  { name: 'Date', className: 'orders-date' },
  { name: 'Quantity', className: 'figure' },
  { name: 'Size', className: 'drop-1' },
  { name: 'Price', className: 'figure' },
  { name: 'Payment', className: 'orders-payment' },
  { name: 'TrnxId', className: 'drop-2' },
]

/**
 * Orders that were bought together stand together, under the number and the sum of their purchase, and have one Payment.
 * A page of a long list begins and ends with any order: a purchase that goes on on the next page has its head there, too,
 * which is about all of it.
 */
export const OrdersTable = ({ orders, first, isForAdmin = false, ...how }: Props) => {
  const shown = isForAdmin ? adminColumns : columns
  return (
    <div className="table-box">
      <table className={`orders ${isForAdmin ? 'dense' : ''}`}>
        <thead>
          <tr>
            {shown.map(({ name, className }) => (
              <th key={name} scope="col" className={className}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {purchasesIn(orders, first).map((purchase) => (
          <PurchaseRows
            key={purchase.orders[0]!._id}
            {...how}
            {...purchase}
            columns={shown.length}
            isForAdmin={isForAdmin}
          />
        ))}
      </table>
    </div>
  )
}

/** Orders that follow each other and were bought together, with the number of the first of them. */
function purchasesIn(orders: Order[], first: number) {
  const purchases: { orders: Order[]; first: number }[] = []
  for (const [n, order] of orders.entries()) {
    const last = purchases.at(-1)
    if (last && last.orders[0]?.purchaseId === order.purchaseId) last.orders.push(order)
    else purchases.push({ orders: [order], first: first + n })
  }
  return purchases
}
