import { sql } from 'kysely'
import type { OrderRow } from '~/database/tables.ts'
import { contains } from '~/platform/db/contains.server.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import type { KeysetList } from '~/platform/lists/keyset-list.server.ts'
import { readListPage } from '~/platform/lists/keyset-list.server.ts'
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

/** Newest first. */
export const byAge = { table: 'orders', keys: ['created_at', 'id'], direction: 'desc' } as const

/**
 * By the person who has this address now: somebody who had it before keeps their secrets. Asked for first, because
 * SQLite would read all orders to find those of a subquery.
 */
export async function ordersOfEmail(db: Db, email: string, query: MyOrdersQuery) {
  const person = await userByEmail(db, email)
  const words = query.q ? searchable(query.q).split(' ') : []
  const inState = query.state === 'cancelled' ? sql<boolean>`state = 'cancelled'` : isListed
  const list: KeysetList = {
    ...byAge,
    where: [
      sql`customer_id = ${person?.id ?? ''}`,
      inState,
      ...words.map((word) => contains(sql.ref('search_text'), word)),
    ],
  }
  const page = await readListPage<OrderRow>(db, list, query)
  return page.map(toOrder)
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
