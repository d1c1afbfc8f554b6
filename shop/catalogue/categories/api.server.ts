import type { CategoryRow } from '~/database/tables.ts'
import type { Database, Tx } from '~/platform/db/database.server.ts'
import { isDuplicate } from '~/platform/db/errors.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { managedCategoryRoutes } from '~/shop/admin-routes.ts'
import { record } from '~/shop/audit/record.server.ts'
import { categoryRoutes } from '~/shop/routes.ts'
import { searchable } from '../rules.ts'
import type { CategoryInput, EditCategory } from './contract.ts'
import { categoriesContract, mostCategories, refuse } from './contract.ts'
import { longestCategoryName, noCategory } from './rules.ts'
import {
  categoryRows,
  categoryTree,
  countByCategory,
  moveParts,
  storeOrder,
} from './store-categories.server.ts'

export const categoriesApi = (database: Database) =>
  endpoints({ ...categoryRoutes, ...managedCategoryRoutes }, categoriesContract, {
    listCategories: {
      access: 'everyone',
      summary: 'All categories with the number of their parts: each group, followed by its kinds',
      topics: ['products'],
      handler: () => categoryTree(database.db),
    },
    addCategory: {
      access: 'catalogue',
      summary: 'Adds a group, or a category to a group',
      handler: async ({ body, caller }) => ({ insertedId: await addCategory(database, caller, body) }),
    },
    editCategory: {
      access: 'catalogue',
      summary: 'Renames, describes or moves a category to another group. Its address stays',
      handler: async ({ params, body, caller }) => ({
        modifiedCount: await editCategory(database, caller, params.id, body),
      }),
    },
    moveCategory: {
      access: 'catalogue',
      summary: 'Moves a category up or down among those beside it',
      handler: async ({ params, body, caller }) => ({
        modifiedCount: await moveCategory(database, caller, params.id, body.to),
      }),
    },
    deleteCategory: {
      access: 'catalogue',
      summary: 'Deletes a category; with parts in it, ?partsTo= says where they go: a category, or none',
      handler: async ({ params, query, caller }) => ({
        deletedCount: await deleteCategory(database, caller, params.id, query.partsTo),
      }),
    },
  })

/** One change of the tree at a time: each locks all of it, and it is small. */
const changeTree = <T>(database: Database, work: (tx: Tx, rows: CategoryRow[]) => Promise<T>) =>
  database.change(['products'], async (tx) => work(tx, await database.locking(categoryRows(tx)).execute()))

const addCategory = (database: Database, by: Caller, input: CategoryInput) => {
  const id = idFromName(input.name)
  if (!id) throw refuse('no_name', { field: 'name' })
  return changeTree(database, async (tx, rows) => {
    const parent_id = groupIn(rows, input.group)
    if (rows.length >= mostCategories) throw refuse('too_many')
    if (id === noCategory || rows.some((row) => row.id === id)) throw addressTaken(id)
    const beside = besides(rows, parent_id)
    requireOwnName(beside, input.name)
    const { name, description, need = '' } = input
    const position = behind(beside)
    await tx.insertInto('categories').values({ id, parent_id, name, description, position, need }).execute()
    await record(tx, by, { what: 'category added', subject: name, details: { group: input.group } })
    return id
  }).catch((error) => {
    throw isDuplicate(error) ? addressTaken(id) : error
  })
}

/** What a new category is called in addresses. */
const idFromName = (name: string) =>
  searchable(name)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, longestCategoryName)
    .replace(/^-+|-+$/g, '')

const addressTaken = (id: string) => refuse('address_taken', { field: 'name', values: { id } })

/** Visitors could not tell two of the same name apart. */
function requireOwnName(beside: CategoryRow[], name: string) {
  if (beside.some((row) => searchable(row.name) === searchable(name)))
    throw refuse('name_taken', { field: 'name', values: { name } })
}

