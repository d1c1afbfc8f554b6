import type { ProductImportRow } from '~/database/tables.ts'
import type { Database } from '~/platform/db/database.server.ts'
import { csvLines } from '~/platform/import/csv-lines.server.ts'
import { attributeRows } from '../attributes/store-attributes.server.ts'
import { insertChanges } from '../csv/import-changes.server.ts'
import type { PictureSources } from '../csv/plan-products.server.ts'
import { productsTable } from '../csv/save-products.server.ts'
import { missingParts, noParts } from '../pies/missing-parts.server.ts'
import { rememberSupplied } from '../pies/supplied.server.ts'
import { piesLines } from './pies-lines.server.ts'
import { piecesOf } from './store.server.ts'

/** So few that orders need not wait long for a batch that is being saved. */
export const linesAtOnce = 100

export type ProductLines = ReturnType<typeof productLinesOf>

/** The lines of a file that was sent, and the table that they are for. */
export function productLinesOf(database: Database, row: ProductImportRow, sources: PictureSources) {
  const by = { userId: row.user_id, email: row.email, ...(row.program !== null && { program: row.program }) }
  /** The products that were saved last. */
  const saved: string[] = []
  const table = productsTable(sources, {
    database,
    by,
    async onSaved(tx, products) {
      saved.splice(0, saved.length, ...products.map(({ productId }) => productId))
      await insertChanges(tx, row.id, products)
    },
    onSupplied: (tx, products) => rememberSupplied(tx, row.id, products),
  })
  const { db } = database
  const pieces = () => piecesOf(db, row.id)
  if (row.pies === null) {
    const mapping = row.mapping === null ? undefined : JSON.parse(row.mapping)
    return { table, saved, read: () => csvLines(table, pieces(), mapping) }
  }
  const rule = JSON.parse(row.pies)
  const named = noParts()
  return {
    table,
    saved,
    async *read() {
      const known = await attributeRows(db).execute()
      // Prices hold on the day on which the file was sent, so that what is shown is what is imported.
      yield* piesLines({ pieces: pieces(), rule, on: row.created_at.slice(0, 10), known, named })
    },
    /** Products that the file could have named, once it is read to its end. */
    missing: () => missingParts(db, named),
  }
}
