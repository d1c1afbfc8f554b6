import { sql } from 'kysely'
import { among } from '~/platform/db/among.server.ts'
import type { Database, Tx } from '~/platform/db/database.server.ts'
import { newId } from '~/platform/id.ts'
import type { ManageWish, NewProduct } from './manage-contract.ts'
import type { ManageSort } from './manage-rules.ts'
import { lowStock } from './manage-rules.ts'
import { searchable } from './rules.ts'
import type { IndexOrder } from './search/product-index.server.ts'
import type { ProductSearch } from './search/search.server.ts'
import { isDeep, productsTotal, theseProducts, toProduct } from './store.server.ts'

type Column = 'created_at' | 'price_cents' | 'name_key' | 'available_qty'

const order: Record<ManageSort, [column: Column, direction: 'asc' | 'desc']> = {
  newest: ['created_at', 'desc'],
  oldest: ['created_at', 'asc'],
  name: ['name_key', 'asc'],
  'name-down': ['name_key', 'desc'],
  'stock-low': ['available_qty', 'asc'],
  'stock-high': ['available_qty', 'desc'],
  'price-low': ['price_cents', 'asc'],
  'price-high': ['price_cents', 'desc'],
}

/** Stock moves with every order, so it is the database that sorts by it; the rest of a search is done in memory. */
const foundOrder: Record<Exclude<ManageSort, `stock-${string}`>, [order: IndexOrder, descending: boolean]> = {
  newest: ['age', true],
  oldest: ['age', false],
  name: ['name', false],
  'name-down': ['name', true],
  'price-low': ['price', false],
  'price-high': ['price', true],
}

export async function onePageToManage(database: Database, search: ProductSearch, wish: ManageWish) {
  const { page, limit, q, sort, stock } = wish
  if (stock || sort === 'stock-low' || sort === 'stock-high') {
    if (!q) return cutByStock(database, wish, undefined)
    const { ids } = await search.find({ q, order: 'age', offset: 0, limit: Number.POSITIVE_INFINITY })
    return cutByStock(database, wish, ids)
  }
  if (!q && !isDeep(wish)) return cutByStock(database, wish, undefined)
  const [order, descending] = foundOrder[sort]
  const { ids, total } = await search.find({ q, order, descending, offset: (page - 1) * limit, limit })
  return { products: await theseProducts(database.db, ids), total }
}

/**
 * As literals: an index of some rows is taken only where it can be seen that no others are wanted. Not `> 0`, by which
 * SQLite would rather count in the index of all stock.
 */
const short = {
  out: sql<boolean>`available_qty <= 0`,
  low: sql<boolean>`available_qty <> 0 and (available_qty <= ${sql.lit(lowStock)} or available_qty < order_qty)`,
}

async function cutByStock(
  { db, engine }: Database,
  { page, limit, sort, stock }: ManageWish,
  ids: string[] | undefined,
) {
  let wanted = db.selectFrom('products')
  if (ids) wanted = wanted.where(among(engine, 'id', ids))
  if (stock) wanted = wanted.where(short[stock])
  const [column, direction] = order[sort]
  const count = () => wanted.select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const [rows, total] = await Promise.all([
    wanted
      .selectAll()
      .orderBy(column, direction)
      .orderBy('id', direction)
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    ids || stock ? count().then(({ count }) => Number(count)) : productsTotal(db),
  ])
  return { products: rows.map(toProduct), total }
}

export const productRow = (product: NewProduct, createdAt = new Date().toISOString()) => ({
  id: newId(),
  product_name: product.productName,
  name_key: searchable(product.productName),
  image: product.image,
  price_cents: product.priceCents,
  available_qty: product.availableQty,
  order_qty: product.orderQty,
  product_description: product.productDescription,
  search_text: searchText(product),
  created_at: createdAt,
  changed_at: createdAt,
})

export const searchText = (product: { productName: string; productDescription: string }) =>
  searchable(`${product.productName} ${product.productDescription}`)

/** Undefined when there is one of that name already. */
export const insertProduct = (tx: Tx, product: NewProduct) =>
  tx
    .insertInto('products')
    .values(productRow(product))
    .onConflict((c) => c.column('name_key').doNothing())
    .returning('id')
    .executeTakeFirst()

type Details = Pick<NewProduct, 'priceCents' | 'orderQty' | 'productDescription' | 'image'>

export const updateDetails = (tx: Tx, id: string, product: Details & { productName: string }) =>
  tx
    .updateTable('products')
    .set({
      price_cents: product.priceCents,
      order_qty: product.orderQty,
      product_description: product.productDescription,
      image: product.image,
      search_text: searchText(product),
      changed_at: new Date().toISOString(),
    })
    .where('id', '=', id)
    .execute()

export const deleteProduct = (tx: Tx, id: string) =>
  tx.deleteFrom('products').where('id', '=', id).returningAll().executeTakeFirst()
