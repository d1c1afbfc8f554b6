import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Cell } from '~/platform/lists/Cell.tsx'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { Table } from '~/platform/lists/Table.tsx'
import { urls } from '~/shop/urls.ts'
import type { Order } from '../contract.ts'
import { deliveryNames } from '../deliver/delivery-rules.ts'
import { AskReturn } from '../returns/AskReturn.tsx'
import { mayAskForReturn, returnNames } from '../returns/return-rules.ts'
import { needsPayment } from '../rules.ts'
import { CancelOrder } from './CancelOrder.tsx'
import { NameCell, QuantityCells, Settled, TransactionCell } from './OrderCells.tsx'

type Props = {
  orders: Order[]
  first: number
  /** The order that was placed just now. */
  newOrderId?: string | undefined
  onChanged: () => void
  orderAgain: (order: Order) => ReactNode
}

const columns = ['Sl', 'order Name', 'Quantity', 'Size', 'Price', 'Payment', 'TrnxId']

export const OrdersTable = ({ orders, first, newOrderId, onChanged, orderAgain }: Props) => (
  <Table columns={[...columns, 'Action']} leastFirst={['Sl', 'Size', 'TrnxId']} compact>
    {orders.map((order, n) => (
      <Row
        key={order._id}
        order={order}
        number={first + n}
        isNew={order._id === newOrderId}
        onChanged={onChanged}
        orderAgain={orderAgain}
      />
    ))}
  </Table>
)

type RowProps = Pick<Props, 'onChanged' | 'orderAgain'> & { order: Order; number: number; isNew: boolean }

/** On a phone what one rarely needs is folded away. */
function Row({ order, number, isNew, onChanged, orderAgain }: RowProps) {
  const [isUnfolded, setIsUnfolded] = useState(false)
  return (
    <tr className={`${isNew ? 'row-new' : ''} ${isUnfolded ? '' : 'row-folded'}`}>
      <Cell name="Sl" isRare>
        {number}
      </Cell>
      <NameCell order={order} isNew={isNew} />
      <QuantityCells order={order} />
      <Cell name="Payment">
        <Payment order={order} />
      </Cell>
      <TransactionCell order={order} />
      <td>
        <span className="flex flex-wrap gap-2">
          {!order.paid && !order.cancelledAt && <CancelOrder order={order} onCancelled={onChanged} />}
          {(order.paid || order.cancelledAt) && orderAgain(order)}
          {mayAskForReturn(order) && <AskReturn order={order} onAsked={onChanged} />}
          <button
            type="button"
            className="btn btn-quiet btn-small row-unfold"
            aria-expanded={isUnfolded}
            onClick={() => setIsUnfolded(!isUnfolded)}
          >
            {isUnfolded ? 'Less' : 'More'}
            <span className="sr-only"> about {order.productName}</span>
          </button>
        </span>
      </td>
    </tr>
  )
}

function Payment({ order }: { order: Order }) {
  if (order.cancelledAt)
    return (
      <>
        <span className="chip bg-sunken text-muted">Cancelled</span>
        <span className="mt-1 block text-[13px] text-muted">
          <DateTime at={order.cancelledAt} />
        </span>
      </>
    )
  if (needsPayment(order)) return <Pay order={order} />
  if (!order.paid)
    return (
      <span className="grid justify-items-start gap-1 max-tables:justify-items-end">
        <Settled order={order} />
        <Delivery order={order} />
        <ReturnLink order={order} />
      </span>
    )
  return (
    <span className="grid justify-items-start gap-1 max-tables:justify-items-end">
      <Settled order={order} />
      <Link to={urls.receipt(order._id)} className="text-link inline-flex min-h-6 items-center text-[13px]">
        Receipt<span className="sr-only"> for {order.productName}</span>
      </Link>
      {order.delivery && <Delivery order={order} />}
      <ReturnLink order={order} />
    </span>
  )
}

/** Where it is, or where it should go. */
const Delivery = ({ order }: { order: Order }) => (
  <Link to={urls.delivery(order._id)} className="text-link inline-flex min-h-6 items-center text-[13px]">
    {order.delivery && order.delivery !== 'needs_address' ? deliveryNames[order.delivery] : 'Add address'}
    <span className="sr-only"> of {order.productName}</span>
  </Link>
)

const ReturnLink = ({ order }: { order: Order }) =>
  order.return && (
    <Link to={urls.delivery(order._id)} className="text-link inline-flex min-h-6 items-center text-[13px]">
      {returnNames[order.return]}
      <span className="sr-only"> of {order.productName}</span>
    </Link>
  )

const Pay = ({ order }: { order: Order }) => (
  <span className="grid justify-items-start gap-1 max-tables:justify-items-end">
    <Link to={urls.payment(order._id)} className="btn btn-main btn-small">
      Pay<span className="sr-only"> for {order.productName}</span>
    </Link>
    {order.expiresAt && (
      <span className="text-[13px] text-muted">
        Kept for you until <DateTime at={order.expiresAt} toTheMinute />
      </span>
    )}
  </span>
)
