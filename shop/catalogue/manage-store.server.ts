import type { Db, Tx } from '~/platform/db/database.server.ts'
import { newId } from '~/platform/id.ts'
import type { ManageWish, NewProduct } from './manage-contract.ts'
import type { ManageSort } from './manage-rules.ts'
import { lowStock } from './manage-rules.ts'
import { searchable } from './rules.ts'
import { matching, toProduct } from './store.server.ts'

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

export async function onePageToManage(db: Db, { page, limit, q, sort, stock }: ManageWish) {
  let wanted = matching(db, q ? searchable(q).split(' ') : [])
  if (stock === 'out') wanted = wanted.where('available_qty', '<=', 0)
  if (stock === 'low')
    wanted = wanted
      .where('available_qty', '>', 0)
      .where((e) => e.or([e('available_qty', '<=', lowStock), e('available_qty', '<', e.ref('order_qty'))]))
  const [column, direction] = order[sort]
  const rows = await wanted
    .selectAll()
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { count } = await wanted.select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return { products: rows.map(toProduct), total: Number(count) }
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
    })
    .where('id', '=', id)
    .execute()

export const deleteProduct = (tx: Tx, id: string) =>
  tx.deleteFrom('products').where('id', '=', id).returningAll().executeTakeFirst()
