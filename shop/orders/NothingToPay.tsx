import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Money } from '~/platform/ui/Money.tsx'
import { When } from '~/platform/ui/When.tsx'
import { urls } from '~/shop/urls.ts'
import type { Order } from './contract.ts'
import type { NotDue } from './payment-route.ts'
import { shownTransactionId } from './rules.ts'

const texts: Record<NotDue['is'], { title: string; text: string }> = {
  paid: { title: 'Already paid', text: 'This order is paid in full. There is nothing left to do.' },
  refunded: { title: 'Refunded', text: 'The payment for this order went back to your card.' },
  free: { title: 'Free', text: 'This order costs nothing, so there is nothing to pay.' },
  cancelled: {
    title: 'Cancelled',
    text: 'This order was cancelled and can no longer be paid. The part may still be on the shelf.',
  },
  unknown: { title: 'No such order', text: 'There is no order at this address.' },
  foreign: {
    title: 'Not your order',
    text: 'This order belongs to somebody else, and only they can pay for it.',
  },
}

/** Instead of a form that could only fail. */
export function NothingToPay({ data }: { data: NotDue }) {
  const { title, text } = texts[data.is]
  return (
    <div className="panel grid justify-items-center gap-4 px-6 py-16 text-center">
      <p className="hidden font-display text-[22px] font-bold print:block">Car Parts, receipt</p>
      <h1 className="text-[28px] sm:text-[36px]">{title}</h1>
      <p className="lead">{text}</p>
      {'order' in data && <Receipt order={data.order} />}
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Link to={urls.myOrders()} className="btn btn-main">
          My Orders
        </Link>
        <Link to={urls.shop()} className="btn btn-quiet">
          Shop
        </Link>
        {data.is === 'paid' && (
          <button type="button" className="btn btn-quiet" onClick={() => print()}>
            Print
          </button>
        )}
      </div>
    </div>
  )
}

/** All that a customer needs to show for it, on paper too. */
function Receipt({ order }: { order: Order }) {
  const lines: [name: string, value: ReactNode][] = [
    ['Part', order.productName],
    ['Pieces', `${order.quantity}, size ${order.size}`],
    ['Ordered', <When key="when" at={order.createdAt} />],
    ['For', `${order.userName}, ${order.email}`],
    ['Price', <Money key="price" amount={order.price} />],
  ]
  if (order.transactionId)
    lines.push([
      'Transaction',
      <span key="id" className="font-mono break-all">
        {shownTransactionId(order.transactionId)}
      </span>,
    ])
  return (
    <dl className="grid w-full max-w-md text-left text-sm">
      {lines.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-6 border-b border-line py-2">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 text-right [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
