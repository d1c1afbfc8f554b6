import { sql } from 'kysely'
import type { OrderRow } from '~/database/tables.ts'
import { contains } from '~/platform/db/contains.server.ts'
import type { Db } from '~/platform/db/database.server.ts'
import { emailProblem, normalEmail } from '~/platform/email.ts'
import { pageOf } from '~/platform/http/list-wish.ts'
import { searchable } from '~/shop/catalogue/rules.ts'
import type { AllOrdersWish } from './contract.ts'
import { toOrder } from './store.server.ts'

const atOnce = 500

/**
 * Without a search, page and count come from an index that holds exactly these orders in this order. A whole address and
 * a whole transaction id are found by indexes, too. Only for a piece of a word the text of every order in the list is
 * read: some 10 ms for each ten thousand, with no index that both engines share.
 */
export async function onePageOfOrders(db: Db, wish: AllOrdersWish) {
  const wanted = wantedOrders(db, wish, await named(db, wish.q))
  let ids = wanted.select('id').orderBy('created_at', 'desc').orderBy('id', 'desc')
  const page = pageOf(wish)
  if (page) ids = ids.limit(page.limit).offset(page.offset)
  const [rows, { count }] = await Promise.all([
    // Far pages skip entries of the index, never whole rows.
    db
      .selectFrom('orders')
      .selectAll()
      .where('id', 'in', db.selectFrom(ids.as('page')).select('page.id'))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
    wanted.select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { orders: rows.map(toOrder), total: Number(count) }
}

/** For a file that holds them all: each batch begins where the last one ended. */
export const ordersAfter = async (db: Db, wish: AllOrdersWish, last: OrderRow | undefined) => {
  const wanted = wantedOrders(db, wish, await named(db, wish.q))
  let rows = wanted.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
  if (last)
    rows = rows.where((e) => e(e.refTuple('created_at', 'id'), '<', e.tuple(last.created_at, last.id)))
  return rows.limit(atOnce).execute()
}

type Named = { column: 'email' | 'transaction_id'; values: string[] }

/** What somebody copied whole out of a mail or a list, if there is such an order. */
async function named(db: Db, q = ''): Promise<Named | undefined> {
  const typed = q.trim()
  const name: Named | undefined = emailProblem(typed)
    ? /^\w{12,}$/.test(typed)
      ? // Lists show it without its first three characters.
        { column: 'transaction_id', values: [typed, `pi_${typed}`] }
      : undefined
    : { column: 'email', values: [normalEmail(typed)] }
  if (!name) return undefined
  const known = db.selectFrom('orders').select('id').where(name.column, 'in', name.values).limit(1)
  return (await known.executeTakeFirst()) && name
}

function wantedOrders(db: Db, { state, q }: Pick<AllOrdersWish, 'state' | 'q'>, name: Named | undefined) {
  const orders = db.selectFrom('orders')
  // As a literal: SQLite takes an index of some rows only when it can see that no others are wanted.
  let wanted =
    state === 'all' ? orders.where(sql<boolean>`state <> 'cancelled'`) : orders.where('state', '=', state)
  if (name) return wanted.where(name.column, 'in', name.values)
  for (const word of q ? searchable(q).split(' ') : [])
    wanted = wanted.where((e) =>
      e.or([contains(e.ref('search_text'), word), contains(e.fn('lower', ['transaction_id']), word)]),
    )
  return wanted
}
