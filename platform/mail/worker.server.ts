import { sql } from 'kysely'
import type { MailRow } from '~/database/tables.ts'
import type { Db } from '~/platform/db/database.server.ts'
import { leaseNext } from '~/platform/db/lease.server.ts'
import type { Log } from '~/platform/log.server.ts'
import { startWorker } from '~/platform/queue/worker.server.ts'
import { hours, minutes, seconds } from '~/platform/time.ts'
import type { Deliver } from './deliver.server.ts'
import { asSent } from './mail.server.ts'

const firstWaitMs = minutes(2)
const longestWaitMs = hours(1)
const mostAttempts = 20
/** So many are leased and ticked off together: when there are many, two writes for each would be too many. */
const mostAtOnce = 20
/** What is left of them then waits for the end of its lease, so that no other server sends it meanwhile. */
const longestBatchMs = minutes(1)

export type MailWorker = ReturnType<typeof startMailWorker>

/**
 * Delivers queued mails until each is out; a mail server that is down only delays them. One after another in each queue, so
 * that a link somebody waits for never stands behind a thousand notices.
 */
export function startMailWorker(db: Db, deliver: Deliver, log: Log, everyMs = seconds(15)) {
  /** Whether it is out. */
  async function post(mail: MailRow) {
    try {
      await deliver(mail)
      return true
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
      return false
    }
  }
  async function postBatch(mails: MailRow[]) {
    const end = Date.now() + longestBatchMs
    const sent: MailRow[] = []
    for (const mail of mails) if (Date.now() < end && (await post(mail))) sent.push(mail)
    await forget(db, sent)
  }
  /** Woken after a change that queued a mail, so that nobody waits for the next interval. */
  const startQueue = (queue: MailRow['queue']) =>
    startWorker({
      everyMs,
      async work() {
        for (let mails = await nextMails(db, queue); mails.length > 0; mails = await nextMails(db, queue))
          await postBatch(mails)
      },
      log,
      failure: 'mails cannot be read',
    })
  const queues = [startQueue('links'), startQueue('notices')]
  const both = async (act: (queue: (typeof queues)[number]) => Promise<void>) =>
    void (await Promise.all(queues.map(act)))
  return { wake: () => both(({ wake }) => wake()), stop: () => both(({ stop }) => stop()) }
}

/** Of what can happen only once, the row stays. */
async function forget(db: Db, mails: MailRow[]) {
  const ids = (isEvent: boolean) =>
    mails.filter(({ event_key }) => (event_key !== null) === isEvent).map(({ id }) => id)
  const [others, events] = [ids(false), ids(true)]
  if (others.length > 0) await db.deleteFrom('mails').where('id', 'in', others).execute()
  if (events.length > 0) await db.updateTable('mails').set(asSent()).where('id', 'in', events).execute()
}

/** Each failed attempt doubles the wait. */
const nextMails = (db: Db, queue: MailRow['queue']) =>
  leaseNext<MailRow>(
    db,
    {
      table: 'mails',
      key: 'id',
      where: sql`queue = ${sql.lit(queue)} and failed_at is null`,
      leaseMs: (attempts) => Math.min(firstWaitMs * 2 ** attempts, longestWaitMs),
    },
    mostAtOnce,
  )
