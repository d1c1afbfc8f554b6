import type { CategoryRow } from '~/database/tables.ts'
import type { Db } from '~/platform/db/database.server.ts'
import type { Category } from './contract.ts'
import { categoryRows, partsByCategory } from './store-categories.server.ts'

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

const toCategory = ({ id, parent_id, name, description }: CategoryRow, parts: number): Category => ({
  _id: id,
  name,
  description,
  group: parent_id ?? '',
  path: parent_id === null ? id : `${parent_id}/${id}`,
  parts,
})

export async function categoryTree(db: Db) {
  const [rows, parts] = await Promise.all([categoryRows(db).execute(), partsByCategory(db)])
  return inTree(rows, parts)
}
