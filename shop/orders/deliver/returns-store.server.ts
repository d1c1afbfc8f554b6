import { sql } from 'kysely'
import type { OrderRow, RefundLineRow, ReturnRow } from '~/database/tables.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { readListPage } from '~/platform/lists/keyset-list.server.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import { returnStock } from '~/shop/catalogue/stock/stock.server.ts'
import { orderedFit } from '~/shop/fitment/ordered-fit.server.ts'
import { refundRow } from '~/shop/payments/refunds/refund-store.server.ts'
import { holdsNoMoney } from '../rules.ts'
import { holdsMoney, orderRow } from '../store.server.ts'

export const returnRow = (db: Db | Tx, id: string) =>
  db.selectFrom('returns').selectAll().where('id', '=', id).executeTakeFirst()

export const returnsOfPurchase = (db: Db | Tx, purchaseId: string) =>
  db
    .selectFrom('returns')
    .selectAll()
    .where('purchase_id', '=', purchaseId)
    .orderBy('asked_at')
    .orderBy('id')
    .execute()

/** Oldest first: who has waited longest is answered first. */
export async function listReturns(
  db: Db,
  query: ListQuery & Pick<ReturnRow, 'state'>,
  seller: { name: string; address: string[] },
) {
  const list = {
    table: 'returns',
    keys: ['asked_at', 'id'],
    direction: 'asc',
    where: [sql<boolean>`state = ${query.state}`],
  } as const
  const page = await readListPage<ReturnRow>(db, list, query)
  const ids = page.rows.map(({ order_id }) => order_id)
  const orders =
    ids.length > 0 ? await db.selectFrom('orders').selectAll().where('id', 'in', ids).execute() : []
  const byId = new Map(orders.map((order) => [order.id, order]))
  const sendTo = seller.address.length > 0 ? [seller.name, ...seller.address].join('\n') : ''
  return page.map((row) => toListedReturn(row, byId.get(row.order_id)!, sendTo))
}

export const toReturn = (row: ReturnRow) => ({
  _id: row.id,
  orderId: row.order_id,
  quantity: row.quantity,
  reason: row.reason,
  note: row.note,
  state: row.state,
  answer: row.answer,
  askedAt: row.asked_at,
  ...(row.decided_at && { decidedAt: row.decided_at }),
  ...(row.received_at && { receivedAt: row.received_at }),
  ...(row.completed_at && { completedAt: row.completed_at }),
  ...(row.is_sound !== null && { sound: row.is_sound === 1 }),
  refunded: row.refund_id !== null,
  isWithdrawal: row.withdrawal_id !== null,
})

const toListedReturn = (row: ReturnRow, order: OrderRow, sendTo: string) => ({
  ...toReturn(row),
  purchaseId: row.purchase_id,
  productName: order.product_name,
  image: order.image,
  size: order.size,
  email: order.email,
  userName: order.user_name,
  ...(order.fit && { fit: orderedFit(order.fit) }),
  sendTo,
})

export const exportReturns = (db: Db, customerId: string) =>
  db.selectFrom('returns').selectAll().where('customer_id', '=', customerId).orderBy('asked_at').execute()

/** When the customer is deleted: what was said about it. */
export const forgetReturnWords = (tx: Tx, customerId: string) =>
  tx.updateTable('returns').set({ note: '', answer: '' }).where('customer_id', '=', customerId).execute()

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
 * returned. A return of which no money is left to go back is complete.
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
    if (left > 0 && !holdsNoMoney(order)) continue
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
  { id, order_id, purchase_id, withdrawal_id }: ReturnRow,
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
  if (withdrawal_id) await settleWithdrawals(tx, purchase_id)
  return true
}

/** A withdrawal is open as long as anything is to come back by it that was paid for, or its money is not there. */
export async function settleWithdrawals(tx: Tx, purchaseId: string) {
  const rows = await tx
    .selectFrom('withdrawals')
    .selectAll()
    .where('purchase_id', '=', purchaseId)
    .where('state', 'in', ['open', 'done'])
    .execute()
  if (rows.length === 0) return
  const returns = (await returnsOfPurchase(tx, purchaseId)).filter((row) => row.withdrawal_id)
  const owing = await tx
    .selectFrom('orders')
    .select('id')
    .where('purchase_id', '=', purchaseId)
    .where('state', '=', 'paid')
    .where(holdsMoney)
    .execute()
  const isOwed = ({ order_id, state }: ReturnRow) =>
    (state === 'accepted' || state === 'received') && owing.some(({ id }) => id === order_id)
  for (const { id, state, refund_id } of rows) {
    const own = returns.filter(({ withdrawal_id }) => withdrawal_id === id)
    const refunds = [refund_id, ...own.map((row) => row.refund_id)].filter((it) => it !== null)
    const isOpen = own.some(isOwed) || !(await areSettled(tx, refunds))
    const now = isOpen ? 'open' : 'done'
    if (state !== now) await tx.updateTable('withdrawals').set({ state: now }).where('id', '=', id).execute()
  }
}

async function areSettled(tx: Tx, refundIds: string[]) {
  for (const id of refundIds) {
    const refund = await refundRow(tx, id)
    if (refund && refund.state !== 'succeeded' && !refund.closed_at) return false
  }
  return true
}
