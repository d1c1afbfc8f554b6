import { sql } from 'kysely'
import type { NewsletterRow, NewsletterSendRow } from '~/database/tables.ts'
import type { Db } from '~/platform/db/database.server.ts'
import { leaseNext } from '~/platform/db/lease.server.ts'
import { hours, minutes, seconds } from '~/platform/time.ts'
import { isReader } from '../store.server.ts'
import type { SendOutcome } from './outcome.ts'

export const leaseMs = minutes(3)
const mostAttempts = 5
const firstWaitMs = minutes(5)
const firstPauseMs = seconds(15)
const longestPauseMs = minutes(15)
/** So many newsletters in a row that a mailbox does not exist. */
const mostFailures = 2

const isQueued = sql<boolean>`state = 'queued'`
const now = () => new Date().toISOString()
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

/** What is to be done at this moment, the oldest first. */
export const newslettersUnderWay = (db: Db) =>
  db
    .selectFrom('newsletters')
    .selectAll()
    .where(sql<boolean>`state in ('preparing', 'sending')`)
    .where((e) => e.or([e('next_at', 'is', null), e('next_at', '<=', now())]))
    .orderBy('started_at')
    .execute()

export const leaseSends = (db: Db, newsletterId: string, most: number) =>
  leaseNext<NewsletterSendRow>(
    db,
    {
      table: 'newsletter_sends',
      key: 'subscription_id',
      where: sql`newsletter_id = ${newsletterId} and ${isQueued}`,
      leaseMs: () => leaseMs,
    },
    most,
  )

/** Leased and not tried: nobody loses an attempt by that. */
export async function giveBack(db: Db, sends: NewsletterSendRow[], dueAt = now()) {
  for (const { newsletter_id, subscription_id, due_at } of sends)
    await db
      .updateTable('newsletter_sends')
      .set((e) => ({ attempts: e('attempts', '-', 1), due_at: dueAt }))
      .where('newsletter_id', '=', newsletter_id)
      .where('subscription_id', '=', subscription_id)
      .where(isQueued)
      // Unless another server has it by now.
      .where('due_at', '=', due_at)
      .execute()
}

/** The state of the newsletter now, and the reader's address: undefined for one who has left. */
export async function readerOf(db: Db, send: NewsletterSendRow) {
  const { state } = await db
    .selectFrom('newsletters')
    .select('state')
    .where('id', '=', send.newsletter_id)
    .executeTakeFirstOrThrow()
  const reader = await db
    .selectFrom('newsletter_subscriptions')
    .select(['email', 'failures'])
    .where('id', '=', send.subscription_id)
    .where(isReader)
    .executeTakeFirst()
  return { isSending: state === 'sending', reader }
}

const setSend = (db: Db, send: NewsletterSendRow, values: Partial<NewsletterSendRow>) =>
  db
    .updateTable('newsletter_sends')
    .set(values)
    .where('newsletter_id', '=', send.newsletter_id)
    .where('subscription_id', '=', send.subscription_id)
    .where(isQueued)
    .execute()

export const markLeft = (db: Db, send: NewsletterSendRow) => setSend(db, send, { state: 'left' })

export async function markSent(db: Db, send: NewsletterSendRow, hadFailures: boolean) {
  await setSend(db, send, { state: 'sent', sent_at: now(), last_error: null })
  if (hadFailures)
    await db
      .updateTable('newsletter_subscriptions')
      .set({ failures: 0 })
      .where('id', '=', send.subscription_id)
      .execute()
}

/** Whether it is given up. */
export async function markRefused(db: Db, send: NewsletterSendRow, { kind, error, isDead }: SendOutcome) {
  const isOver = kind === 'failed' || send.attempts >= mostAttempts
  await setSend(db, send, {
    last_error: error,
    ...(isOver
      ? { state: 'failed' }
      : { due_at: inMs(Math.min(firstWaitMs * 2 ** send.attempts, hours(1))) }),
  })
  // One newsletter counts once, however often it is sent again.
  if (isDead && send.last_error === null) await countFailure(db, send.subscription_id)
  return isOver
}

const countFailure = (db: Db, subscriptionId: string) =>
  db
    .updateTable('newsletter_subscriptions')
    .set((e) => ({
      failures: e('failures', '+', 1),
      stopped_at: sql`case when failures + 1 >= ${sql.lit(mostFailures)} then ${now()} else stopped_at end`,
    }))
    .where('id', '=', subscriptionId)
    .execute()

/** No mail is taken: it is tried again after a while, and after longer the longer that goes on. */
export const postpone = (db: Db, { id, troubles }: NewsletterRow, error: string) =>
  db
    .updateTable('newsletters')
    .set({
      problem: error,
      troubles: troubles + 1,
      next_at: inMs(Math.min(firstPauseMs * 2 ** troubles, longestPauseMs)),
    })
    .where('id', '=', id)
    .execute()

export const clearProblem = (db: Db, id: string) =>
  db
    .updateTable('newsletters')
    .set({ problem: null, troubles: 0, next_at: null })
    .where('id', '=', id)
    .where('problem', 'is not', null)
    .execute()

/** Until somebody has looked at it. */
export const pauseFor = (db: Db, id: string, error: string) =>
  db
    .updateTable('newsletters')
    .set({ state: 'paused', problem: error })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute()

/** When nobody is left who waits for it; one who is being written to still waits. */
export const endIfDone = (db: Db, id: string) =>
  db
    .updateTable('newsletters')
    .set({ state: 'done', ended_at: now() })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('newsletter_sends')
            .select('subscription_id')
            .where('newsletter_id', '=', id)
            .where(isQueued),
        ),
      ),
    )
    .execute()
