import { sql } from 'kysely'
import type { WebhookDeliveryRow, WebhookRow } from '~/database/tables.ts'
import type { Db } from '~/platform/db/database.server.ts'
import { leaseNext } from '~/platform/db/lease.server.ts'
import type { Reach } from '~/platform/http/outgoing/fetch-public.server.ts'
import { postPublic } from '~/platform/http/outgoing/fetch-public.server.ts'
import type { Log } from '~/platform/log.server.ts'
import { startWorker } from '~/platform/queue/worker.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { hours, seconds } from '~/platform/time.ts'
import type { WebhookSecrets } from './signature.server.ts'

/** Longer than a receiver may take, so that no other server sends it meanwhile. */
const firstPauseMs = seconds(30)
const longestPauseMs = hours(6)
/** Over nearly three days. */
export const mostTries = 20
const atOnce = 8
/** Then it is left alone for a moment, instead of being tried with everything that waits. */
const mostRoundsInVain = 3

/** What a program is told about what happened: null where it is gone. Nothing about a person. */
export type DescribeObject = (event: string, objectId: string) => Promise<object | null>

type Dependencies = {
  db: Db
  log: Log
  secrets: WebhookSecrets
  describeObject: DescribeObject
  reach?: Reach | undefined
  everyMs?: number | undefined
}
export type WebhookWorker = ReturnType<typeof startWebhookWorker>

/**
 * Tells the other programs what happened: at least once, each subject in its order, each program at its own pace, so that
 * one that is slow or down keeps nobody else waiting.
 */
export function startWebhookWorker({ everyMs = seconds(2), ...ctx }: Dependencies) {
  const { db, log } = ctx
  const running = new Map<string, Promise<void>>()
  let isStopping = false

  const worker = startWorker({
    everyMs,
    async work() {
      const webhooks = await db.selectFrom('webhooks').selectAll().where('state', '=', 'on').execute()
      for (const webhook of webhooks) if (!running.has(webhook.id)) running.set(webhook.id, run(webhook))
    },
    log,
    failure: 'webhooks cannot be read',
  })

  async function run(webhook: WebhookRow) {
    try {
      for (let vain = 0; vain < mostRoundsInVain && !isStopping; ) {
        const due = await nextDeliveries(db, webhook.id)
        if (due.length === 0) return
        const taken = await Promise.all(due.map((delivery) => deliver(ctx, webhook, delivery)))
        vain = taken.includes(true) ? 0 : vain + 1
      }
    } catch (err) {
      log.error({ err, webhook: webhook.id }, 'a webhook failed')
    } finally {
      running.delete(webhook.id)
    }
  }

  return {
    /** Resolves when everybody was told what was due. */
    async wake() {
      await worker.wake()
      await Promise.all(running.values())
    },
    async stop() {
      isStopping = true
      await worker.stop()
      await Promise.all(running.values())
    },
  }
}

/** Of each subject the first that waits: what comes after it is not told before. */
const nextDeliveries = (db: Db, webhookId: string) =>
  leaseNext<WebhookDeliveryRow>(
    db,
    {
      table: 'webhook_deliveries',
      key: 'id',
      where: sql`webhook_id = ${webhookId} and state = 'waiting' and not exists (
        select 1 from webhook_deliveries earlier where earlier.webhook_id = ${webhookId}
        and earlier.subject = webhook_deliveries.subject and earlier.state = 'waiting'
        and earlier.nth < webhook_deliveries.nth)`,
      leaseMs: (attempts) => Math.min(firstPauseMs * 2 ** attempts, longestPauseMs),
    },
    atOnce,
  )

/** Whether it was taken. Who is killed before that is written tells it once more. */
async function deliver(
  { db, secrets, describeObject, reach }: Dependencies,
  webhook: WebhookRow,
  { id, event, object_id, created_at, attempts }: WebhookDeliveryRow,
) {
  const object = (await describeObject(event, object_id)) ?? { id: object_id, deleted: true }
  const body = JSON.stringify({ id, type: event, created: created_at, data: object })
  const headers = {
    'content-type': 'application/json',
    'webhook-signature': secrets.signatureOf(webhook, body),
  }
  const { isTaken, answer } = await post(webhook.address, { headers, body }, reach)
  const state = isTaken ? 'delivered' : attempts >= mostTries ? 'failed' : 'waiting'
  await db
    .updateTable('webhook_deliveries')
    .set({
      state,
      last_answer: answer,
      ended_at: state === 'waiting' ? null : new Date().toISOString(),
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
  return isTaken
}

async function post(address: string, sent: { headers: Record<string, string>; body: string }, reach?: Reach) {
  try {
    const status = await postPublic(address, sent, reach)
    const isTaken = status >= 200 && status < 300
    const redirects = status >= 300 && status < 400 ? ': no redirect is followed' : ''
    return { isTaken, answer: `Status ${status}${redirects}` }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { isTaken: false, answer: error.fields?.url ?? error.message }
  }
}
