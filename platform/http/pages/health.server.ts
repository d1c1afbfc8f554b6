import { sql } from 'kysely'
import type { Database } from '~/platform/db/database.server.ts'
import { refuseRequest } from '~/platform/refusal.ts'
import type { App } from '../app.server.ts'
import { open } from '../policy.server.ts'

/** For what watches the process: does it live, and does its database answer? */
export function serveHealth(app: App, { db }: Database) {
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
  app.get('/readyz', options, async (_request, reply) => {
    try {
      await databaseAnswers()
    } catch {
      reply.header('retry-after', 5)
      throw refuseRequest('not_ready')
    }
    return reply.headers(unkept).send({ ok: true })
  })
}
