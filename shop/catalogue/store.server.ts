import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ProductRow } from '~/database/tables.ts'
import { among, contains } from '~/platform/db/conditions.server.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import { readInBatches } from '~/platform/lists/keyset-list.server.ts'
import type { WholeProduct } from './contract.ts'
import type { FieldValue } from './fields/field-kinds.ts'
import { fieldNames, fieldOf } from './fields/product-fields.ts'
import { numberMark } from './name-keys.ts'
import { searchable } from './rules.ts'

const atOnce = 250

const byAge = { table: 'products', keys: ['created_at', 'id'], direction: 'asc' } as const

/** What customers may know of, and what is not for sale yet. As literals, like the indexes that are of some rows alone. */
export const has = {
  shown: sql<boolean>`visibility = 'shown'`,
  hidden: sql<boolean>`visibility = 'hidden'`,
}

/** All of them, batch by batch, and others have their turn in between. */
export async function* allProducts(db: Db, where = [has.shown]): AsyncGenerator<WholeProduct[]> {
  for await (const rows of readInBatches<ProductRow>(db, { ...byAge, where }, atOnce)) {
    yield rows.map(toProduct)
    await nextTurn()
  }
}

/** With those that are hidden. A row that the database keeps up to date: nothing is counted. */
export async function productsTotal(db: Db) {
  const { total } = await db.selectFrom('products_total').select('total').executeTakeFirstOrThrow()
  return total
}

/** How many the shop has for its customers: only the few that are hidden are counted. */
export async function shownTotal(db: Db) {
  const { total, hidden } = await db
    .selectFrom('products_total')
    .select((e) => [
      'total',
      e
        .selectFrom('products')
        .select((inner) => inner.fn.countAll<number>().as('hidden'))
        .where(has.hidden)
        .as('hidden'),
    ])
    .executeTakeFirstOrThrow()
  return total - Number(hidden)
}

/** In this order; one that was deleted this very moment is left out. */
export const productsByIds = (db: Db | Tx, ids: string[]) => productsOf(db, ids)

/** Those of them that are for sale. */
export const shownProducts = (db: Db | Tx, ids: string[]) => productsOf(db, ids, has.shown)

async function productsOf(db: Db | Tx, ids: string[], which?: typeof has.shown): Promise<WholeProduct[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('products')
    .selectAll()
    .where('id', 'in', ids)
    .$if(which !== undefined, (query) => query.where(which!))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map(toProduct)
}

export const productRow = (db: Db | Tx, id: string) =>
  db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirst()

/** Protected from deletion until the transaction ends. */
export const sharedProductRow = (database: Database, tx: Tx, id: string) =>
  database.sharing(tx.selectFrom('products').selectAll().where('id', '=', id)).executeTakeFirst()

/** Those of these that exist, hidden ones too; nobody else changes what is said of them until the transaction ends. */
export async function lockedProducts(database: Pick<Database, 'locking'>, tx: Tx, ids: string[]) {
  if (ids.length === 0) return []
  const query = tx.selectFrom('products').select('id').where('id', 'in', ids).orderBy('id')
  return (await database.locking(query).execute()).map(({ id }) => id)
}

/** The first two of that name, which tell that there is more than one. */
export function productRowsByName(db: Db, name: string) {
  const key = searchable(name)
  return db
    .selectFrom('products')
    .selectAll()
    .where((e) =>
      e.or([
        e('name_key', '=', key),
        e.and([e('name_key', '>', key + numberMark), e('name_key', '<', `${key} `)]),
      ]),
    )
    .limit(2)
    .execute()
}

/** How complete the lists of cars of these are; one that is not for sale is left out. */
export async function fitKindsOf(db: Db, ids: string[]) {
  if (ids.length === 0) return new Map<string, ProductRow['fit_kind']>()
  const rows = await db
    .selectFrom('products')
    .select(['id', 'fit_kind'])
    .where('id', 'in', ids)
    .where(has.shown)
    .execute()
  return new Map(rows.map(({ id, fit_kind }) => [id, fit_kind]))
}

type WithAttributes = { category: string; lines: string[]; limit: number }

/** The parts of a category that have these lines among their attributes, what is in stock first. */
export async function partsWithAttributes(db: Db, { category, lines, limit }: WithAttributes) {
  const attributes = sql<string>`lower(${'\n'} || attributes || ${'\n'})`
  const rows = await db
    .selectFrom('products')
    .selectAll()
    .where('category_id', '=', category)
    .where(has.shown)
    .where((e) => e.and(lines.map((line) => contains(attributes, `\n${line.toLowerCase()}\n`))))
    .orderBy((e) => e.case().when('available_qty', '>', 0).then(0).else(1).end())
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toProduct)
}

/** What these parts are called; they stay as they are until the transaction ends. In one order, whoever asks. */
export async function lockedNames(database: Database, tx: Tx, ids: string[]) {
  const rows = await database
    .locking(tx.selectFrom('products').select(['id', 'product_name']).where('id', 'in', ids).orderBy('id'))
    .execute()
  return new Map(rows.map(({ id, product_name }) => [id, product_name]))
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

export async function hiddenAmong(db: Db, ids: string[]) {
  if (ids.length === 0) return new Set<string>()
  const rows = await db.selectFrom('products').select('id').where('id', 'in', ids).where(has.hidden).execute()
  return new Set(rows.map(({ id }) => id))
}

export const shownProduct = async (db: Db, id: string) => (await shownProducts(db, [id])).at(0)

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
