import { toCents, toDollars } from '~/platform/money.ts'
import type { Order, Purchase } from '../contract.ts'
import { centsOfPieces } from '../rules.ts'

type RefundAmount = {
  /** In dollars. */
  amount: number
  /** Whether the delivery goes back with it; `left` when it is all that earlier refunds have left of the payment. */
  delivery: 'none' | 'included' | 'later' | 'left'
}

/** What a refund of so many pieces of an order of the purchase comes to, as the server decides it. */
export function refundAmount(purchase: Purchase, order: Order, quantity: number): RefundAmount {
  const left = toCents(purchase.refundable ?? 0)
  const fee = toCents(purchase.delivery)
  const pieces = centsOfPieces(
    { cents: toCents(order.refundable ?? 0), quantity: piecesLeft(order) },
    quantity,
  )
  const isLast = purchase.orders.every(
    (it) => it.price === undefined || piecesLeft(it) === (it._id === order._id ? quantity : 0),
  )
  const amount = toDollars(isLast ? left : Math.min(pieces, left))
  if (left < (isLast ? pieces + fee : pieces)) return { amount, delivery: 'left' }
  return { amount, delivery: fee === 0 ? 'none' : isLast ? 'included' : 'later' }
}

/** Those that are not refunded. */
export const piecesLeft = ({ quantity, refunded, refund }: Order) =>
  refunded ? 0 : quantity - (refund?.quantity ?? 0)
