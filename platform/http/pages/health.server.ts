import { sql } from 'kysely'
import type { Database } from '~/platform/db/database.server.ts'
import type { Log } from '~/platform/log.server.ts'
import { refuseRequest } from '~/platform/refusal.ts'
import type { App } from '../app.server.ts'
import { open } from '../policy.server.ts'
import { createReadiness } from './readiness.server.ts'

type Health = {
  database: Database
  log: Log
  /** Rejects while the shop could not do its work. */
  requireReady: () => Promise<void>
}

/** For what watches the process: does it live, does its database answer, and could it do its work? */
export function serveHealth(app: App, { database: { db }, log, requireReady }: Health) {
  const options = { schema: { hide: true }, config: { policy: { ...open, outsideLimits: true } } }
  const unkept = { 'cache-control': 'no-store' }
  app.get('/healthz', options, async (_request, reply) => reply.headers(unkept).send({ ok: true }))
  // One question at a time, however many ask: no limit holds anybody back here.
  let asking: Promise<unknown> | undefined
  const databaseAnswers = () => {
    asking ??= sql`select 1`.execute(db).finally(() => {
      asking = undefined
    })
    return asking
  }
  const isReady = createReadiness(requireReady, log)
  app.get('/readyz', options, async (_request, reply) => {
    try {
      await databaseAnswers()
      if (await isReady()) return reply.headers(unkept).send({ ok: true })
    } catch {
      // Answered below.
    }
    reply.header('retry-after', 5)
    throw refuseRequest('not_ready')
  })
}
