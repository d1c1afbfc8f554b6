import type { ProductImportRow } from '~/database/tables.ts'
import type { Database } from '~/platform/db/database.server.ts'
import { startJobWorker } from '~/platform/db/jobs.server.ts'
import type { Log } from '~/platform/log.server.ts'
import type { PictureSources } from '../csv/plan-products.server.ts'
import { applyFile } from './apply.server.ts'
import { checkFile } from './check.server.ts'
import { productLinesOf } from './product-lines.server.ts'
import { endedWith } from './states.server.ts'
import { undoImport } from './undo.server.ts'

type Dependencies = {
  database: Database
  log: Log
  sources: PictureSources
  everyMs?: number | undefined
}
export type ImportWorker = ReturnType<typeof startImportWorker>

/** Checks, applies and undoes files of products. */
export const startImportWorker = ({ database, log, sources, everyMs }: Dependencies) =>
  startJobWorker<ProductImportRow>({
    database,
    log,
    everyMs,
    table: 'product_imports',
    states: ['checking', 'applying', 'undoing'],
    failures: ['an import failed', 'imports cannot be read'],
    giveUp: (tx, { id }) => endedWith(tx, { id, state: 'failed' }),
    run({ row, hold, mayGoOn }) {
      const job = { database, row, hold, lines: productLinesOf(database, row, sources), mayGoOn }
      if (row.state === 'checking') return checkFile(job)
      return row.state === 'applying' ? applyFile(job) : undoImport(job)
    },
  })
