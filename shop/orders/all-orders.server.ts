import { sql } from 'kysely'
import type { OrderRow } from '~/database/tables.ts'
import { contains } from '~/platform/db/contains.server.ts'
import type { Db } from '~/platform/db/database.server.ts'
import { pageOf } from '~/platform/http/list-wish.ts'
import { searchable } from '~/shop/catalogue/rules.ts'
import type { AllOrdersWish } from './contract.ts'
import { toOrder } from './store.server.ts'

const atOnce = 500

/**
 * Without a search, page and count come from an index that holds exactly these orders in this order. A search reads
 * the text of every order in the list: some 10 ms for each ten thousand, with no index that both engines share.
 */
export async function onePageOfOrders(db: Db, wish: AllOrdersWish) {
  const wanted = wantedOrders(db, wish)
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
export const ordersAfter = (db: Db, wish: AllOrdersWish, last: OrderRow | undefined) => {
  let rows = wantedOrders(db, wish).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
  if (last)
    rows = rows.where((e) => e(e.refTuple('created_at', 'id'), '<', e.tuple(last.created_at, last.id)))
  return rows.limit(atOnce).execute()
}

function wantedOrders(db: Db, { state, q }: Pick<AllOrdersWish, 'state' | 'q'>) {
  const orders = db.selectFrom('orders')
  // As a literal: SQLite takes an index of some rows only when it can see that no others are wanted.
  let wanted =
    state === 'all' ? orders.where(sql<boolean>`state <> 'cancelled'`) : orders.where('state', '=', state)
  for (const word of q ? searchable(q).split(' ') : [])
    wanted = wanted.where((e) =>
      e.or([contains(e.ref('search_text'), word), contains(e.fn('lower', ['transaction_id']), word)]),
    )
  return wanted
}
