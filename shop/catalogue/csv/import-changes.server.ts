import type { ImportChangeRow } from '~/database/tables.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { newId } from '~/platform/id.ts'
import type { ColumnMapping, ImportedLines } from '~/platform/import/csv-table.ts'
import type { Actor } from '~/shop/audit/record.server.ts'
import type { PiesRule } from '../pies/contract.ts'
import type { SuppliedProduct } from '../pies/supplied.server.ts'
import { rememberSupplied } from '../pies/supplied.server.ts'
import type { SavedProduct } from './save-products.server.ts'

const rowsPerStatement = 500

/** So that it can be undone. */
export async function insertChanges(tx: Tx, importId: string, saved: SavedProduct[]) {
  const rows = saved.map(({ productId, changes }) => ({
    import_id: importId,
    product_id: productId,
    changes: changes ? JSON.stringify(changes) : null,
  }))
  for (let n = 0; n < rows.length; n += rowsPerStatement)
    await tx
      .insertInto('import_changes')
      .values(rows.slice(n, n + rowsPerStatement))
      // One that is in a file twice is what it was before both.
      .onConflict((c) => c.columns(['import_id', 'product_id']).doNothing())
      .execute()
}

/** Who sent which file. */
export type ProductFile = {
  by: Actor
  fileName: string
  supplier?: string | undefined
  mapping?: ColumnMapping | undefined
  pies?: PiesRule | undefined
}

export const importOf = ({ by, fileName, supplier = '', mapping, pies }: ProductFile, at: string) => ({
  id: newId(),
  file_name: fileName,
  supplier,
  mapping: mapping ? JSON.stringify(mapping) : null,
  pies: pies ? JSON.stringify(pies) : null,
  user_id: by.userId,
  email: by.email,
  program: by.program ?? null,
  due_at: at,
  created_at: at,
})

/** Of a file that is imported in one transaction: in it, what was saved, and at its end how much that was. */
export function recordAtOnce(file: ProductFile) {
  const at = new Date().toISOString()
  const row = importOf(file, at)
  let isThere = false
  return {
    async onSaved(tx: Tx, saved: SavedProduct[]) {
      if (saved.length === 0) return
      if (!isThere)
        await tx
          .insertInto('product_imports')
          .values({ ...row, state: 'done', lines: 0, started_at: at, ended_at: at })
          .execute()
      isThere = true
      await insertChanges(tx, row.id, saved)
    },
    onSupplied: (tx: Tx, products: SuppliedProduct[]) => rememberSupplied(tx, row.id, products),
    async onImported(tx: Tx, { lines, added, changed }: ImportedLines) {
      await tx
        .updateTable('product_imports')
        .set({ lines, done_lines: lines, added, changed, unchanged: lines - added - changed })
        .where('id', '=', row.id)
        .execute()
    },
  }
}

export const changesAfter = (
  db: Db,
  importId: string,
  productId: string,
  most: number,
): Promise<ImportChangeRow[]> =>
  db
    .selectFrom('import_changes')
    .selectAll()
    .where('import_id', '=', importId)
    .where('product_id', '>', productId)
    .orderBy('product_id')
    .limit(most)
    .execute()
