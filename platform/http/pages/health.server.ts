import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '~/platform/db/database.server.ts'
import type { Log } from '~/platform/log.server.ts'
import { refuseRequest } from '~/platform/refusal.ts'
import { seconds } from '~/platform/time.ts'
import type { App } from '../app.server.ts'
import { open } from '../policy.server.ts'

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

const holdsMs = { ready: seconds(5), notReady: seconds(1) }
const longestMs = seconds(3)

/**
 * Whether a check passes, tried every few seconds at most and only when somebody asks. One that hangs counts as failed and
 * is not waited for again. The log says why, and when it is over.
 */
function createReadiness(check: () => Promise<void>, log: Log) {
  let checking: Promise<void> | undefined
  let startedAt = 0
  let checkedAt = Number.NEGATIVE_INFINITY
  let problem: Error | undefined

  const isDue = () => Date.now() - checkedAt >= (problem ? holdsMs.notReady : holdsMs.ready)
  function start() {
    startedAt = Date.now()
    checking = check()
      .then(() => settle(), settle)
      .finally(() => {
        checking = undefined
      })
  }
  function settle(found?: Error) {
    if (found && found.message !== problem?.message) log.error({ err: found }, 'the shop is not ready')
    if (!found && problem) log.warn('the shop is ready again')
    problem = found
    checkedAt = Date.now()
  }
  return async () => {
    if (!checking && isDue()) start()
    const leftMs = startedAt + longestMs - Date.now()
    if (checking && leftMs > 0) {
      const isOver = checking.then(() => true)
      if (!(await Promise.race([isOver, sleep(leftMs, false, { ref: false })])))
        settle(new Error('The database does not confirm that something was written.'))
    }
    return problem === undefined
  }
}
