import { sql } from 'kysely'
import type { ProductRow } from '~/database/tables.ts'
import { among } from '~/platform/db/among.server.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import { newId } from '~/platform/id.ts'
import { onePart } from '~/platform/lists/long-table.server.ts'
import type { LongTable } from '~/platform/lists/part-queries.server.ts'
import { orderOf } from '~/platform/lists/part-queries.server.ts'
import type { DetailName, Details, FieldOf, ProductValues } from '../fields/product-fields.ts'
import { detailNames, fieldOf, searchedText } from '../fields/product-fields.ts'
import { searchable } from '../rules.ts'
import type { IndexOrder } from '../search/product-index.server.ts'
import type { ProductSearch } from '../search/search.server.ts'
import { isDeep, productsTotal, theseProducts, toProduct } from '../store.server.ts'
import type { ManageQuery } from './manage-contract.ts'
import type { ManageSort } from './manage-rules.ts'
import { lowStock } from './manage-rules.ts'

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

export async function onePageToManage(database: Database, search: ProductSearch, wish: ManageQuery) {
  const { page, limit, q, sort, stock } = wish
  if (stock || sort === 'stock-low' || sort === 'stock-high') return cutByStock(database, search, wish)
  if (!q && !isDeep(wish)) return oneOfTheFirstPages(database.db, wish)
  const [order, descending] = foundOrder[sort]
  const { ids, total } = await search.find({ q, order, descending, offset: (page - 1) * limit, limit })
  return { products: await theseProducts(database.db, ids), total }
}

/**
 * As literals: an index of some rows is taken only where it can be seen that no others are wanted. Not `> 0`, by which
 * SQLite would rather count in the index of all stock.
 */
export const isShort = {
  out: sql<boolean>`available_qty <= 0`,
  low: sql<boolean>`available_qty <> 0 and (available_qty <= ${sql.lit(lowStock)} or available_qty < order_qty)`,
}

async function oneOfTheFirstPages(db: Db, { page, limit, sort }: ManageQuery) {
  const [column, direction] = order[sort]
  const [rows, total] = await Promise.all([
    db
      .selectFrom('products')
      .selectAll()
      .orderBy(column, direction)
      .orderBy('id', direction)
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    productsTotal(db),
  ])
  return { products: rows.map(toProduct), total }
}

const sortedBy = (sort: ManageSort): LongTable => {
  const [column, direction] = order[sort]
  // No two products have one name.
  const keys = column === 'name_key' ? ([column] as const) : ([column, 'id'] as const)
  return { table: 'products', keys, direction, isNumber: numbers.includes(column) }
}
const numbers: Column[] = ['price_cents', 'available_qty']

async function cutByStock({ db, engine }: Database, search: ProductSearch, wish: ManageQuery) {
  const { rows, ...part } = await onePart<ProductRow>(db, await wantedByStock(), wish)
  return { products: rows.map(toProduct), ...part }

  async function wantedByStock(): Promise<LongTable> {
    const wanted = wish.stock && isShort[wish.stock]
    if (wish.q) {
      const everything = { order: 'age', offset: 0, limit: Number.POSITIVE_INFINITY } as const
      const { ids } = await search.find({ q: wish.q, ...everything })
      const isFound = among(engine, 'id', ids)
      const where = wanted ? sql<boolean>`${wanted} and ${isFound}` : isFound
      return { ...sortedBy(wish.sort), where }
    }
    if (!wanted || wish.sort === 'newest' || wish.sort === 'oldest')
      return { ...sortedBy(wish.sort), where: wanted }
    // What is short stands by age in indexes that hold nothing else; it is sorted otherwise part by part.
    return {
      ...sortedBy('newest'),
      where: wanted,
      filter: sql<boolean>`1 = 1`,
      sorted: orderOf(sortedBy(wish.sort)),
    }
  }
}

export const productRow = (product: ProductValues, createdAt = new Date().toISOString()) => ({
  id: newId(),
  ...columnsOf(product),
  available_qty: product.availableQty,
  created_at: createdAt,
  changed_at: createdAt,
})

type FieldColumns = { [Name in DetailName as FieldOf<Name>['column']]: ProductRow[FieldOf<Name>['column']] }

/** All columns but those of the stock; one that no field fills does not compile. */
function columnsOf(product: Details): Omit<ProductRow, 'id' | 'created_at' | 'available_qty'> {
  const columns = detailNames.map((name) => {
    const { column, toColumn } = fieldOf(name)
    return [column, toColumn(product[name])]
  })
  return {
    ...(Object.fromEntries(columns) as FieldColumns),
    name_key: searchable(product.productName),
    search_text: searchable(searchedText(product)),
  }
}

/** Undefined when there is one of that name already. */
export const insertProduct = (tx: Tx, product: ProductValues) =>
  tx
    .insertInto('products')
    .values(productRow(product))
    .onConflict((c) => c.column('name_key').doNothing())
    .returning('id')
    .executeTakeFirst()

export const updateDetails = (tx: Tx, id: string, product: Details) =>
  tx
    .updateTable('products')
    .set({ ...columnsOf(product), changed_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()

/** Until their new names are written, so that products can swap theirs. No name begins with a space. */
export async function freeNames(tx: Tx, ids: string[]) {
  for (const id of ids)
    await tx
      .updateTable('products')
      .set({ name_key: ` ${id}` })
      .where('id', '=', id)
      .execute()
}

export const deleteProduct = (tx: Tx, id: string) =>
  tx.deleteFrom('products').where('id', '=', id).returningAll().executeTakeFirst()
