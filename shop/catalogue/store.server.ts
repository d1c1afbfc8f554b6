import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ProductRow } from '~/database/tables.ts'
import type { Db } from '~/platform/db/database.server.ts'
import { inBatches } from '~/platform/http/csv-file.server.ts'
import type { Product, ProductListQuery } from './contract.ts'
import type { FieldValue } from './fields/field-kinds.ts'
import { fieldNames, fieldOf } from './fields/product-fields.ts'
import type { Sort } from './rules.ts'
import { searchable } from './rules.ts'
import type { IndexOrder } from './search/product-index.server.ts'
import type { ProductSearch } from './search/search.server.ts'

const atOnce = 250

/** All of them, batch by batch, and others have their turn in between. */
export async function* allProducts(db: Db): AsyncGenerator<Product[]> {
  const batches = inBatches<ProductRow>((last) => {
    let next = db.selectFrom('products').selectAll().orderBy('created_at').orderBy('id').limit(atOnce)
    if (last)
      next = next.where((e) => e(e.refTuple('created_at', 'id'), '>', e.tuple(last.created_at, last.id)))
    return next.execute()
  })
  for await (const rows of batches) {
    yield rows.map(toProduct)
    await nextTurn()
  }
}

/** Kept by the database: nothing is counted. */
export async function productsTotal(db: Db) {
  const { total } = await db.selectFrom('products_total').select('total').executeTakeFirstOrThrow()
  return total
}

type PageWish = ProductListQuery & { page: number; limit: number }

/** So many the database may skip in an index. Pages further on are cut in memory, where nothing has to be skipped. */
const mostSkipped = 960
export const isDeep = (wish: { page: number; limit: number }) => (wish.page - 1) * wish.limit > mostSkipped

export async function onePageOfProducts(db: Db, wish: PageWish) {
  const [column, direction] = order[wish.sort]
  // The page is cut from an index alone; only its few rows are then read whole.
  const ids = db
    .selectFrom('products')
    .select('id')
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(wish.limit)
    .offset((wish.page - 1) * wish.limit)
  const [rows, total] = await Promise.all([
    db
      .selectFrom('products')
      .selectAll()
      .where('id', 'in', db.selectFrom(ids.as('page')).select('page.id'))
      .orderBy(column, direction)
      .orderBy('id', direction)
      .execute(),
    productsTotal(db),
  ])
  return { products: rows.map(toProduct), total }
}

/** Of those that answer `q`, or of all. Unless another order is asked for, those whose name is meant come first. */
export async function onePageOfFound(db: Db, search: ProductSearch, { q, page, limit, sort }: PageWish) {
  const [order, descending] = foundOrder[sort]
  const { ids, total, missing } = await search.find({
    q,
    order,
    descending,
    offset: (page - 1) * limit,
    limit,
  })
  return { products: await theseProducts(db, ids), total, missing: missing.join(' ') }
}

/** In this order; one that was deleted this very moment is left out. */
export async function theseProducts(db: Db, ids: string[]): Promise<Product[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('products').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map(toProduct)
}

const foundOrder: Record<Sort, [order: IndexOrder, descending: boolean]> = {
  featured: ['relevance', false],
  newest: ['age', true],
  'price-low': ['price', false],
  'price-high': ['price', true],
  name: ['name', false],
}

export const productRow = (db: Db, id: string) =>
  db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirst()

export const productRowByName = (db: Db, name: string) =>
  db.selectFrom('products').selectAll().where('name_key', '=', searchable(name)).executeTakeFirst()

export async function oneProduct(db: Db, id: string): Promise<Product | undefined> {
  const row = await productRow(db, id)
  return row && toProduct(row)
}

const order: Record<Sort, [column: 'created_at' | 'price_cents' | 'name_key', direction: 'asc' | 'desc']> = {
  featured: ['created_at', 'asc'],
  newest: ['created_at', 'desc'],
  'price-low': ['price_cents', 'asc'],
  'price-high': ['price_cents', 'desc'],
  name: ['name_key', 'asc'],
}

export function toProduct(row: ProductRow): Product {
  const product: Record<string, FieldValue> = { _id: row.id }
  for (const name of fieldNames) {
    const { column, fromColumn } = fieldOf(name)
    product[name] = fromColumn(row[column])
  }
  return product as Product
}