/** Two admins who edit the same category do not overwrite each other unknowingly. */
const editCategory = (database: Database, by: Caller, id: string, { seen, ...input }: EditCategory) =>
  changeTree(database, async (tx, rows) => {
    const before = found(rows, id)
    if (seen && Object.keys(changesOf(rowOf(seen, before), before)).length > 0)
      throw refuse('changed_meanwhile')
    const parent_id = groupIn(rows, input.group)
    if (parent_id !== null && rows.some((row) => row.parent_id === id))
      throw refuse('has_kinds', { field: 'group' })
    if (parent_id === id) throw refuse('unknown_group', { field: 'group' })
    const beside = besides(rows, parent_id).filter((row) => row !== before)
    const after = { ...rowOf(input, before), parent_id }
    const changes = changesOf(before, after)
    if (Object.keys(changes).length === 0) return 0
    if (changes.name || changes.group) requireOwnName(beside, input.name)
    const isMoved = before.parent_id !== parent_id
    // In another group it comes last.
    const position = isMoved ? behind(beside) : before.position
    await tx
      .updateTable('categories')
      .set({ ...after, position })
      .where('id', '=', id)
      .execute()
    await record(tx, by, { what: 'category edited', subject: before.name, details: changes })
    return 1
  })

const moveCategory = (database: Database, by: Caller, id: string, to: 'up' | 'down') =>
  changeTree(database, async (tx, rows) => {
    const moved = found(rows, id)
    const order = besides(rows, moved.parent_id)
    const from = order.indexOf(moved)
    const place = from + (to === 'up' ? -1 : 1)
    if (place < 0 || place >= order.length) return 0
    order.splice(from, 1)
    order.splice(place, 0, moved)
    await storeOrder(tx, order)
    await record(tx, by, { what: 'category moved', subject: moved.name, details: { direction: to } })
    return 1
  })

/** Parts are never left behind by accident: an admin says where they go. */
const deleteCategory = (database: Database, by: Caller, id: string, partsTo: string | undefined) =>
  changeTree(database, async (tx, rows) => {
    const deleted = found(rows, id)
    if (rows.some((row) => row.parent_id === id)) throw refuse('has_kinds')
    const parts = (await countByCategory(tx)).get(id) ?? 0
    if (parts > 0 && partsTo === undefined)
      throw refuse('has_parts', { values: { parts }, details: { parts } })
    const isKnown = partsTo === noCategory || (partsTo !== id && rows.some((row) => row.id === partsTo))
    if (partsTo !== undefined && !isKnown) throw refuse('unknown_target', { field: 'partsTo' })
    await moveParts(tx, id, partsTo === undefined || partsTo === noCategory ? null : partsTo)
    await tx.deleteFrom('categories').where('id', '=', id).execute()
    const details = { parts, ...(parts > 0 && { partsTo }) }
    await record(tx, by, { what: 'category deleted', subject: deleted.name, details })
    return 1
  })

function found(rows: CategoryRow[], id: string) {
  const row = rows.find((one) => one.id === id)
  if (!row) throw refuse('unknown_category')
  return row
}

/** Null for a group; a kind stands in a group, never in another kind. */
function groupIn(rows: CategoryRow[], group: string) {
  if (!group) return null
  const row = rows.find(({ id }) => id === group)
  if (row?.parent_id !== null) throw refuse('unknown_group', { field: 'group' })
  return group
}

const besides = (rows: CategoryRow[], parentId: string | null) =>
  rows.filter(({ parent_id }) => parent_id === parentId)

/** A category may have been deleted between two others. */
const behind = (beside: CategoryRow[]) => Math.max(-1, ...beside.map(({ position }) => position)) + 1

type Described = Pick<CategoryRow, 'name' | 'description' | 'parent_id' | 'need'>

/** What a form of earlier versions does not say stays as it is. */
const rowOf = ({ name, description, group, need }: CategoryInput, before: Described): Described => ({
  name,
  description,
  parent_id: group || null,
  need: need ?? before.need,
})

function changesOf(before: Described, after: Described) {
  const names = { name: 'name', description: 'description', parent_id: 'group', need: 'need' } as const
  const changed = (Object.keys(names) as (keyof Described)[]).filter((name) => before[name] !== after[name])
  return Object.fromEntries(
    changed.map((name) => [names[name], { from: before[name] ?? '', to: after[name] ?? '' }]),
  )
}
