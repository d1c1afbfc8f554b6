import { Cell } from '~/platform/ui/Cell.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { Money } from '~/platform/ui/Money.tsx'
import { When } from '~/platform/ui/When.tsx'
import { ProductPicture } from '~/shop/catalogue/ProductPicture.tsx'
import { CancelOrder } from './CancelOrder.tsx'
import type { Order } from './contract.ts'
import { RefundOrder } from './RefundOrder.tsx'
import { needsPayment, shownTransactionId } from './rules.ts'

type Props = { orders: Order[]; firstNumber: number; onChanged: () => void }

const columns = [
  'Sl',
  'Order Name',
  'Email',
  'Date',
  'Quantity',
  'Size',
  'Price',
  'Payment',
  'TrnxId',
  'Action',
]

export const AllOrdersTable = ({ orders, firstNumber, onChanged }: Props) => (
  <table className="cards-on-phone dense">
    <thead>
      <tr>
        {columns.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {orders.map((order, n) => (
        <Row key={order._id} order={order} number={firstNumber + n} onChanged={onChanged} />
      ))}
    </tbody>
  </table>
)

const Row = ({ order, number, onChanged }: { order: Order; number: number; onChanged: () => void }) => (
  <tr>
    <Cell name="Sl">{number}</Cell>
    <td className="card-head">
      <span className="flex items-center gap-3">
        <span className="w-10 flex-none overflow-hidden rounded-control">
          <ProductPicture image={order.image} alt="" sizes="40px" />
        </span>
        <span className="font-medium">{order.productName}</span>
      </span>
    </td>
    <Cell name="Email">
      {order.email ? <Email address={order.email} /> : <span className="text-muted">{order.userName}</span>}
    </Cell>
    <Cell name="Date">
      <When at={order.createdAt} />
    </Cell>
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
        <span className="font-mono text-[0.92em] break-all">{shownTransactionId(order.transactionId)}</span>
      ) : (
        'Not Paid'
      )}
    </Cell>
    <td>
      {!order.paid && <CancelOrder order={order} onCancelled={onChanged} />}
      {order.paid && !order.refunded && <RefundOrder order={order} onRefunded={onChanged} />}
    </td>
  </tr>
)

/** Broken before the @ where it is too long for its column. */
const Email = ({ address }: { address: string }) => {
  const at = address.lastIndexOf('@')
  return (
    <span className="block [overflow-wrap:anywhere] md:min-w-38">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  )
}

function Payment({ order }: { order: Order }) {
  if (order.refunded) return <span className="chip bg-sunken text-muted">Refunded</span>
  if (!order.paid)
    return needsPayment(order) ? (
      <span className="chip bg-warn-tint text-warn">Unpaid</span>
    ) : (
      <>Nothing to pay</>
    )
  return (
    <span className="chip bg-success-tint text-success">
      <Icon name="check" />
      Paid
    </span>
  )
}
