import { sql } from 'kysely'
import type { OrderRow } from '~/database/tables.ts'
import { contains } from '~/platform/db/contains.server.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { searchable } from '~/shop/catalogue/rules.ts'
import type { Order, OrderListWish } from './contract.ts'
import { ordersPerPage } from './rules.ts'

export const orderRow = (db: Db | Tx, id: string) =>
  db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()

/** Cancelled orders are in the books and in no list. */
export const allOrders = (db: Db) => db.selectFrom('orders').where('state', '<>', 'cancelled')

/**
 * By the person who has this address now: somebody who had it before keeps their secrets. Asked for first, because
 * SQLite would read the orders of everybody to find those of whoever a subquery names.
 */
export async function ordersOfEmail(db: Db, email: string) {
  const person = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  return { ofPerson: allOrders(db).where('customer_id', '=', person?.id ?? '') }
}

export async function newestFirst(orders: ReturnType<typeof allOrders>, wish: OrderListWish) {
  let wanted = orders
  for (const word of wish.q ? searchable(wish.q).split(' ') : [])
    wanted = wanted.where((e) => contains(e.ref('search_text'), word))
  let page = wanted.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
  const wantsPage = wish.page !== undefined || wish.limit !== undefined
  const limit = wish.limit ?? ordersPerPage
  if (wantsPage) page = page.limit(limit).offset(((wish.page ?? 1) - 1) * limit)
  const rows = await page.execute()
  const total = wantsPage
    ? (await wanted.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()).count
    : rows.length
  return { orders: rows.map(toOrder), total: Number(total) }
}

export const toOrder = (row: OrderRow): Order => ({
  _id: row.id,
  productId: row.product_id,
  productName: row.product_name,
  image: row.image,
  ...(row.price_cents > 0 && { price: row.price_cents / 100 }),
  quantity: row.quantity,
  size: row.size,
  email: row.email,
  userName: row.user_name,
  paid: row.state === 'paid' || row.state === 'refunded',
  ...(row.transaction_id && { transactionId: row.transaction_id }),
  refunded: row.state === 'refunded',
  createdAt: row.created_at,
  ...(row.state === 'unpaid' && row.expires_at && { expiresAt: row.expires_at }),
})
