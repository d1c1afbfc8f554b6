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
type By = {
  who: 'customer' | 'admin' | 'expiry'
  userId?: string
  /** Written down with it, in the same transaction. */
  note?: ((tx: Tx, order: OrderRow) => Promise<void>) | undefined
}

/**
 * True when this very call has cancelled it; false when it was cancelled before.
 *
 * The provider is asked first, so that money already on its way wins and a card can no longer be charged. It is asked
 * again afterwards for payments begun in between. What slips through even so is refunded by payments.
 */
export async function cancelOrder(
  { database, payments, mailWorker }: Cancelling,
  orderId: string,
  by: By,
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

export async function cancelIfUnpaid(tx: Tx, orderId: string, by: By): Promise<OrderRow | undefined> {
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
