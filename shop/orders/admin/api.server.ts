import { sql } from 'kysely'
import type { OrderRow } from '~/database/tables.ts'
import type { Database, Db } from '~/platform/db/database.server.ts'
import { emailProblem, normalEmail } from '~/platform/email.ts'
import { csvFile } from '~/platform/http/csv-file.server.ts'
import type { Implementations } from '~/platform/http/endpoint.server.ts'
import type { KeysetList } from '~/platform/lists/keyset-list.server.ts'
import { readInBatches } from '~/platform/lists/keyset-list.server.ts'
import { toDollars } from '~/platform/money.ts'
import { searchable } from '~/shop/catalogue/rules.ts'
import { orderedFit } from '~/shop/fitment/ordered-fit.server.ts'
import type { AllOrdersQuery, OrderContract } from '../contract.ts'
import { restsOf } from '../refunds/refund-lines.server.ts'
import type { OrderLists } from '../store.server.ts'
import { byAge, holds, isListed, numbers, orderPage, toOrderForAdmin } from '../store.server.ts'

/** What admins alone do with orders. */
export const adminEndpoints = ({ db }: Database): Pick<Implementations<OrderContract>, 'exportOrders'> => ({
  exportOrders: {
    access: 'money',
    summary: 'The orders as a table for spreadsheets, newest first, with ?q= and ?state=',
    async handler({ query }) {
      return csvFile({ name: 'orders', columns }, allMatching(db, query))
    },
  },
})

const columns: [string, (order: OrderRow) => string | number | null][] = [
  ['Order', (order) => order.id],
  ['Date', (order) => order.created_at],
  ['Email', (order) => order.email],
  ['Name', (order) => order.user_name],
  ['Part', (order) => order.product_name],
  ['Quantity', (order) => order.quantity],
  ['Size', (order) => order.size],
  ['Price in $', (order) => toDollars(order.price_cents)],
  ['Payment', (order) => order.state],
  ['Transaction', (order) => order.transaction_id],
  ['Paid', (order) => order.paid_at],
  ['Refunded', (order) => order.refunded_at],
  ['Refund', (order) => order.refund_state],
  ['Returned in $', (order) => toDollars(Number(order.refunded_cents))],
  ['Car', (order) => order.fit && orderedFit(order.fit).car],
  ['Discount in $', (order) => (order.discount_code ? toDollars(order.discount_cents) : '')],
  ['Code', (order) => order.discount_code],
  ['Deposit in $', (order) => (order.deposit_cents ? toDollars(order.deposit_cents * order.quantity) : '')],
]

const atOnce = 500

/** One page, and how many there are. */
export const onePageOfOrders = async (database: OrderLists, query: AllOrdersQuery) =>
  orderPage(database, await matchingOrders(database.db, query), query, async (rows) => {
    const rests = await restsOf(database, rows)
    return rows.map((row) => toOrderForAdmin(row, rests.get(row.transaction_id ?? '')))
  })

/** For a file that holds them all. */
export async function* allMatching(db: Db, query: AllOrdersQuery) {
  yield* readInBatches<OrderRow>(db, await matchingOrders(db, query), atOnce)
}

/**
 * Without a search they stand in an index that holds exactly these orders in this order. A whole address and a whole
 * transaction id are found by indexes, too. Only for a piece of a word the text of the orders is looked through.
 */
async function matchingOrders(
  db: Db,
  { state, q }: Pick<AllOrdersQuery, 'state' | 'q'>,
): Promise<KeysetList> {
  const inState = state === 'all' ? isListed : sql<boolean>`state = ${state}`
  const named = await wholeName(db, q)
  if (named) return { ...byAge, where: [named, inState] }
  const words = q ? searchable(q).split(' ') : []
  const texts = [sql.ref('search_text'), sql`lower(transaction_id)`, ...numbers]
  return { ...byAge, where: [inState, ...words.map((word) => holds(word, texts))] }
}

/** What somebody copied whole out of a mail or a list, if there is such an order. */
async function wholeName(db: Db, q = '') {
  const typed = q.trim()
  const name = emailProblem(typed)
    ? /^\w{12,}$/.test(typed)
      ? // Lists show it without its first three characters.
        sql<boolean>`transaction_id in (${typed}, ${`pi_${typed}`})`
      : undefined
    : sql<boolean>`email = ${normalEmail(typed)}`
  if (!name) return undefined
  const known = await db.selectFrom('orders').select('id').where(name).limit(1).executeTakeFirst()
  return known && name
}
