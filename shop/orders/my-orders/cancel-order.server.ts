import { sql } from 'kysely'
import type { OrderRow, PurchaseRow } from '~/database/tables.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import type { PeriodicWork } from '~/platform/db/periodic.server.ts'
import type { Log } from '~/platform/log.server.ts'
import { queueMail, rewriteMail, withdrawMail } from '~/platform/mail/mail.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { toDollars } from '~/platform/money.ts'
import { minutes } from '~/platform/time.ts'
import type { Config } from '~/shop/config.server.ts'
import { releaseUses } from '~/shop/discounts/store.server.ts'
import type { Payments } from '~/shop/payments/payments.server.ts'
import { goodsCentsOf } from '~/shop/rates/ways.ts'
import { chosenWay, deliveryWithFee, feeOfRest, lineOf } from '../charges.server.ts'
import { refuse } from '../contract.ts'
import { addressIn } from '../deliver/delivery-rules.ts'
import { nothingIsPacked, settleParcels } from '../deliver/parcel-lines.server.ts'
import { packFree } from '../deliver/parcels.server.ts'
import { piecesLeft, restockPieces } from '../deliver/returns-store.server.ts'
import { cancelledMail, dollars, goodsOf, orderedEvent, orderedMail, sumOf } from '../mails.ts'
import { deleteOldKeys } from '../place/claims.server.ts'
import { lockPurchase, ordersOfPurchase } from '../purchases.server.ts'
import { deliveryCentsOfRest, isPayable } from '../rules.ts'
import { isUnpaid, orderRow } from '../store.server.ts'

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
  await requirePayableRest(database.db, which, config)
  await payments.cancelOpenIntents(which.purchaseId)
  const [cancelled] = await database.change(['stock'], (tx) =>
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
      .where(nothingIsPacked)
      .whereRef('returned_quantity', '<', 'quantity')
      .$if(orderId !== undefined, (query) => query.where('id', '=', orderId!))
      .returningAll()
      .execute()
    for (const order of orders) await by.note?.(tx, order)
    const rest = orders.length > 0 ? await settleRest(tx, purchase!, orders, config) : undefined
    if (orders.length > 0) await queueMail(tx, cancelledMail(orders, by.who, rest?.totalCents))
    if (orders.some(({ delivery_state }) => delivery_state)) await settleParcels(tx, purchaseId)
    const isDearer = rest && rest.feeCents > purchase!.fee_cents
    cancelled.push({ orders, dearerRest: isDearer ? rest : undefined })
  }
  const reason = by.who === 'expiry' ? 'expired' : 'cancelled'
  const orders = cancelled.flatMap((one) => one.orders)
  for (const order of orders.toSorted((a, b) => compare(a.product_id, b.product_id)))
    await restockPieces(tx, order.id, piecesLeft(order), by.userId, reason)
  await releaseUses(tx, await whollyCancelled(tx, orders))
  return cancelled
}

/** Purchases with a code of which these orders were the last. */
async function whollyCancelled(tx: Tx, cancelled: OrderRow[]) {
  const ended: string[] = []
  for (const id of new Set(cancelled.map(({ purchase_id }) => purchase_id))) {
    const all = await ordersOfPurchase(tx, id)
    const hasCode = all.some(({ discount_code }) => discount_code !== null)
    if (hasCode && all.every(({ state }) => state === 'cancelled')) ended.push(id)
  }
  return ended
}

/** Only what costs nothing is packed while it is unpaid. */
const isNotPacked = sql<boolean>`coalesce(delivery_state, 'to_pack') in ('needs_address', 'to_pack')`

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

type RestSettings = Pick<Config, 'deliveryFeeCents' | 'shopEmail'>

/** What is left to pay. */
type Rest = { totalCents: number; feeCents: number }

/**
 * After orders of a purchase were cancelled, in the same transaction: what is left of it pays for its own delivery and
 * keeps the customer's slot; what costs nothing no longer waits for a payment. Refused where no card can pay the rest.
 */
