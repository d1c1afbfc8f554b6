import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import type { FieldValue } from '../fields/field-kinds.ts'
import type { FieldName } from '../fields/product-fields.ts'

/** What the last file of its maker said of a part: a field that still is so is not ours, and follows the next one. */
export type Supplied = {
  fields: Partial<Record<FieldName, string>>
  attributes: Record<string, string>
  /** As they are compared. */
  numbers: string[]
}
export type SuppliedProduct = { productId: string; supplied: Supplied }

export const nothingSupplied: Supplied = { fields: {}, attributes: {}, numbers: [] }

/** Whether a text is the same is all that is asked of a long one. */
const longestText = 64
export function asSupplied(value: FieldValue) {
  const text = String(value)
  return text.length <= longestText ? text : createHash('sha256').update(text).digest('base64url')
}

export async function suppliedOf(db: Db | Tx, productIds: string[]) {
  if (productIds.length === 0) return new Map<string, Supplied>()
  const rows = await db
    .selectFrom('supplied_values')
    .select(['product_id', 'said'])
    .where('product_id', 'in', productIds)
    .execute()
  return new Map(rows.map(({ product_id, said }) => [product_id, JSON.parse(said) as Supplied]))
}

const rowsPerStatement = 200

/** Beside what was said before the import, so that it can be undone. */
export async function rememberSupplied(tx: Tx, importId: string, products: SuppliedProduct[]) {
  const rows = products.map(({ productId, supplied }) => ({
    product_id: productId,
    import_id: importId,
    said: JSON.stringify(supplied),
  }))
  for (let n = 0; n < rows.length; n += rowsPerStatement)
    await tx
      .insertInto('supplied_values')
      .values(rows.slice(n, n + rowsPerStatement))
      .onConflict((c) =>
        c.column('product_id').doUpdateSet((e) => ({
          said: e.ref('excluded.said'),
          import_id: e.ref('excluded.import_id'),
          // One that is in a file twice is what it was before both.
          said_before: sql<string | null>`case when supplied_values.import_id = excluded.import_id
            then supplied_values.said_before else supplied_values.said end`,
        })),
      )
      .execute()
}

/** As if the import had never been. */
export async function forgetSupplied(tx: Tx, importId: string) {
  await tx
    .deleteFrom('supplied_values')
    .where('import_id', '=', importId)
    .where('said_before', 'is', null)
    .execute()
  await tx
    .updateTable('supplied_values')
    .set({ said: sql<string>`said_before`, said_before: null, import_id: '' })
    .where('import_id', '=', importId)
    .execute()
}
