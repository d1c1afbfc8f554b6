import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ProductRow } from '~/database/tables.ts'
import { among } from '~/platform/db/conditions.server.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import { readInBatches } from '~/platform/lists/keyset-list.server.ts'
import type { WholeProduct } from './contract.ts'
import type { FieldValue } from './fields/field-kinds.ts'
import { fieldNames, fieldOf } from './fields/product-fields.ts'
import { searchable } from './rules.ts'

const atOnce = 250

const byAge = { table: 'products', keys: ['created_at', 'id'], direction: 'asc' } as const

/** All of them, batch by batch, and others have their turn in between. */
export async function* allProducts(db: Db): AsyncGenerator<WholeProduct[]> {
  for await (const rows of readInBatches<ProductRow>(db, byAge, atOnce)) {
    yield rows.map(toProduct)
    await nextTurn()
  }
}

/** A row that the database keeps up to date: nothing is counted. */
export async function productsTotal(db: Db) {
  const { total } = await db.selectFrom('products_total').select('total').executeTakeFirstOrThrow()
  return total
}

/** In this order; one that was deleted this very moment is left out. */
export async function productsByIds(db: Db | Tx, ids: string[]): Promise<WholeProduct[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('products').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map(toProduct)
}

export const productRow = (db: Db | Tx, id: string) =>
  db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirst()

/** Protected from deletion until the transaction ends. */
export const sharedProductRow = (database: Database, tx: Tx, id: string) =>
  database.sharing(tx.selectFrom('products').selectAll().where('id', '=', id)).executeTakeFirst()

export const productRowByName = (db: Db, name: string) =>
  db.selectFrom('products').selectAll().where('name_key', '=', searchable(name)).executeTakeFirst()

/** How complete the lists of cars of these are; one that does not exist is left out. */
export async function fitKindsOf(db: Db, ids: string[]) {
  if (ids.length === 0) return new Map<string, ProductRow['fit_kind']>()
  const rows = await db.selectFrom('products').select(['id', 'fit_kind']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, fit_kind }) => [id, fit_kind]))
}

/** What these parts are called, and what they are. */
export async function partKindsOf({ db, engine }: Pick<Database, 'db' | 'engine'>, ids: string[]) {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'product_name as name', 'category_id', 'brand'])
    .where(among(engine, 'id', ids))
    .execute()
  return new Map(rows.map(({ id, category_id, ...row }) => [id, { ...row, category: category_id ?? '' }]))
}

export async function oneProduct(db: Db, id: string): Promise<WholeProduct | undefined> {
  const row = await productRow(db, id)
  return row && toProduct(row)
}

export function toProduct(row: ProductRow): WholeProduct {
  const product: Record<string, FieldValue> = { _id: row.id }
  for (const name of fieldNames) {
    const { column, fromColumn } = fieldOf(name)
    product[name] = fromColumn(row[column])
  }
  return product as unknown as WholeProduct
}

export const synonymLines = (db: Db | Tx) => db.selectFrom('synonyms').select('words').orderBy('position')