async function settleRest(
  tx: Tx,
  purchase: PurchaseRow,
  cancelled: OrderRow[],
  { deliveryFeeCents, shopEmail }: RestSettings,
): Promise<Rest | undefined> {
  const rest = (await ordersOfPurchase(tx, purchase.id)).filter(({ state }) => state === 'unpaid')
  if (rest.length === 0) {
    await withdrawMail(tx, orderedEvent(purchase.id))
    return undefined
  }
  const { totalCents, feeCents } = payableRest(purchase, { rest, cancelled }, deliveryFeeCents)
  await tx
    .updateTable('purchases')
    .set({ fee_cents: feeCents, delivery: deliveryWithFee(purchase, feeCents) })
    .where('id', '=', purchase.id)
    .execute()
  await handSlotOn(tx, rest, cancelled)
  const expiresAt = totalCents > 0 ? rest[0]!.expires_at : null
  const address = addressIn(purchase)
  await rewriteMail(tx, orderedMail(rest, { purchaseId: purchase.id, totalCents, expiresAt, address }))
  if (totalCents > 0) return { totalCents, feeCents }
  await tx.updateTable('orders').set({ expires_at: null }).where('purchase_id', '=', purchase.id).execute()
  await packFree(tx, { ...purchase, fee_cents: feeCents }, shopEmail)
  return undefined
}

/** Decided again when it is cancelled; here, so that a cancellation that is refused stops no payment in progress. */
async function requirePayableRest(
  db: Db,
  { purchaseId, orderId }: Which,
  { deliveryFeeCents }: RestSettings,
) {
  const unpaid = (await ordersOfPurchase(db, purchaseId)).filter(({ state }) => state === 'unpaid')
  const cancelled = unpaid.filter(({ id }) => id === orderId)
  const rest = unpaid.filter(({ id }) => id !== orderId)
  if (!orderId || cancelled.length === 0 || rest.length === 0) return
  const purchase = await db
    .selectFrom('purchases')
    .selectAll()
    .where('id', '=', purchaseId)
    .executeTakeFirst()
  if (purchase) payableRest(purchase, { rest, cancelled }, deliveryFeeCents)
}

/** What is left to pay; refused where no card can. */
function payableRest(
  purchase: PurchaseRow,
  { rest, cancelled }: { rest: OrderRow[]; cancelled: OrderRow[] },
  deliveryFeeCents: number,
): Rest {
  // By what stands on the price tags, as when it was placed; what a code has made free is brought for nothing.
  const goods = { before: grossOf(rest) + grossOf(cancelled), after: grossOf(rest) }
  const netCents = goodsOf(rest)
  const chosen = chosenWay(purchase)
  const discountCents = goods.after - netCents
  const feeCents = chosen
    ? feeOfRest(chosen, { lines: rest.map(lineOf), discountCents, feeCents: purchase.fee_cents })
    : netCents > 0
      ? deliveryCentsOfRest(goods, { before: purchase.fee_cents, now: deliveryFeeCents })
      : 0
  const totalCents = sumOf(rest) + feeCents
  if (!isPayable(totalCents))
    throw refuse('rest_not_chargeable', {
      values: { rest: dollars(totalCents) },
      details: { rest: toDollars(totalCents) },
    })
  return { totalCents, feeCents }
}

const grossOf = (orders: OrderRow[]) => goodsCentsOf(orders.map(lineOf))

/** A purchase takes one of its customer's slots as long as anything of it is to be paid. */
async function handSlotOn(tx: Tx, rest: OrderRow[], cancelled: OrderRow[]) {
  const slot = cancelled.find(({ unpaid_slot }) => unpaid_slot !== null)?.unpaid_slot
  const next = rest.find(({ price_cents }) => price_cents > 0)
  if (slot !== undefined && next)
    await tx.updateTable('orders').set({ unpaid_slot: slot }).where('id', '=', next.id).execute()
}

const batchSize = 200

export const endingUnpaid = (ctx: Cancelling & { log: Log }): PeriodicWork => ({
  name: 'ending unpaid orders',
  everyMs: minutes(1),
  work: () => expireUnpaid(ctx),
})

/** Cancels purchases that were not paid in time; their pieces are for sale again. */
export async function expireUnpaid(ctx: Cancelling & { log: Log }) {
  const { db } = ctx.database
  const due = await db
    .selectFrom('orders')
    .select('purchase_id')
    .where(isUnpaid)
    .where('expires_at', '<=', new Date().toISOString())
    .orderBy('expires_at')
    .limit(batchSize)
    .execute()
  for (const purchaseId of new Set(due.map(({ purchase_id }) => purchase_id))) {
    try {
      await cancelUnpaid(ctx, { purchaseId }, { who: 'expiry' })
    } catch (error) {
      // The database was busy: the others go on.
      ctx.log.info({ err: error, purchase: purchaseId }, 'an unpaid purchase was not ended')
    }
  }
  await deleteOldKeys(db)
}
