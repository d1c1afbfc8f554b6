import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '~/platform/db/database.server.ts'
import { picturesIn } from './pictures.ts'
import { isShort } from './stock/stock.server.ts'
import { has } from './store.server.ts'

/** The names of these products; those that are deleted are left out. */
export async function productNames(db: Db, ids: string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const rows = await db.selectFrom('products').select(['id', 'product_name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, product_name }) => [id, product_name]))
}

export async function stockCounts(db: Db) {
  const count = async (which: keyof typeof isShort) => {
    const { rows } = await db
      .selectFrom('products')
      .select((e) => e.fn.countAll<number>().as('rows'))
      .where(isShort[which])
      .where(has.shown)
      .executeTakeFirstOrThrow()
    return Number(rows)
  }
  const [low, out] = await Promise.all([count('low'), count('out')])
  return { low, out }
}

/** Those that nobody has weighed. */
export async function countUnweighed(db: Db) {
  const { rows } = await db
    .selectFrom('products')
    .select((e) => e.fn.countAll<number>().as('rows'))
    .where('weight_grams', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(rows)
}

/** Read in the order of stock up to the limit; one that is no larger than what there is spares reading to the end. */
export async function fewestInStock(db: Db, limit: number) {
  const products = await db
    .selectFrom('products')
    .select(['id', 'product_name', 'available_qty'])
    .where(sql<boolean>`(${isShort.out} or ${isShort.low})`)
    .where(has.shown)
    .orderBy('available_qty')
    .orderBy('id')
    .limit(limit)
    .execute()
  return products.map((product) => ({
    productId: product.id,
    productName: product.product_name,
    availableQty: product.available_qty,
  }))
}

export async function picturesOfProducts(db: Db, pattern: string) {
  const rows = await db
    .selectFrom('products')
    .select(['image', 'more_pictures'])
    .where((e) => e.or([e('image', 'like', pattern), e('more_pictures', '!=', '')]))
    .execute()
  return rows.flatMap((row) => [row.image, ...picturesIn(row.more_pictures)])
}

const changesAtOnce = 5000

/** When each product of the shop was last changed, in the order of ids. Only the first batch has rows to skip. */
export async function* productChanges(db: Db, offset: number, to: number) {
  let last: string | undefined
  for (let at = offset; at < to; at += changesAtOnce) {
    const rows = await db
      .selectFrom('products')
      .select(['id', 'changed_at'])
      .where(has.shown)
      .$if(last !== undefined, (query) => query.where('id', '>', last!))
      .orderBy('id')
      .limit(Math.min(changesAtOnce, to - at))
      .$if(last === undefined, (query) => query.offset(offset))
      .execute()
    if (rows.length === 0) return
    last = rows.at(-1)!.id
    yield rows.map(({ id, changed_at }) => ({ id, changedAt: changed_at }))
    await nextTurn()
  }
}
