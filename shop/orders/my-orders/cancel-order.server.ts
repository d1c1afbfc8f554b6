import { sql } from 'kysely'
import type { OrderRow } from '~/database/tables.ts'
import type { Database, Tx } from '~/platform/db/database.server.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import type { Payments } from '~/shop/payments/payments.server.ts'
import { refuse } from '../contract.ts'
import { stopIfNothingIsLeft } from '../deliver/parcels.server.ts'
import { piecesLeft, restockPieces } from '../deliver/returned-pieces.server.ts'
import { cancelledMail } from '../mails.ts'
import { lockPurchase } from '../purchases.server.ts'
import { isUnpaid, orderRow } from '../store.server.ts'
import type { Rest, RestSettings } from './rest-of-purchase.server.ts'
import { settleRest } from './rest-of-purchase.server.ts'

export type Cancelling = {
  database: Database
  payments: Pick<Payments, 'cancelOpenIntents'>
  mailWorker: MailWorker
  config: RestSettings
}
type CancelledBy = {
  who: 'customer' | 'admin' | 'expiry'
  userId?: string
  /** Runs in the same transaction. */
  note?: ((tx: Tx, order: OrderRow) => Promise<void>) | undefined
}

/** Of one purchase: what was cancelled, and what is left to pay where its delivery costs more than before. */
type Cancelled = { orders: OrderRow[]; dearerRest: Rest | undefined }

/** One order, or with `all` everything of its purchase that is unpaid. Nothing when it was cancelled before. */
export async function cancelOrder(
  ctx: Cancelling,
  { id, purchase_id: purchaseId }: OrderRow,
  { all, ...by }: CancelledBy & { all: boolean },
): Promise<Cancelled> {
  const cancelled = await cancelUnpaid(ctx, all ? { purchaseId } : { purchaseId, orderId: id }, by)
  if (cancelled.orders.length > 0) return cancelled
  const current = await orderRow(ctx.database.db, id)
  if (current?.state === 'unpaid') throw refuse(piecesLeft(current) > 0 ? 'already_packed' : 'came_back')
  if (current && current.state !== 'cancelled') throw refuse('already_paid')
  return cancelled
}

/**
 * Cancels what is unpaid of a purchase, or one order of it.
 *
 * Open intents are cancelled first, so that a payment in progress wins and a card can no longer be charged, and again
 * afterwards for payments that were started in between. Whatever still gets through is refunded by payments: it is for
 * another amount than what is left to pay.
 */
export async function cancelUnpaid(
  { database, payments, mailWorker, config }: Cancelling,
  which: Which,
  by: CancelledBy,
): Promise<Cancelled> {
  await payments.cancelOpenIntents(which.purchaseId)
  const [cancelled] = await database.change(['products'], (tx) =>
    cancelWithin({ database, config }, tx, [which], by),
  )
  if (cancelled!.orders.length === 0) return cancelled!
  void mailWorker.wake()
  await payments.cancelOpenIntents(which.purchaseId)
  return cancelled!
}

/** One order, or all that are unpaid. */
type Which = { purchaseId: string; orderId?: string }

/** Purchases are locked in the order of their ids and products in that of theirs, so that nobody waits in a circle. */
export async function cancelWithin(
  { database, config }: { database: Pick<Database, 'locking'>; config: RestSettings },
  tx: Tx,
  all: Which[],
  by: CancelledBy,
): Promise<Cancelled[]> {
  const cancelled: Cancelled[] = []
  for (const { purchaseId, orderId } of all.toSorted((a, b) => compare(a.purchaseId, b.purchaseId))) {
    const purchase = await lockPurchase(database, tx, purchaseId)
    const orders = await tx
      .updateTable('orders')
      .set({ state: 'cancelled', cancelled_at: new Date().toISOString(), cancelled_by: by.who })
      .where('purchase_id', '=', purchaseId)
      .where(isUnpaid)
      .where(isNotPacked)
      .whereRef('returned_quantity', '<', 'quantity')
      .$if(orderId !== undefined, (query) => query.where('id', '=', orderId!))
      .returningAll()
      .execute()
    for (const order of orders) await by.note?.(tx, order)
    const rest = orders.length > 0 ? await settleRest(tx, purchase!, orders, config) : undefined
    if (orders.length > 0) await queueMail(tx, cancelledMail(orders, by.who, rest?.totalCents))
    if (orders.some(({ delivery_state }) => delivery_state)) await stopIfNothingIsLeft(tx, purchaseId)
    const isDearer = rest && rest.feeCents > purchase!.fee_cents
    cancelled.push({ orders, dearerRest: isDearer ? rest : undefined })
  }
  const reason = by.who === 'expiry' ? 'expired' : 'cancelled'
  const orders = cancelled.flatMap((one) => one.orders)
  for (const order of orders.toSorted((a, b) => compare(a.product_id, b.product_id)))
    await restockPieces(tx, order.id, piecesLeft(order), by.userId, reason)
  return cancelled
}

/** Only what costs nothing is packed while it is unpaid. */
const isNotPacked = sql<boolean>`coalesce(delivery_state, 'to_pack') in ('needs_address', 'to_pack')`

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
