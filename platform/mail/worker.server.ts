import type { MailRow } from '~/database/tables.ts'
import type { Db } from '~/platform/db/database.server.ts'
import type { Log } from '~/platform/log.server.ts'
import { startWorker } from '~/platform/queue/worker.server.ts'
import { hours, minutes } from '~/platform/time.ts'
import type { Deliver } from './deliver.server.ts'

const leaseMs = minutes(2)
const longestWaitMs = hours(1)
const mostAttempts = 20

export type MailWorker = ReturnType<typeof startMailWorker>

/** Delivers queued mails, one at a time, until each is out; a mail server that is down only delays them. */
export function startMailWorker(db: Db, deliver: Deliver, log: Log, everyMs = 15_000) {
  async function post(mail: MailRow) {
    try {
      await deliver(mail)
      await db.deleteFrom('mails').where('id', '=', mail.id).execute()
    } catch (error) {
      const { code, responseCode } = error as { code?: string; responseCode?: number }
      log.warn({ code, mail: mail.id, attempts: mail.attempts }, 'a mail was not taken')
      const isGivenUp = mail.attempts >= mostAttempts
      await db
        .updateTable('mails')
        .set({
          last_error: [code, responseCode].filter(Boolean).join(' ') || 'unknown',
          // It stays: somebody has to look at it.
          failed_at: isGivenUp ? new Date().toISOString() : null,
        })
        .where('id', '=', mail.id)
        .execute()
    }
  }
  /** Hurried after a change that queued a mail, so that nobody waits for the next round. */
  async function all() {
    for (let mail = await claim(db); mail; mail = await claim(db)) await post(mail)
  }
  return startWorker(everyMs, all, log, 'mails cannot be read')
}

/** The lease keeps two servers from sending the same mail; each failed attempt doubles the wait. */
async function claim(db: Db): Promise<MailRow | undefined> {
  const now = new Date()
  const next = await db
    .selectFrom('mails')
    .select(['id', 'attempts', 'due_at'])
    .where('due_at', '<=', now.toISOString())
    .where('failed_at', 'is', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  if (!next) return undefined
  const waitMs = Math.min(leaseMs * 2 ** next.attempts, longestWaitMs)
  const claimed = await db
    .updateTable('mails')
    .set({ attempts: next.attempts + 1, due_at: new Date(now.getTime() + waitMs).toISOString() })
    .where('id', '=', next.id)
    .where('due_at', '=', next.due_at)
    .returningAll()
    .executeTakeFirst()
  return claimed ?? claim(db)
}
