import type { OrderRow, PurchaseRow, RefundLineRow } from '~/database/tables.ts'
import { among } from '~/platform/db/conditions.server.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import { formatDollars, toCents, toDollars } from '~/platform/money.ts'
import {
  appliedPayments,
  coverRefund,
  isFailed,
  leftCentsOf,
  owedCents,
  refundsOf,
  reservesAmount,
} from '~/shop/payments/refunds/refund-store.server.ts'
import type { Purchase } from '../contract.ts'
import { ordersOfPurchase } from '../purchases.server.ts'
import { centsOfPieces, depositsWith, holdsNoMoney } from '../rules.ts'
import { holdsMoney, toOrderForAdmin } from '../store.server.ts'
import { refuse } from './contract.ts'

type PaidBy = Pick<OrderRow, 'purchase_id' | 'transaction_id'>
type Most = {
  leftCents: number
  /** Of the delivery, which the customer wanted dearer than was needed: a withdrawal leaves that. */
  keptCents?: number
}

/**
 * The pieces that a refund is for, by order all that are left where no number is wanted, their share of the prices, and
 * how much of the payment goes back for them; undefined when all are refunded, or about to be. The last pieces of a
 * purchase that cost something are refunded with all that is left of its payment, delivery included. The purchase must be
 * locked.
 */
export async function piecesOfOrders(
  tx: Tx,
  { purchase_id, transaction_id }: PaidBy,
  wanted: ReadonlyMap<string, number | undefined>,
  { leftCents, keptCents = 0 }: Most,
) {
  const orders = await ordersOfPurchase(tx, purchase_id)
  const paid = orders.filter((order) => order.transaction_id === transaction_id)
  const leftOf = await leftOfOrders(tx, transaction_id!)
  const pieces = paid.flatMap((order) => {
    const left = leftOf(order)
    if (!wanted.has(order.id) || order.state !== 'paid' || left.quantity <= 0) return []
    const quantity = wanted.get(order.id) ?? left.quantity
    if (quantity > left.quantity)
      throw refuse('fewer_to_refund', { field: 'quantity', values: { left: left.quantity } })
    const deposits = depositsWith(left, quantity)
    return { order, quantity, deposits, lineCents: centsOfPieces(left, quantity) }
  })
  if (pieces.length === 0) return undefined
  const goods = Math.min(
    pieces.reduce((sum, { lineCents }) => sum + lineCents, 0),
    leftCents,
  )
  // In cents: pieces that a code has made free may be left, and a deposit of which the refund has bounced is still owed.
  const isLast = paid.every((it) => {
    const own = pieces.find(({ order }) => order.id === it.id)
    return leftOf(it).cents === (own?.lineCents ?? 0)
  })
  return { pieces, isLast, cents: isLast ? Math.max(goods, leftCents - keptCents) : goods }
}

/** The same for one order. */
export async function piecesToRefund(
  tx: Tx,
  order: OrderRow,
  { wanted, ...most }: Most & { wanted?: number | undefined },
) {
  const found = await piecesOfOrders(tx, order, new Map([[order.id, wanted]]), most)
  return found && { ...found.pieces[0]!, isLast: found.isLast, cents: found.cents }
}

export type RefundedPieces = NonNullable<Awaited<ReturnType<typeof piecesToRefund>>>

/**
 * The pieces of an order, the cents of its price and the deposits, that no refund has returned, is on its way with or was
 * settled for.
 */
export async function leftOfOrders(db: Db | Tx, transactionId: string) {
  const lines = await linesOfRefunds(db, (await refundsOf(db, transactionId)).filter(reservesAmount))
  return ({ id, quantity, price_cents: cents, deposit_cents: depositCents }: OrderRow) =>
    lines
      .filter(({ order_id }) => order_id === id)
      .reduce(
        (left, line) => ({
          depositCents,
          quantity: left.quantity - line.quantity,
          cents: left.cents - line.cents,
          deposits: left.deposits - line.deposits,
        }),
        { depositCents, quantity, cents, deposits: depositCents > 0 ? quantity : 0 },
      )
}

export async function linesOfRefunds(db: Db | Tx, refunds: { id: string }[]): Promise<RefundLineRow[]> {
  if (refunds.length === 0) return []
  const ids = refunds.map(({ id }) => id)
  const rows = await db.selectFrom('refund_lines').selectAll().where('refund_id', 'in', ids).execute()
  return rows.map((row) => ({ ...row, cents: Number(row.cents) }))
}

/** Stores what a refund is for. It takes the place of those that have failed for the same pieces. */
export async function storePieces(
  tx: Tx,
  order: OrderRow,
  refundId: string,
  { quantity, deposits, lineCents }: Pick<RefundedPieces, 'quantity' | 'deposits' | 'lineCents'>,
) {
  const line = { refund_id: refundId, order_id: order.id, quantity, deposits, cents: lineCents }
  await tx.insertInto('refund_lines').values(line).execute()
  await coverFailed(tx, order, refundId, { quantity, deposits })
}

