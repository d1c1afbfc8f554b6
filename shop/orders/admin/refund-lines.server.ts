import type { OrderRow } from '~/database/tables.ts'
import type { Tx } from '~/platform/db/database.server.ts'
import { formatDollars, toCents, toDollars } from '~/platform/money.ts'
import { refundsOf, reservesAmount } from '~/shop/payments/refunds/refund-store.server.ts'
import { refuse } from '../contract.ts'
import { ordersOfPurchase } from '../purchases.server.ts'
import { centsOfPieces } from '../rules.ts'

/**
 * The pieces that a refund is for and what they cost; undefined when all are refunded, or about to be. The last pieces of
 * a purchase that cost something are refunded with all that is left of its payment, delivery included. The purchase must
 * be locked.
 */
export async function piecesToRefund(tx: Tx, { id, purchase_id, transaction_id }: OrderRow, wanted?: number) {
  const orders = await ordersOfPurchase(tx, purchase_id)
  const paid = orders.filter((order) => order.transaction_id === transaction_id)
  const refunded = await refundedPieces(tx, transaction_id!)
  const left = (order: OrderRow) => order.quantity - (refunded.get(order.id) ?? 0)
  const order = paid.find((it) => it.id === id)
  if (order?.state !== 'paid' || left(order) <= 0) return undefined
  const quantity = wanted ?? left(order)
  if (quantity > left(order))
    throw refuse('fewer_to_refund', { field: 'quantity', values: { left: left(order) } })
  const { price_cents: priceCents } = order
  return {
    quantity,
    cents: centsOfPieces({ priceCents, quantity: order.quantity }, refunded.get(id) ?? 0, quantity),
    isLast: paid.every((it) => it.price_cents === 0 || left(it) === (it.id === id ? quantity : 0)),
  }
}

/** By order: those of refunds that have arrived or are on their way. */
async function refundedPieces(tx: Tx, transactionId: string) {
  const refunds = (await refundsOf(tx, transactionId)).filter(reservesAmount)
  const pieces = new Map<string, number>()
  if (refunds.length === 0) return pieces
  const ids = refunds.map(({ id }) => id)
  const lines = await tx.selectFrom('refund_lines').selectAll().where('refund_id', 'in', ids).execute()
  for (const { order_id, quantity } of lines) pieces.set(order_id, (pieces.get(order_id) ?? 0) + quantity)
  return pieces
}

type Pieces = NonNullable<Awaited<ReturnType<typeof piecesToRefund>>>

/** Stores what a refund is for; returns how many cents of what is left it takes. */
export async function storePieces(
  tx: Tx,
  order: OrderRow,
  refund: { id: string; leftCents: number },
  { quantity, cents, isLast }: Pieces,
) {
  const line = { refund_id: refund.id, order_id: order.id, quantity, cents }
  await tx.insertInto('refund_lines').values(line).execute()
  return isLast ? refund.leftCents : Math.min(cents, refund.leftCents)
}

/** What goes back depends on other refunds of the purchase: somebody may have made one meanwhile. */
export function requireShown(cents: number, shown: number | undefined) {
  if (shown === undefined || toCents(shown) === cents) return
  const amount = toDollars(cents)
  throw refuse('refund_changed', { values: { amount: formatDollars(amount) }, details: { amount } })
}
