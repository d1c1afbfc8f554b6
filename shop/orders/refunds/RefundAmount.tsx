import { Money } from '~/platform/ui/Money.tsx'
import type { Order, Purchase } from '../contract.ts'
import { refundAmount } from './refund-amount.ts'

type Props = { purchase: Purchase; order: Order; quantity: number }

/** In dialogs: what a refund of so many pieces comes to, and whether delivery is in it. */
export function RefundAmount({ purchase, order, quantity }: Props) {
  const { amount, delivery } = refundAmount(purchase, order, quantity)
  return (
    <>
      <p>
        <b className="text-ink">
          <Money amount={amount} />
        </b>{' '}
        goes back to the card it came from.
      </p>
      {quantity === 0 ? (
        <p>Every piece is refunded: this is what is left of the payment, for delivery.</p>
      ) : delivery === 'included' ? (
        <p>
          That includes <Money amount={purchase.delivery} /> for delivery.
        </p>
      ) : delivery === 'later' ? (
        <p>
          The <Money amount={purchase.delivery} /> for delivery goes back with the last piece of the purchase.
        </p>
      ) : (
        delivery === 'left' && (
          <p>A part of the payment has gone back before: this is all that is left of it.</p>
        )
      )}
    </>
  )
}
