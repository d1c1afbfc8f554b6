import { sql } from 'kysely'
import type { Database, Db } from '~/platform/db/database.server.ts'
import { toDollars } from '~/platform/money.ts'
import { currency } from '~/shop/payments/rules.ts'
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

/**
 * By receipts and what corrects them, which are about every cent that was paid or has gone back: delivery, refunds made by
 * hand and what a bank has taken back included. Each counts on the day on which it was issued, as in the books. Deposits are
 * no revenue: they are held until the old part is back.
 */
export async function revenuePerDay(db: Db, firstDay: string) {
  const day = sql<string>`substr(issued_at, 1, 10)`
  const cents = sql<number>`sum(case when kind = 'receipt' then amount_cents - deposit_cents else deposit_cents - amount_cents end)`
  const rows = await db
    .selectFrom('receipts')
    .select([day.as('day'), cents.as('cents')])
    .where('issued_at', '>=', firstDay)
    .where('currency', '=', currency.toUpperCase())
    .groupBy(day)
    .execute()
  return new Map(rows.map((row) => [row.day, toDollars(Number(row.cents))]))
}

/** By the same documents: what was taken for old parts, less what went back. */
export async function heldDeposits(db: Db) {
  const cents = sql<number>`sum(case when kind = 'receipt' then deposit_cents else -deposit_cents end)`
  const held = await db
    .selectFrom('receipts')
    .select(cents.as('cents'))
    .where(sql<boolean>`deposit_cents <> 0`)
    .executeTakeFirst()
  return toDollars(Number(held?.cents ?? 0))
}

/** By pieces that were paid since that day and not refunded. */
export async function bestSellers(db: Db, firstDay: string, limit: number) {
  const sold = sql<number>`sum(quantity - refunded_quantity)`
  const rows = await db
    .selectFrom('orders')
    .select(['product_id', sold.as('sold')])
    .where('paid_at', '>=', firstDay)
    .where(isPaid)
    .groupBy('product_id')
    .having(sold, '>', 0)
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
export async function picturesOfOrders({ db }: Database, addresses: string[]) {
  const wanted = new Set(addresses)
  const found = new Set<string>()
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('orders')
      .select(['id', 'image'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(ordersAtOnce)
      .execute()
    for (const { image } of rows) if (wanted.has(image)) found.add(image)
    if (rows.length < ordersAtOnce) return found
    after = rows.at(-1)!.id
  }
}
