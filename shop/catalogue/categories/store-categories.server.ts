import { sql } from 'kysely'
import type { CategoryRow } from '~/database/tables.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import { has } from '../store.server.ts'
import type { Category } from './contract.ts'
import { refuse } from './contract.ts'

export const categoryRows = (db: Db | Tx) =>
  db.selectFrom('categories').selectAll().orderBy('position').orderBy('id')

/** The kinds of part that a car needs again and again, in the order of the tree. */
export async function regularKinds(db: Db) {
  const tree = inTree(await categoryRows(db).execute(), new Map())
  return tree.flatMap(({ _id: id, name, path, need }) => (need === 'regular' ? [{ id, name, path }] : []))
}

/** The category itself and, of a group, its kinds; none when there is no such category. */
export function withKinds(rows: CategoryRow[], id: string) {
  const ids = rows.filter((row) => row.id === id || row.parent_id === id).map((row) => row.id)
  return ids.includes(id) ? ids : []
}

/** Refuses a category that does not exist; one that exists is not deleted before the transaction ends. */
export async function requireCategory({ sharing }: Pick<Database, 'sharing'>, tx: Tx, category: string) {
  if (!category) return
  const query = tx.selectFrom('categories').select('id').where('id', '=', category)
  if (!(await sharing(query).executeTakeFirst()))
    throw refuse('not_a_category', { field: 'category', values: { category } })
}

/** How many parts of the shop stand in each category itself. */
export const partsByCategory = (db: Db | Tx) => countByCategory(db, has.shown)

/** With those that are hidden. */
export async function countByCategory(db: Db | Tx, which = sql<boolean>`true`) {
  const rows = await db
    .selectFrom('products')
    .select((e) => ['category_id', e.fn.countAll<number>().as('parts')])
    .where('category_id', 'is not', null)
    .where(which)
    .groupBy('category_id')
    .execute()
  return new Map(rows.map(({ category_id, parts }) => [category_id!, Number(parts)]))
}

/** The picture of one part of each category that has any. */
export async function pictureByCategory(db: Db) {
  const rows = await db
    .selectFrom('categories')
    .select((e) => [
      'categories.id',
      e
        .selectFrom('products')
        .select('image')
        .whereRef('category_id', '=', 'categories.id')
        .where(has.shown)
        .limit(1)
        .as('image'),
    ])
    .execute()
  return new Map(rows.flatMap(({ id, image }) => (image ? [[id, image] as const] : [])))
}

/** Of these categories or without one, changed now, so that the search reads them again. */
export const moveParts = (tx: Tx, from: string, to: string | null) =>
  tx
    .updateTable('products')
    .set({ category_id: to, changed_at: new Date().toISOString() })
    .where('category_id', '=', from)
    .execute()

/** The order of the rows becomes their position. */
export async function storeOrder(tx: Tx, rows: CategoryRow[]) {
  for (const [position, { id }] of rows.entries())
    await tx.updateTable('categories').set({ position }).where('id', '=', id).execute()
}

/** Groups in their order, each followed by its kinds in theirs. */
export const inTree = (rows: CategoryRow[], parts: ReadonlyMap<string, number>): Category[] =>
  rows
    .filter(({ parent_id }) => parent_id === null)
    .flatMap((group) => {
      const kinds = rows.filter(({ parent_id }) => parent_id === group.id)
      const shown = kinds.map((kind) => toCategory(kind, parts.get(kind.id) ?? 0))
      const inKinds = shown.reduce((sum, kind) => sum + kind.parts, 0)
      return [toCategory(group, inKinds + (parts.get(group.id) ?? 0)), ...shown]
    })

const toCategory = ({ id, parent_id, name, description, need }: CategoryRow, parts: number): Category => ({
  _id: id,
  name,
  description,
  group: parent_id ?? '',
  path: parent_id === null ? id : `${parent_id}/${id}`,
  parts,
  ...(need && { need }),
})

export async function categoryTree(db: Db) {
  const [rows, parts] = await Promise.all([categoryRows(db).execute(), partsByCategory(db)])
  return inTree(rows, parts)
}
