import { sql } from 'kysely'
import type { OrderRow } from '~/database/tables.ts'
import { contains } from '~/platform/db/contains.server.ts'
import type { Database, Db } from '~/platform/db/database.server.ts'
import { emailProblem, normalEmail } from '~/platform/email.ts'
import type { KeysetList } from '~/platform/lists/keyset-list.server.ts'
import { readInBatches, readListPage } from '~/platform/lists/keyset-list.server.ts'
import { searchable } from '~/shop/catalogue/rules.ts'
import type { AllOrdersQuery } from '../contract.ts'
import { restsOf } from '../refunds/refund-rest.server.ts'
import { byAge, isListed, toOrderForAdmin } from '../store.server.ts'

const atOnce = 500

/** One page, and how many there are. */
export async function onePageOfOrders(database: Pick<Database, 'db' | 'engine'>, query: AllOrdersQuery) {
  const { db } = database
  const page = await readListPage<OrderRow>(db, await matchingOrders(db, query), query)
  const rests = await restsOf(database, page.rows)
  return page.map((row) => toOrderForAdmin(row, rests.get(row.transaction_id ?? '')))
}

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
  return { ...byAge, where: [inState, ...words.map(holds)] }
}

const holds = (word: string) => {
  // The end of the id is the number of the order in mails and on receipts.
  const texts = [sql.ref('search_text'), sql<string>`lower(transaction_id)`, sql.ref('id')]
  return sql<boolean>`(${sql.join(
    texts.map((text) => contains(text, word)),
    sql` or `,
  )})`
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
