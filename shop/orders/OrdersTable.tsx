import { Link } from 'react-router'
import { Cell } from '~/platform/ui/Cell.tsx'
import { ActionHead, Table } from '~/platform/ui/Table.tsx'
import { When } from '~/platform/ui/When.tsx'
import { urls } from '~/shop/urls.ts'
import { CancelOrder } from './CancelOrder.tsx'
import type { Order } from './contract.ts'
import { NameCell, Settled, TransactionCell, WishCells } from './OrderCells.tsx'
import { needsPayment } from './rules.ts'

type Props = { orders: Order[]; first: number; onChanged: () => void }

const columns = ['Sl', 'order Name', 'Quantity', 'Size', 'Price', 'Payment', 'TrnxId']

export const OrdersTable = ({ orders, first, onChanged }: Props) => (
  <Table columns={[...columns, <ActionHead key="action" />]} leastFirst={['Sl', 'Size', 'TrnxId']}>
    {orders.map((order, n) => (
      <tr key={order._id}>
        <Cell name="Sl">{first + n}</Cell>
        <NameCell order={order} />
        <WishCells order={order} />
        <Cell name="Payment">{needsPayment(order) ? <Pay order={order} /> : <Receipt order={order} />}</Cell>
        <TransactionCell order={order} />
        <td>{!order.paid && <CancelOrder order={order} onCancelled={onChanged} />}</td>
      </tr>
    ))}
  </Table>
)

const Pay = ({ order }: { order: Order }) => (
  <span className="grid justify-items-start gap-1 max-tables:justify-items-end">
    <Link to={urls.payment(order._id)} className="btn btn-main btn-small">
      Pay<span className="sr-only"> for {order.productName}</span>
    </Link>
    {order.expiresAt && (
      <span className="text-[13px] text-muted">
        Kept for you until <When at={order.expiresAt} toTheMinute />
      </span>
    )}
  </span>
)

/** Leads to what was paid, to be read or printed. */
const Receipt = ({ order }: { order: Order }) =>
  order.paid ? (
    <Link
      to={urls.payment(order._id)}
      className="inline-flex min-h-8 items-center rounded-full underline-offset-4 hover:underline"
    >
      <Settled order={order} />
      <span className="sr-only">: receipt for {order.productName}</span>
    </Link>
  ) : (
    <Settled order={order} />
  )
