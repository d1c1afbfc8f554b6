import type { NewsletterRow, NewsletterSendRow } from '~/database/tables.ts'
import type { Counters } from '~/platform/db/counters.server.ts'
import type { Database } from '~/platform/db/database.server.ts'
import type { Log } from '~/platform/log.server.ts'
import type { DeliverToList } from '~/platform/mail/deliver.server.ts'
import { readMarkdown } from '~/platform/markdown.server.ts'
import { startWorker } from '~/platform/queue/worker.server.ts'
import { seconds } from '~/platform/time.ts'
import type { UnsubscribeLinks } from '../unsubscribe.server.ts'
import { newsletterParts } from './newsletter-mail.ts'
import { outcomeOf } from './outcome.ts'
import { createPace } from './pace.server.ts'
import { prepareRecipients } from './prepare.server.ts'
import {
  clearProblem,
  endIfDone,
  giveBack,
  leaseMs,
  leaseSends,
  markLeft,
  markRefused,
  markSent,
  newslettersUnderWay,
  pauseFor,
  postpone,
  readerOf,
} from './sends.server.ts'

const mostAtOnce = 20
/** Then it is not about some mailboxes any more. */
const mostRefusedInARow = 10

type Dependencies = {
  database: Database
  deliver: DeliverToList
  counters: Counters
  leaveLinks: UnsubscribeLinks
  log: Log
  publicUrl: string
  perMinute: number
  everyMs?: number | undefined
}

export type NewsletterWorker = ReturnType<typeof startNewsletterWorker>
export const idleNewsletterWorker: NewsletterWorker = { wake: async () => {}, stop: async () => {} }

/**
 * Sends newsletters beside all other mails, one mail after another, and ticks each off before the next: a server that is
 * killed leaves one open, which is sent again. Several servers share the work and the pace.
 */
export function startNewsletterWorker(ctx: Dependencies) {
  const { database, deliver, log, perMinute } = ctx
  const { db } = database
  const pace = createPace(ctx.counters, perMinute)
  const stopping = new AbortController()
  const refusedInARow = new Map<string, number>()

  async function work() {
    for (const newsletter of await newslettersUnderWay(db)) {
      if (newsletter.state === 'preparing') await prepareRecipients(database, newsletter.id)
      while (!stopping.signal.aborted && (await sendBatch(newsletter))) {}
      if (stopping.signal.aborted) break
    }
    deliver.close()
  }

  /** Whether there may be more to do. */
  async function sendBatch(newsletter: NewsletterRow) {
    const sends = await leaseSends(db, newsletter.id, Math.min(mostAtOnce, perMinute))
    if (sends.length === 0) {
      await endIfDone(db, newsletter.id)
      return false
    }
    // Long before the lease ends, so that no other server sends what this one is about to.
    const end = Date.now() + leaseMs / 2
    const nodes = readMarkdown(newsletter.markdown)
    for (const [n, send] of sends.entries()) {
      const rest = sends.slice(n)
      if (!(await waitForTurn(end))) {
        await giveBack(db, rest)
        return true
      }
      const { isSending, reader } = await readerOf(db, send)
      if (!isSending) {
        await giveBack(db, rest)
        return false
      }
      if (!reader) await markLeft(db, send)
      else if (!(await post(newsletter, send, { nodes, ...reader }))) {
        await giveBack(db, rest.slice(1))
        return false
      }
    }
    return true
  }

  type Reader = { nodes: ReturnType<typeof readMarkdown>; email: string; failures: number }

  /** Whether the next one may be tried. */
  async function post(
    newsletter: NewsletterRow,
    send: NewsletterSendRow,
    { nodes, email, failures }: Reader,
  ) {
    const leaveUrl = ctx.leaveLinks.urlFor(email)
    try {
      await deliver.send({
        id: `newsletter.${newsletter.id}.${send.subscription_id}`,
        to: email,
        date: newsletter.started_at!,
        subject: newsletter.subject,
        ...newsletterParts({ nodes, origin: ctx.publicUrl, leaveUrl }),
        leaveUrl,
        list: 'newsletter',
      })
    } catch (error) {
      return refused(newsletter, send, error)
    }
    await markSent(db, send, failures > 0)
    refusedInARow.delete(newsletter.id)
    if (newsletter.problem) {
      await clearProblem(db, newsletter.id)
      newsletter.problem = null
      newsletter.troubles = 0
    }
    return true
  }

  async function refused(newsletter: NewsletterRow, send: NewsletterSendRow, thrown: unknown) {
    const outcome = outcomeOf(thrown)
    log.warn(
      { newsletter: newsletter.id, outcome: outcome.kind, code: outcome.error },
      'a newsletter was not taken',
    )
    if (outcome.kind === 'nowhere') {
      // Behind the others: should it be this mail that the server breaks off at, they are sent all the same.
      await giveBack(db, [send], new Date(Date.now() + leaseMs).toISOString())
      await postpone(db, newsletter, outcome.error)
      return false
    }
    const isOver = await markRefused(db, send, outcome)
    if (!isOver) return true
    const inARow = (refusedInARow.get(newsletter.id) ?? 0) + 1
    refusedInARow.set(newsletter.id, inARow)
    if (inARow < mostRefusedInARow) return true
    refusedInARow.delete(newsletter.id)
    await pauseFor(db, newsletter.id, outcome.error)
    return false
  }

  /** False when it does not come before `end`, or the server is closing. */
  async function waitForTurn(end: number) {
    while (Date.now() < end && !stopping.signal.aborted) {
      const ms = await pace.waitMs()
      if (ms === 0) return true
      await sleepUnless(stopping.signal, Math.min(ms, end - Date.now()))
    }
    return false
  }

  const worker = startWorker({
    everyMs: ctx.everyMs ?? seconds(15),
    work,
    log,
    failure: 'newsletters cannot be sent',
  })
  return {
    wake: worker.wake,
    stop() {
      stopping.abort()
      return worker.stop()
    },
  }
}

const sleepUnless = (signal: AbortSignal, ms: number) =>
  new Promise<void>((done) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      done()
    }
    const timer = setTimeout(end, Math.max(0, ms))
    signal.addEventListener('abort', end)
  })
