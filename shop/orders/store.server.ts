import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { OrderRow } from '~/database/tables.ts'
import { among, contains } from '~/platform/db/conditions.server.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import type { KeysetList } from '~/platform/lists/keyset-list.server.ts'
import { readListPage } from '~/platform/lists/keyset-list.server.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import { pageOf } from '~/platform/lists/list-query.ts'
import { toDollars } from '~/platform/money.ts'
import { searchable } from '~/shop/catalogue/rules.ts'
import { orderedFit } from '~/shop/fitment/ordered-fit.server.ts'
import { userByEmail } from '~/shop/identity/store.server.ts'
import type { MyOrdersQuery, Order } from './contract.ts'

export const orderRow = (db: Db | Tx, id: string) =>
  db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Cancelled orders are stored but not listed. A literal, because SQLite only uses a partial index when the query repeats
 * its condition.
 */
export const isListed = sql<boolean>`state <> 'cancelled'`

/** For the same reason. */
export const isUnpaid = sql<boolean>`state = 'unpaid'`

/** The opposite of `holdsNoMoney`. */
export const holdsMoney = sql<boolean>`price_cents > deposit_cents * deposits_back`

const boughtBy = (db: Db, customerId: string) =>
  db.selectFrom('orders').where('customer_id', '=', customerId).where(isListed)

/** Also what is not paid yet; what was cancelled does not count. */
export const hasBought = async (db: Db, customerId: string) =>
  (await boughtBy(db, customerId).select('id').limit(1).executeTakeFirst()) !== undefined

/** One row as long as they have not: to be a step of a batch, with the customer locked. */
export const selectNothingBought = (db: Db, customerId: string) =>
  boughtBy(db, customerId)
    .select((e) => e.fn.countAll<number>().as('count'))
    .having(sql<boolean>`count(*) = 0`)

/** Newest first. */
export const byAge = { table: 'orders', keys: ['created_at', 'id'], direction: 'desc' } as const

/**
 * By the person who has this address now: somebody who had it before keeps their secrets. Asked for first, because
 * SQLite would read all orders to find those of a subquery.
 */
export async function ordersOfEmail(database: OrderLists, email: string, query: MyOrdersQuery) {
  const { db } = database
  const person = await userByEmail(db, email)
  const inState = query.state === 'cancelled' ? sql<boolean>`state = 'cancelled'` : isListed
  const list: KeysetList = {
    ...byAge,
    where: [sql`customer_id = ${person?.id ?? ''}`, inState, ...findWords(query.q)],
  }
  return orderPage(database, list, query, (rows) => rows.map(toOrder))
}

/** Each word in the name of the part, or in a number. */
export const findWords = (q = '') =>
  searchable(q)
    .split(' ')
    .filter(Boolean)
    .map((word) => holds(word, [sql.ref('search_text'), ...numbers]))

/** The end of an id is the number of an order, or of a purchase, in mails and on receipts. */
export const numbers = [sql.ref('id'), sql.ref('purchase_id')]

export const holds = (word: string, texts: RawBuilder<unknown>[]) =>
  sql<boolean>`(${sql.join(
    texts.map((text) => contains(text, word)),
    sql` or `,
  )})`

export type OrderLists = Pick<Database, 'db' | 'engine'>

/** One page of orders, each with what its purchase comes to; the whole list has the orders alone. */
export async function orderPage<Shown extends Order>(
  database: OrderLists,
  list: KeysetList,
  query: ListQuery,
  show: (rows: OrderRow[]) => Shown[] | Promise<Shown[]>,
) {
  const page = await readListPage<OrderRow>(database.db, list, query)
  const orders = await show(page.rows)
  if (!pageOf(query)) return page.withRows(orders)
  const purchases = await wholePurchases(database, page.rows)
  return page.withRows(
    orders.map((order) => {
      const purchase = purchases.get(order.purchaseId)
      return purchase ? { ...order, purchase } : order
    }),
  )
}

async function wholePurchases({ db, engine }: OrderLists, rows: OrderRow[]) {
  const ids = [...new Set(rows.map(({ purchase_id }) => purchase_id))]
  const purchases = await db
    .selectFrom('purchases')
    .select(['id', 'fee_cents', 'delivered_at'])
    .where(among(engine, 'id', ids))
    .execute()
  const sums = await db
    .selectFrom('orders')
    .select(['purchase_id', sql<number>`count(*)`.as('orders'), sql<number>`sum(price_cents)`.as('cents')])
    .where(among(engine, 'purchase_id', ids))
    .where(isListed)
    .groupBy('purchase_id')
    .execute()
  const sumOf = new Map(sums.map((sum) => [sum.purchase_id, sum]))
  return new Map(
    purchases.map(({ id, fee_cents, delivered_at }) => [
      id,
      {
        orders: Number(sumOf.get(id)?.orders ?? 0),
        total: toDollars(fee_cents + Number(sumOf.get(id)?.cents ?? 0)),
        ...(delivered_at && { deliveredAt: delivered_at }),
      },
    ]),
  )
}

/** The last ones, newest first. */
export const lastOrdersOf = async (db: Db, customerId: string, limit: number) => {
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where(isListed)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toOrder)
}

export const exportOrders = (db: Db, customerId: string) =>
  db.selectFrom('orders').selectAll().where('customer_id', '=', customerId).orderBy('created_at').execute()

/** What the provider said about a refund, what it left of the payment, disputes, and what was paid back twice: for admins. */
export const toOrderForAdmin = (row: OrderRow, restCents?: number): Order => {
  const order = toOrder(row)
  if (order.refund && row.refund_reason) order.refund.reason = row.refund_reason
  if (order.refund && restCents) order.refund.rest = toDollars(restCents)
  if (row.dispute_state) order.dispute = row.dispute_state
  if (row.overpaid_cents > 0) order.overpaid = toDollars(row.overpaid_cents)
  return order
}

export const toOrder = (row: OrderRow): Order => ({
  _id: row.id,
  purchaseId: row.purchase_id,
  productId: row.product_id,
  productName: row.product_name,
  image: row.image,
  ...(row.price_cents > 0 && { price: toDollars(row.price_cents) }),
  ...(row.discount_code && {
    discount: { code: row.discount_code, amount: toDollars(Number(row.discount_cents)) },
  }),
  ...(row.deposit_cents > 0 && {
    deposit: {
      each: toDollars(row.deposit_cents),
      amount: toDollars(row.deposit_cents * row.quantity),
      back: row.deposits_back,
      days: row.deposit_days ?? 0,
    },
  }),
  quantity: row.quantity,
  size: row.size,
  email: row.email,
  userName: row.user_name,
  paid: row.state === 'paid' || row.state === 'refunded',
  ...(row.transaction_id && { transactionId: row.transaction_id }),
  refunded: row.state === 'refunded',
  ...(row.refund_state && {
    refund: {
      state: row.refund_state,
      returned: toDollars(row.refunded_cents),
      quantity: row.refunded_quantity,
    },
  }),
  ...(row.delivery_state && { delivery: row.delivery_state }),
  ...(row.return_state && { return: row.return_state }),
  ...(row.paid_at && { paidAt: row.paid_at }),
  ...(row.card_last4 && { cardLast4: row.card_last4 }),
  ...(row.cancelled_at && { cancelledAt: row.cancelled_at }),
  unitPrice: toDollars(row.unit_cents),
  createdAt: row.created_at,
  ...(row.state === 'unpaid' && row.expires_at && { expiresAt: row.expires_at }),
  ...(row.fit && { fit: orderedFit(row.fit) }),
})
