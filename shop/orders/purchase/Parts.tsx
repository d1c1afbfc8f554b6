import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { countOf, formatCount, keepUnits } from '~/platform/figures.ts'
import { formatDollars } from '~/platform/money.ts'
import { Money } from '~/platform/ui/Money.tsx'
import { Thumbnail } from '~/shop/catalogue/product/ProductPicture.tsx'
import { urls } from '~/shop/urls.ts'
import { useBuyingSettings } from '../BuyingTerms.tsx'
import type { Order, Purchase } from '../contract.ts'
import { AskOldPart } from '../deposits/AskOldPart.tsx'
import { mayReturnOldPart } from '../deposits/deposit-rules.ts'
import { CancelOrder } from '../my-orders/CancelOrder.tsx'
import { OrderNotes } from '../OrderNotes.tsx'
import { AskReturn } from '../returns/AskReturn.tsx'
import { mayAskForReturn } from '../returns/return-rules.ts'
import { depositsHeld } from '../rules.ts'

type Props = {
  purchase: Purchase
  onChanged: () => void
  orderAgain: (purchase: Purchase) => ReactNode
}

/** For its customer: what was bought, and what can be done about it. */
export function Parts({ purchase, onChanged, orderAgain }: Props) {
  const { returnDays } = useBuyingSettings()
  const { orders, oldParts, parcel } = purchase
  const mayReturn = (order: Order) =>
    mayReturnOldPart(order, parcel?.deliveredAt, new Date()) &&
    !oldParts.some(({ orderId, state }) => orderId === order._id && state === 'asked')
  const held = orders.find((order) => depositsHeld(order) > 0)?.deposit
  return (
    <PartLines
      purchase={purchase}
      actions={(order) => (
        <>
          {mayReturn(order) && <AskOldPart order={order} onAsked={onChanged} />}
          {mayAskForReturn(order) && <AskReturn order={order} onAsked={onChanged} />}
          {!order.paid && <CancelOrder order={order} onCancelled={onChanged} />}
        </>
      )}
    >
      {purchase.orders.some(({ paid }) => paid) && (
        <p className="flex flex-wrap items-center gap-3 border-t border-line pt-4">{orderAgain(purchase)}</p>
      )}
      {held && (
        <p className="text-[13px] text-muted">
          A deposit is back on your card when you have returned your old part
          {held.days > 0 && `, within ${held.days} days after the new one has arrived`}.
        </p>
      )}
      {returnDays > 0 && purchase.orders.some(mayAskForReturn) && (
        <p className="text-[13px] text-muted">
          Return parts until {returnDays} days after they arrived. We answer by mail where to send them.
        </p>
      )}
    </PartLines>
  )
}

type LinesProps = {
  purchase: Purchase
  isForAdmin?: boolean
  actions: (order: Order) => ReactNode
  children?: ReactNode
}

export const PartLines = ({ purchase: { orders }, isForAdmin, actions, children }: LinesProps) => (
  <section className="panel grid gap-4 p-4 md:p-6" aria-labelledby="parts">
    <h2 id="parts" className="text-[18px]">
      {countOf(orders.length, 'part')}
    </h2>
    <ul className="grid gap-4">
      {orders.map((order) => (
        <li key={order._id} className="flex items-start gap-3">
          <span className="w-16 flex-none">
            <Thumbnail image={order.image} />
          </span>
          <div className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-4 gap-y-2">
            <div className="grid min-w-0 flex-1 basis-52 gap-0.5">
              <Link
                to={urls.product(order.productId)}
                className="font-semibold wrap-anywhere underline-offset-4 hover:underline"
              >
                {keepUnits(order.productName)}
              </Link>
              <span className="text-[13px] text-muted">
                Quantity {formatCount(order.quantity)}, size {order.size}
              </span>
              {order.discount && (
                <span className="text-[13px] text-muted">
                  {formatDollars(order.discount.amount)} off with {order.discount.code}
                </span>
              )}
              {order.deposit && (
                <span className="text-[13px] text-muted">
                  with {formatDollars(order.deposit.amount)} deposit
                  {order.deposit.back > 0 && `, given back for ${order.deposit.back}`}
                </span>
              )}
              <OrderNotes order={order} isForAdmin={isForAdmin} />
            </div>
            <div className="flex flex-wrap items-center gap-3 self-start max-sm:w-full">
              {actions(order)}
              <span className="ml-auto min-w-20 text-right font-medium tabular-nums">
                <Money amount={order.price} />
              </span>
            </div>
          </div>
        </li>
      ))}
    </ul>
    {children}
  </section>
)
