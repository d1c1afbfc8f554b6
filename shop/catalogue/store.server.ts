import type { ProductRow } from '~/database/tables.ts'
import type { Db } from '~/platform/db/database.server.ts'
import type { Product, ProductListWish } from './contract.ts'
import type { Sort } from './rules.ts'
import { searchable } from './rules.ts'

export async function allProducts(db: Db): Promise<Product[]> {
  const rows = await db.selectFrom('products').selectAll().orderBy('created_at').orderBy('id').execute()
  return rows.map(toProduct)
}

export async function onePageOfProducts(db: Db, wish: ProductListWish & { limit: number }) {
  const words = wish.q ? searchable(wish.q).split(' ') : []
  const wanted = matching(db, words)
  const [column, direction] = order[wish.sort]
  // The page is cut from an index alone; only its few rows are then read whole.
  const ids = wanted
    .select('id')
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(wish.limit)
    .offset(((wish.page ?? 1) - 1) * wish.limit)
  const rows = await db
    .selectFrom('products')
    .selectAll()
    .where('id', 'in', db.selectFrom(ids.as('page')).select('page.id'))
    .orderBy(column, direction)
    .orderBy('id', direction)
    .execute()
  const { count } = await wanted.select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return { products: rows.map(toProduct), total: Number(count) }
}

export async function oneProduct(db: Db, id: string): Promise<Product | undefined> {
  const row = await db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toProduct(row)
}

const order: Record<Sort, [column: 'created_at' | 'price_cents' | 'name_key', direction: 'asc' | 'desc']> = {
  featured: ['created_at', 'asc'],
  newest: ['created_at', 'desc'],
  'price-low': ['price_cents', 'asc'],
  'price-high': ['price_cents', 'desc'],
  name: ['name_key', 'asc'],
}

export function matching(db: Db, words: string[]) {
  let query = db.selectFrom('products')
  for (const word of words) query = query.where('search_text', 'like', `%${literally(word)}%`)
  return query
}

const literally = (word: string) => word.replace(/[%_]/g, '')

export const toProduct = (row: ProductRow): Product => ({
  _id: row.id,
  productName: row.product_name,
  image: row.image,
  price: row.price_cents / 100,
  availableQty: row.available_qty,
  orderQty: row.order_qty,
  productDescription: row.product_description,
})
