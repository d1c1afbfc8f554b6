import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '~/platform/ui/Icon.tsx'
import { Money } from '~/platform/ui/Money.tsx'
import { ProductPicture } from '~/shop/catalogue/ProductPicture.tsx'
import { urls } from '~/shop/urls.ts'
import { CancelOrder } from './CancelOrder.tsx'
import type { Order } from './contract.ts'
import { needsPayment, shownTransactionId } from './rules.ts'

type Props = { orders: Order[]; firstNumber: number; onChanged: () => void }

/** A table where there is room for one; on a phone each row is a card with the names of its columns in it. */
export const OrdersTable = ({ orders, firstNumber, onChanged }: Props) => (
  <table className="cards-on-phone">
    <thead>
      <tr>
        <th scope="col">Sl</th>
        <th scope="col">Order Name</th>
        <th scope="col">Quantity</th>
        <th scope="col">Size</th>
        <th scope="col">Price</th>
        <th scope="col">Payment</th>
        <th scope="col">TrnxId</th>
        <th scope="col">
          <span className="sr-only">Action</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {orders.map((order, n) => (
        <tr key={order._id}>
          <Cell name="Sl">{firstNumber + n}</Cell>
          <td className="card-head">
            <span className="flex items-center gap-3">
              <span className="w-16 flex-none overflow-hidden rounded-control">
                <ProductPicture image={order.image} alt="" sizes="64px" />
              </span>
              <span className="font-medium">{order.productName}</span>
            </span>
          </td>
          <Cell name="Quantity">{order.quantity}</Cell>
          <Cell name="Size">{order.size}</Cell>
          <Cell name="Price">
            <Money amount={order.price} />
          </Cell>
          <Cell name="Payment">
            <Payment order={order} />
          </Cell>
          <Cell name="TrnxId">
            {order.transactionId ? (
              <span className="font-mono text-[0.92em] break-all">
                {shownTransactionId(order.transactionId)}
              </span>
            ) : (
              <span className="whitespace-nowrap">Not Paid</span>
            )}
          </Cell>
          <td>{!order.paid && <CancelOrder order={order} onCancelled={onChanged} />}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Cell = ({ name, children }: { name: string; children: ReactNode }) => (
  <td data-name={name}>
    <span>{children}</span>
  </td>
)

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

function Payment({ order }: { order: Order }) {
  if (order.refunded) return <span className="chip bg-warn-tint text-warn">Refunded</span>
  if (order.paid)
    return (
      <span className="chip bg-success-tint text-success">
        <Icon name="check" />
        Paid
      </span>
    )
  if (!needsPayment(order)) return <>Nothing to pay</>
  return (
    <span className="grid justify-items-start gap-1 max-md:justify-items-end">
      <Link to={urls.payment(order._id)} className="btn btn-main btn-small">
        Pay<span className="sr-only"> for {order.productName}</span>
      </Link>
      {order.expiresAt && (
        <span className="text-[13px] text-muted">
          Kept for you until <time dateTime={order.expiresAt}>{time.format(new Date(order.expiresAt))}</time>
        </span>
      )}
    </span>
  )
}
