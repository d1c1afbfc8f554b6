import type { OrderRow, PurchaseRow } from '~/database/tables.ts'
import { among } from '~/platform/db/conditions.server.ts'
import type { Database, Tx } from '~/platform/db/database.server.ts'
import { toDollars } from '~/platform/money.ts'
import { appliedPayments, leftCentsOf } from '~/shop/payments/refunds/refund-store.server.ts'
import type { Purchase } from '../contract.ts'
import { ordersOfPurchase } from '../purchases.server.ts'
import { toOrderForAdmin } from '../store.server.ts'
import { leftOfOrders } from './refund-lines.server.ts'

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
  (await ordersOfPurchase(tx, purchase_id)).every(({ state }) => state !== 'paid')

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
  if (!payment) return { ...purchase, orders: shown.map(({ order }) => order), refundable: 0 }
  const leftOf = await leftOfOrders(database.db, payment.transaction_id)
  return {
    ...purchase,
    orders: shown.map(({ row, order }) => ({ ...order, refundable: toDollars(leftOf(row).cents) })),
    refundable: toDollars(await leftCentsOf(database.db, payment)),
  }
}
