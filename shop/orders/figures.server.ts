import { sql } from 'kysely'
import { among } from '~/platform/db/among.server.ts'
import type { Database, Db } from '~/platform/db/database.server.ts'
import { readInBatches } from '~/platform/lists/keyset-pages.server.ts'
import { toDollars } from '~/platform/money.ts'
import { isListed } from './store.server.ts'

/** A literal, because SQLite only uses a partial index when the query repeats its condition. */
const isPaid = sql<boolean>`state = 'paid'`

/** Each reads only an index for the days that are shown, and no complete order. */
export async function ordersPerDay(db: Db, firstDay: string) {
  const day = sql<string>`substr(created_at, 1, 10)`
  const rows = await db
    .selectFrom('orders')
    .select((e) => [day.as('day'), e.fn.countAll<number>().as('count')])
    .where('created_at', '>=', firstDay)
    .where(isListed)
    .groupBy(day)
    .execute()
  return new Map(rows.map((row) => [row.day, Number(row.count)]))
}

export async function revenuePerDay(db: Db, firstDay: string) {
  const day = sql<string>`substr(paid_at, 1, 10)`
  const rows = await db
    .selectFrom('orders')
    .select((e) => [day.as('day'), e.fn.sum<number>('price_cents').as('cents')])
    .where('paid_at', '>=', firstDay)
    .where(isPaid)
    .groupBy(day)
    .execute()
  return new Map(rows.map((row) => [row.day, toDollars(Number(row.cents))]))
}

/** By pieces that were paid since that day and not given back. */
export async function bestSellers(db: Db, firstDay: string, limit: number) {
  const rows = await db
    .selectFrom('orders')
    .select((e) => ['product_id', e.fn.sum<number>('quantity').as('sold')])
    .where('paid_at', '>=', firstDay)
    .where(isPaid)
    .groupBy('product_id')
    .orderBy('sold', 'desc')
    .orderBy('product_id')
    .limit(limit)
    .execute()
  return rows.map(({ product_id, sold }) => ({ productId: product_id, sold: Number(sold) }))
}

const ordersAtOnce = 10_000

/**
 * Which of these pictures an order shows. No index of orders tells, because every order would pay for it: all orders are
 * read.
 */
export async function picturesOfOrders({ db, engine }: Database, addresses: string[]) {
  const filter = among(engine, 'image', addresses)
  const list = { table: 'orders', keys: ['id'], direction: 'asc', filter } as const
  const found = new Set<string>()
  for await (const rows of readInBatches<{ image: string }>(db, list, ordersAtOnce))
    for (const { image } of rows) found.add(image)
  return found
}
