import type { Tx } from '~/platform/db/database.server.ts'
import { formatCount } from '~/platform/figures.ts'
import type { ImportedLines } from '~/platform/import/csv-table.ts'
import type { Actor } from './record.server.ts'
import { record } from './record.server.ts'

type Imported = 'fitments imported' | 'vehicles imported' | 'numbers imported'

/** A file as one entry: a million lines would be a million. */
export const recordImport = (tx: Tx, by: Actor, what: Imported, { lines, added, changed }: ImportedLines) =>
  record(tx, by, { what, subject: `${formatCount(lines)} lines`, details: { added, changed } })