/** Which of several equal pieces a refund was for, nobody can tell: the oldest that has failed comes first. */
async function coverFailed(tx: Tx, order: OrderRow, refundId: string, refunded: Covered) {
  const failed = (await refundsOf(tx, order.transaction_id!)).filter(
    (row) => row.state === 'failed' && isFailed(row),
  )
  const lines = await linesOfRefunds(tx, failed)
  const left = { ...refunded }
  for (const refund of failed) {
    const own = lines.filter(({ refund_id }) => refund_id === refund.id)
    const line = own.find(({ order_id }) => order_id === order.id)
    if (!line) continue
    const quantity = Math.min(left.quantity, line.quantity)
    const deposits = Math.min(left.deposits, line.deposits)
    if (quantity + deposits === 0) continue
    left.quantity -= quantity
    left.deposits -= deposits
    const goods = { quantity: line.quantity, cents: line.cents - line.deposits * order.deposit_cents }
    const cents = centsOfPieces(goods, quantity) + deposits * order.deposit_cents
    const isAllOfLine = quantity === line.quantity && deposits === line.deposits
    await shortenLine(tx, line, isAllOfLine ? undefined : { quantity, deposits, cents })
    // What is left of it may be pieces that a code has made free.
    const isAll = (own.length === 1 && isAllOfLine) || owedCents(refund) <= cents
    await coverRefund(tx, refund, { cents, isAll, now: new Date().toISOString() })
    await tx
      .updateTable('returns')
      .set({ refund_id: refundId })
      .where('refund_id', '=', refund.id)
      .where('order_id', '=', order.id)
      .execute()
    await tx
      .updateTable('old_parts')
      .set({ refund_id: refundId })
      .where('refund_id', '=', refund.id)
      .where('order_id', '=', order.id)
      .execute()
    if (isAll)
      await tx
        .updateTable('withdrawals')
        .set({ refund_id: refundId })
        .where('refund_id', '=', refund.id)
        .execute()
  }
}

type Covered = Pick<RefundLineRow, 'quantity' | 'deposits'>

/** Without what another refund is for; all of it is. */
async function shortenLine(tx: Tx, line: RefundLineRow, by: (Covered & { cents: number }) | undefined) {
  if (!by)
    await tx
      .deleteFrom('refund_lines')
      .where('refund_id', '=', line.refund_id)
      .where('order_id', '=', line.order_id)
      .execute()
  else
    await tx
      .updateTable('refund_lines')
      .set({
        quantity: line.quantity - by.quantity,
        deposits: line.deposits - by.deposits,
        cents: line.cents - by.cents,
      })
      .where('refund_id', '=', line.refund_id)
      .where('order_id', '=', line.order_id)
      .execute()
}

/** What goes back depends on other refunds of the purchase: somebody may have made one meanwhile. */
export function requireShown(cents: number, shown: number | undefined) {
  if (shown === undefined || toCents(shown) === cents) return
  const amount = toDollars(cents)
  throw refuse('refund_changed', { values: { amount: formatDollars(amount) }, details: { amount } })
}

/**
 * What is left of payments though every piece of the purchase is refunded, in cents by transaction: a refund that was made
 * by hand at the provider may leave out the delivery.
 */
export async function restsOf(database: Pick<Database, 'db' | 'engine'>, orders: OrderRow[]) {
  const refunded = orders.filter(({ state }) => state === 'refunded')
  const rests = new Map<string, number>()
  if (refunded.length === 0) return rests
  const ids = [...new Set(refunded.map(({ transaction_id }) => transaction_id!))]
  const payments = await appliedPayments(database, ids)
  if (payments.length === 0) return rests
  const open = await database.db
    .selectFrom('orders')
    .select('purchase_id')
    .where('state', '=', 'paid')
    .where(holdsMoney)
    .where(among(database.engine, 'purchase_id', [...new Set(refunded.map((row) => row.purchase_id))]))
    .execute()
  for (const payment of payments) {
    if (open.some(({ purchase_id }) => purchase_id === payment.reference)) continue
    const cents = await leftCentsOf(database.db, payment)
    if (cents > 0) rests.set(payment.transaction_id, cents)
  }
  return rests
}

/** The purchase must be locked. */
export const isEveryPieceRefunded = async (tx: Tx, { purchase_id }: OrderRow) =>
  (await ordersOfPurchase(tx, purchase_id)).every((it) => it.state !== 'paid' || holdsNoMoney(it))

/** A purchase as admins see it, who may refund it: with what is left of its payment, and of the price of each order. */
export async function withRefundable(
  database: Pick<Database, 'db' | 'engine'>,
  { transaction_id }: PurchaseRow,
  purchase: Purchase,
): Promise<Purchase> {
  const rows = await ordersOfPurchase(database.db, purchase._id)
  const rests = await restsOf(database, rows)
  const shown = rows
    .filter(({ state }) => state !== 'cancelled')
    .map((row) => ({ row, order: toOrderForAdmin(row, rests.get(row.transaction_id ?? '')) }))
  const [payment] = transaction_id ? await appliedPayments(database, [transaction_id]) : []
  if (!payment)
    return { ...purchase, orders: shown.map(({ order }) => ({ ...order, refundable: 0 })), refundable: 0 }
  const leftOf = await leftOfOrders(database.db, payment.transaction_id)
  return {
    ...purchase,
    orders: shown.map(({ row, order }) => ({ ...order, refundable: toDollars(leftOf(row).cents) })),
    refundable: toDollars(await leftCentsOf(database.db, payment)),
  }
}
