import type { ProductImportRow } from '~/database/tables.ts'
import type { Database } from '~/platform/db/database.server.ts'
import type { Log } from '~/platform/log.server.ts'
import { startWorker } from '~/platform/queue/worker.server.ts'
import { seconds } from '~/platform/time.ts'
import type { PictureSources } from '../csv/plan-products.server.ts'
import { applyFile } from './apply.server.ts'
import { checkFile } from './check.server.ts'
import { holdImport, leaseImport, NotHeld } from './hold.server.ts'
import { productLinesOf } from './product-lines.server.ts'
import { endedWith } from './states.server.ts'
import { undoImport } from './undo.server.ts'

/** Begun so often without getting further, it never will. */
const mostAttempts = 10

type Dependencies = {
  database: Database
  log: Log
  sources: PictureSources
  everyMs?: number | undefined
}
export type ImportWorker = ReturnType<typeof startImportWorker>

/** Checks, applies and undoes files of products, one after another. What a server has begun that is gone, another one goes on with. */
export function startImportWorker({ database, log, sources, everyMs = seconds(5) }: Dependencies) {
  let isStopping = false

  async function work() {
    while (!isStopping) {
      const row = await leaseImport(database.db)
      if (!row) return
      await run(row)
    }
  }

  async function run(row: ProductImportRow) {
    const hold = holdImport(database, row)
    try {
      if (row.attempts > mostAttempts)
        return await hold.write([], (tx) => endedWith(tx, { id: row.id, state: 'failed' }))
      const job = {
        database,
        row,
        hold,
        lines: productLinesOf(database, row, sources),
        mayGoOn: () => !isStopping,
      }
      if (row.state === 'checking') await checkFile(job)
      else if (row.state === 'applying') await applyFile(job)
      else await undoImport(job)
    } catch (err) {
      // Otherwise it is due again when the lease has ended.
      if (!(err instanceof NotHeld)) log.error({ err, import: row.id }, 'an import failed')
    }
    if (isStopping) await hold.giveBack()
  }

  const worker = startWorker({ everyMs, work, log, failure: 'imports cannot be read' })
  return {
    wake: worker.wake,
    stop() {
      isStopping = true
      return worker.stop()
    },
  }
}
