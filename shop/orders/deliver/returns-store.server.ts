import { sql } from 'kysely'
import type { OrderRow, ReturnRow } from '~/database/tables.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { readListPage } from '~/platform/lists/keyset-list.server.ts'
import { orderedFit } from '~/shop/fitment/ordered-fit.server.ts'
import type { Receipt } from '../receipts/contract.ts'
import type { ListedReturn, Return, ReturnsQuery } from '../returns/contract.ts'

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
export async function listReturns(db: Db, query: ReturnsQuery, seller: Receipt['seller']) {
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

export const toReturn = (row: ReturnRow): Return => ({
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
})

const toListedReturn = (row: ReturnRow, order: OrderRow, sendTo: string): ListedReturn => ({
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
