import type { OrderRow, RefundLineRow, ReturnRow } from '~/database/tables.ts'
import type { Tx } from '~/platform/db/database.server.ts'
import { returnStock } from '~/shop/catalogue/stock/stock.server.ts'
import { orderRow } from '../store.server.ts'
import { returnsOfPurchase } from './returns-store.server.ts'

/** Those that its customer has, or is still to get. */
export const piecesLeft = (order: Pick<OrderRow, 'quantity' | 'refunded_quantity' | 'returned_quantity'>) =>
  order.quantity - order.refunded_quantity - order.returned_quantity

/**
 * Puts pieces of an order on the shelf again, never more than were ordered: a refund, a return and a cancellation may be
 * about the same ones. The purchase must be locked.
 */
export async function restockPieces(
  tx: Tx,
  orderId: string,
  wanted: number,
  byUser: string | undefined,
  reason: 'restocked' | 'cancelled' | 'expired' = 'restocked',
) {
  const order = (await orderRow(tx, orderId))!
  const quantity = Math.min(wanted, order.quantity - order.restocked_quantity)
  if (quantity <= 0) return
  await tx
    .updateTable('orders')
    .set({ restocked_quantity: order.restocked_quantity + quantity })
    .where('id', '=', orderId)
    .execute()
  await returnStock(tx, { productId: order.product_id, quantity }, { reason, orderId, byUser })
}

/**
 * Counts the pieces that came back again when the refunds of their purchase have changed: each is either refunded or
 * returned. A return whose order is refunded by now is complete.
 */
export async function updateReturned(
  tx: Tx,
  purchaseId: string,
  { lines, refundIds }: { lines: RefundLineRow[]; refundIds: string[] },
) {
  const returns = (await returnsOfPurchase(tx, purchaseId)).filter(({ received_at }) => received_at)
  for (const orderId of new Set(returns.map(({ order_id }) => order_id))) {
    const own = returns.filter(({ order_id }) => order_id === orderId)
    const order = (await orderRow(tx, orderId))!
    const received = sumOf(own)
    const refunded = sumOf(
      lines.filter(
        (line) =>
          line.order_id === orderId &&
          refundIds.includes(line.refund_id) &&
          own.some(({ refund_id }) => refund_id === line.refund_id),
      ),
    )
    const left = order.quantity - order.refunded_quantity
    await tx
      .updateTable('orders')
      .set({ returned_quantity: Math.max(0, Math.min(received - refunded, left)) })
      .where('id', '=', orderId)
      .execute()
    if (left > 0) continue
    for (const row of own.filter(({ state }) => state === 'received')) await complete(tx, row)
  }
}

const sumOf = (rows: { quantity: number }[]) => rows.reduce((total, { quantity }) => total + quantity, 0)

export const complete = (tx: Tx, row: ReturnRow, refundId: string | null = null) =>
  takeReturnStep(tx, row, 'received', {
    state: 'completed',
    completed_at: new Date().toISOString(),
    refund_id: refundId,
  })

/** False when it is at another step. The order shows the last one. */
export async function takeReturnStep(
  tx: Tx,
  { id, order_id }: ReturnRow,
  from: ReturnRow['state'] | ReturnRow['state'][],
  change: Partial<ReturnRow> & Pick<ReturnRow, 'state'>,
) {
  const moved = await tx
    .updateTable('returns')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', [from].flat())
    .returning('id')
    .executeTakeFirst()
  if (!moved) return false
  await tx.updateTable('orders').set({ return_state: change.state }).where('id', '=', order_id).execute()
  return true
}
