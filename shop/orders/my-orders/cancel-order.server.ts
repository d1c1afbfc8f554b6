import { sql } from 'kysely'
import type { OrderRow } from '~/database/tables.ts'
import type { Database, Tx } from '~/platform/db/database.server.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { returnStock } from '~/shop/catalogue/stock/stock.server.ts'
import type { Payments } from '~/shop/payments/payments.server.ts'
import { refuse } from '../contract.ts'
import { stopIfNothingIsLeft } from '../deliver/parcels.server.ts'
import { cancelledMail } from '../mails.ts'
import { lockPurchase } from '../purchases.server.ts'
import { isUnpaid, orderRow } from '../store.server.ts'

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

/** True when this call has cancelled it; false when it was cancelled before. */
export async function cancelOrder(ctx: Cancelling, order: OrderRow, by: CancelledBy): Promise<boolean> {
  if (await cancelUnpaid(ctx, { purchaseId: order.purchase_id, orderId: order.id }, by)) return true
  const current = await orderRow(ctx.database.db, order.id)
  if (current?.state === 'unpaid') throw refuse('already_packed')
  if (current && current.state !== 'cancelled') throw refuse('already_paid')
  return false
}

/**
 * Cancels what is unpaid of a purchase, or one order of it. True when there was something to cancel.
 *
 * Open intents are cancelled first, so that a payment in progress wins and a card can no longer be charged, and again
 * afterwards for payments that were started in between. Whatever still gets through is refunded by payments: it is for
 * another amount than what is left to pay.
 */
export async function cancelUnpaid(
  { database, payments, mailWorker }: Cancelling,
  which: Which,
  by: CancelledBy,
): Promise<boolean> {
  await payments.cancelOpenIntents(which.purchaseId)
  const cancelled = await database.change(['products'], (tx) => cancelWithin(database, tx, [which], by))
  if (cancelled.length === 0) return false
  void mailWorker.wake()
  await payments.cancelOpenIntents(which.purchaseId)
  return true
}

/** One order, or all that are unpaid. */
type Which = { purchaseId: string; orderId?: string }

/** Purchases are locked in the order of their ids and products in that of theirs, so that nobody waits in a circle. */
export async function cancelWithin(
  database: Pick<Database, 'locking'>,
  tx: Tx,
  all: Which[],
  by: CancelledBy,
): Promise<OrderRow[]> {
  const cancelled: OrderRow[] = []
  for (const { purchaseId, orderId } of all.toSorted((a, b) => compare(a.purchaseId, b.purchaseId))) {
    await lockPurchase(database, tx, purchaseId)
    const orders = await tx
      .updateTable('orders')
      .set({ state: 'cancelled', cancelled_at: new Date().toISOString(), cancelled_by: by.who })
      .where('purchase_id', '=', purchaseId)
      .where(isUnpaid)
      .where(isNotPacked)
      .$if(orderId !== undefined, (query) => query.where('id', '=', orderId!))
      .returningAll()
      .execute()
    for (const order of orders) await by.note?.(tx, order)
    if (orders.length > 0) await queueMail(tx, cancelledMail(orders, by.who))
    await handSlotOn(tx, purchaseId, orders)
    if (orders.some(({ delivery_state }) => delivery_state)) await stopIfNothingIsLeft(tx, purchaseId)
    cancelled.push(...orders)
  }
  const reason = by.who === 'expiry' ? 'expired' : 'cancelled'
  for (const order of cancelled.toSorted((a, b) => compare(a.product_id, b.product_id))) {
    const pieces = { productId: order.product_id, quantity: order.quantity }
    await returnStock(tx, pieces, { reason, orderId: order.id, byUser: by.userId })
  }
  return cancelled
}

/** Only what costs nothing is packed while it is unpaid. */
const isNotPacked = sql<boolean>`coalesce(delivery_state, 'to_pack') in ('needs_address', 'to_pack')`

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** A purchase takes one of its customer's slots as long as anything of it is unpaid. */
async function handSlotOn(tx: Tx, purchaseId: string, cancelled: OrderRow[]) {
  const slot = cancelled.find(({ unpaid_slot }) => unpaid_slot !== null)?.unpaid_slot
  if (slot === undefined) return
  const next = await tx
    .selectFrom('orders')
    .select('id')
    .where('purchase_id', '=', purchaseId)
    .where(isUnpaid)
    .where('price_cents', '>', 0)
    .orderBy('id')
    .executeTakeFirst()
  if (next) await tx.updateTable('orders').set({ unpaid_slot: slot }).where('id', '=', next.id).execute()
}
