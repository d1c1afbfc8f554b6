import { sql } from 'kysely'
import type { Db } from '~/platform/db/database.server.ts'
import { toDollars } from '~/platform/money.ts'
import { isShort } from '~/shop/catalogue/manage/manage-store.server.ts'
import type { Summary } from './contract.ts'
import { rowsShown } from './rules.ts'

/** Each reads an index of its own for the days that are shown, and no order as a whole. */
export async function ordersPerDay(db: Db, firstDay: string) {
  const day = sql<string>`substr(created_at, 1, 10)`
  const rows = await db
    .selectFrom('orders')
    .select((e) => [day.as('day'), e.fn.countAll<number>().as('count')])
    .where('created_at', '>=', firstDay)
    // As a literal: SQLite takes an index of some rows only when it can see that no others are wanted.
    .where(sql<boolean>`state <> 'cancelled'`)
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
    .where(sql<boolean>`state = 'paid'`)
    .groupBy(day)
    .execute()
  return new Map(rows.map((row) => [row.day, toDollars(Number(row.cents))]))
}

/** By pieces that were paid in these days and not given back. */
export async function bestSellers(db: Db, firstDay: string): Promise<Summary['bestSellers']> {
  const best = await db
    .selectFrom('orders')
    .select((e) => ['product_id', e.fn.sum<number>('quantity').as('sold')])
    .where('paid_at', '>=', firstDay)
    .where(sql<boolean>`state = 'paid'`)
    .groupBy('product_id')
    .orderBy('sold', 'desc')
    .orderBy('product_id')
    .limit(rowsShown)
    .execute()
  if (best.length === 0) return []
  const ids = best.map(({ product_id }) => product_id)
  const names = await db
    .selectFrom('products')
    .select(['id', 'product_name'])
    .where('id', 'in', ids)
    .execute()
  const nameOf = new Map(names.map(({ id, product_name }) => [id, product_name]))
  return best.map(({ product_id, sold }) => ({
    productId: product_id,
    productName: nameOf.get(product_id) ?? 'A part that is no longer sold',
    sold: Number(sold),
  }))
}

/** Each has an index of exactly these rows; as literals, so that SQLite takes them. */
export async function stuckThings(db: Db) {
  const count = (table: 'refunds' | 'mails', isStuck: ReturnType<typeof sql<boolean>>) =>
    db
      .selectFrom(table)
      .select((e) => e.fn.countAll<number>().as('count'))
      .where(isStuck)
      .executeTakeFirstOrThrow()
  const refunds = await count('refunds', sql`state in ('refused', 'failed') and closed_at is null`)
  const mails = await count('mails', sql`failed_at is not null`)
  return { refundsInTrouble: Number(refunds.count), undeliveredMails: Number(mails.count) }
}

export async function stockCounts(db: Db): Promise<Summary['stock']> {
  const count = async (which: keyof typeof isShort) => {
    const { rows } = await db
      .selectFrom('products')
      .select((e) => e.fn.countAll<number>().as('rows'))
      .where(isShort[which])
      .executeTakeFirstOrThrow()
    return Number(rows)
  }
  const [low, out] = await Promise.all([count('low'), count('out')])
  return { low, out }
}

/** Read in the order of stock until all are found that there are, and so not to the end. */
export async function lowStock(db: Db, { low, out }: Summary['stock']): Promise<Summary['lowStock']> {
  const products = await db
    .selectFrom('products')
    .select(['id', 'product_name', 'available_qty'])
    .where(sql<boolean>`(${isShort.out} or ${isShort.low})`)
    .orderBy('available_qty')
    .orderBy('id')
    .limit(Math.min(rowsShown, low + out))
    .execute()
  return products.map((product) => ({
    productId: product.id,
    productName: product.product_name,
    availableQty: product.available_qty,
  }))
}
