import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { formatDollars, toCents, toDollars } from '~/platform/money.ts'
import { Money } from '~/platform/ui/Money.tsx'
import { urls } from '~/shop/urls.ts'
import type { Purchase } from '../contract.ts'
import { depositName, depositOfOrders, discountOfOrders, shownTransactionId } from '../rules.ts'

/** What it came to, and the way to its receipt. */
export function Sum({
  purchase: { orders, delivery, total, receipts },
  children,
}: {
  purchase: Purchase
  children?: ReactNode
}) {
  const order = orders[0]!
  const discount = discountOfOrders(orders)
  const deposit = depositOfOrders(orders)
  return (
    <section className="panel grid gap-3 p-4 md:p-6" aria-labelledby="sum">
      <h2 id="sum" className="text-[18px]">
        {order.paid ? 'Receipt' : 'To pay'}
      </h2>
      <dl className="grid gap-2 text-sm">
        <Line name="Parts">
          <Money amount={toDollars(toCents(total) - toCents(delivery) + discount.cents - deposit)} />
        </Line>
        {discount.code && (
          <Line name={`Discount ${discount.code}`}>{formatDollars(-toDollars(discount.cents))}</Line>
        )}
        {deposit > 0 && <Line name={depositName}>{formatDollars(toDollars(deposit))}</Line>}
        <Line name="Delivery">{delivery > 0 ? <Money amount={delivery} /> : 'included'}</Line>
        <div className="flex items-baseline justify-between gap-4 border-t border-line pt-2">
          <dt>{order.paid ? 'Paid' : 'Total'}</dt>
          <dd className="font-display text-[22px] font-bold tabular-nums">
            <Money amount={total} />
          </dd>
        </div>
      </dl>
      {order.paid && (
        <>
          <p className="text-[13px] text-muted">
            {order.paidAt && <DateTime at={order.paidAt} />}, by card
            {order.cardLast4 && ` ending in ${order.cardLast4}`}.{' '}
            {order.transactionId && (
              <>
                TrnxId{' '}
                <span className="font-mono [overflow-wrap:anywhere]">
                  {shownTransactionId(order.transactionId)}
                </span>
              </>
            )}
          </p>
          <Link to={urls.receipt(order._id)} className="btn btn-quiet btn-small justify-self-start">
            Receipt {receipts[0]?.number}
          </Link>
        </>
      )}
      {children}
    </section>
  )
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-muted">{name}</dt>
    <dd className="tabular-nums">{children}</dd>
  </div>
)
