import { sql } from 'kysely'
import type { OrderRow } from '~/database/tables.ts'
import type { Db } from '~/platform/db/database.server.ts'
import { emailProblem, normalEmail } from '~/platform/email.ts'
import type { KeysetList } from '~/platform/lists/keyset-list.server.ts'
import { readInBatches } from '~/platform/lists/keyset-list.server.ts'
import { searchable } from '~/shop/catalogue/rules.ts'
import type { AllOrdersQuery } from '../contract.ts'
import { restsOf } from '../refunds/refund-rest.server.ts'
import type { OrderLists } from '../store.server.ts'
import { byAge, holds, isListed, numbers, orderPage, toOrderForAdmin } from '../store.server.ts'

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
