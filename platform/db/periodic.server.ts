import type { Log } from '~/platform/log.server.ts'
import { startWorker } from '~/platform/queue/worker.server.ts'
import type { Database } from './database.server.ts'

/** What an area does from time to time, on one of the servers at a time. */
export type PeriodicWork = {
  /** Also the name of its lock: no other work waits for this one. */
  name: string
  everyMs: number
  work: () => Promise<void>
}

export const startPeriodic = (
  { database, log }: { database: Pick<Database, 'tryLock'>; log: Log },
  { name, everyMs, work }: PeriodicWork,
) =>
  startWorker({
    everyMs,
    work: () => database.tryLock(name, work),
    log,
    failure: `${name} failed`,
  })
