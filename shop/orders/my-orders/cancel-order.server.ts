import type { OrderRow } from '~/database/tables.ts'
import type { Database, Tx } from '~/platform/db/database.server.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { returnStock } from '~/shop/catalogue/stock/stock.server.ts'
import type { Payments } from '~/shop/payments/payments.server.ts'
import { refuse } from '../contract.ts'
import { cancelledMail } from '../mails.ts'
import { orderRow } from '../store.server.ts'

export type Cancelling = {
  database: Database
  payments: Pick<Payments, 'cancelOpenIntents'>
  mailWorker: MailWorker
}
type CancelledBy = {
  who: 'customer' | 'admin' | 'expiry'
  userId?: string
  /** Runs in the same transaction. */
  note?: ((tx: Tx, order: OrderRow) => Promise<void>) | undefined
}

/**
 * True when this call has cancelled it; false when it was cancelled before.
 *
 * Open intents are cancelled first, so that a payment in progress wins and a card can no longer be charged, and again
 * afterwards for payments that were started in between. Whatever still gets through is refunded by payments.
 */
export async function cancelOrder(
  { database, payments, mailWorker }: Cancelling,
  orderId: string,
  by: CancelledBy,
): Promise<boolean> {
  await payments.cancelOpenIntents(orderId)
  const cancelled = await database.change(['products'], (tx) => cancelIfUnpaid(tx, orderId, by))
  if (!cancelled) {
    const order = await orderRow(database.db, orderId)
    if (order && order.state !== 'cancelled') throw refuse('already_paid')
    return false
  }
  void mailWorker.wake()
  await payments.cancelOpenIntents(orderId)
  return true
}

export async function cancelIfUnpaid(
  tx: Tx,
  orderId: string,
  by: CancelledBy,
): Promise<OrderRow | undefined> {
  const order = await tx
    .updateTable('orders')
    .set({ state: 'cancelled', cancelled_at: new Date().toISOString(), cancelled_by: by.who })
    .where('id', '=', orderId)
    .where('state', '=', 'unpaid')
    .returningAll()
    .executeTakeFirst()
  if (!order) return undefined
  await by.note?.(tx, order)
  await queueMail(tx, cancelledMail(order, by.who))
  const reason = by.who === 'expiry' ? 'expired' : 'cancelled'
  const pieces = { productId: order.product_id, quantity: order.quantity }
  await returnStock(tx, pieces, { reason, orderId, byUser: by.userId })
  return order
}
