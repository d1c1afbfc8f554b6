import { createHmac } from 'node:crypto'
import type { Db } from '~/platform/db/database.server.ts'
import { leaseNext } from '~/platform/db/lease.server.ts'
import type { Log } from '~/platform/log.server.ts'
import { startWorker } from '~/platform/queue/worker.server.ts'
import { hours, seconds } from '~/platform/time.ts'
import type { FaultPlan } from './fault-plan.ts'
import { nowInSeconds } from './objects.server.ts'

/** Sends a signed event to the shop; returns the HTTP status. */
export type DeliverWebhook = (body: string, signature: string) => Promise<number>

const soonMs = seconds(3)
const maxWaitMs = hours(1)
const maxAttempts = 30

type WebhookOptions = {
  db: Db
  webhookSecret: string
  events: string[]
  deliver: DeliverWebhook
  faults: FaultPlan
  log: Log
  everyMs?: number
}

/** Sends each event until the shop acknowledges it, across restarts, with increasing delays. */
export function startWebhooks({
  db,
  webhookSecret,
  events,
  deliver,
  faults,
  log,
  everyMs = seconds(2),
}: WebhookOptions) {
  let stopped = false
  async function send({ event_id: id, attempts }: Webhook) {
    const { body } = await db
      .selectFrom('stand_in_objects')
      .select('body')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { type } = JSON.parse(body)
    const copies = events.includes(type) ? faults.copies(type) : 0
    let isAcknowledged = true
    for (let copy = 0; copy < copies; copy++) {
      const status = await deliver(body, signature(body, webhookSecret))
      isAcknowledged = status >= 200 && status < 300
    }
    if (isAcknowledged || attempts >= maxAttempts)
      await db.deleteFrom('stand_in_webhooks').where('event_id', '=', id).execute()
  }
  const worker = startWorker({ everyMs, work: sendDue, log, failure: 'webhooks cannot be sent' })
  async function sendDue() {
    const next = async () => (stopped ? undefined : (await nextWebhook(db))[0])
    for (let webhook = await next(); webhook && !stopped; webhook = await next()) await send(webhook)
  }
  return {
    wake: worker.wake,
    stop() {
      stopped = true
      return worker.stop()
    },
  }
}

/** The provider's signature: over the time and the raw body. */
export function signature(body: string, webhookSecret: string, at = nowInSeconds()) {
  const v1 = createHmac('sha256', webhookSecret).update(`${at}.${body}`).digest('hex')
  return `t=${at},v1=${v1}`
}

type Webhook = { event_id: string; attempts: number }

/** The second attempt follows soon; then each failed one doubles the wait. */
const nextWebhook = (db: Db) =>
  leaseNext<Webhook>(
    db,
    {
      table: 'stand_in_webhooks',
      key: 'event_id',
      leaseMs: (attempts) => (attempts === 0 ? soonMs : Math.min(10 * soonMs * 2 ** attempts, maxWaitMs)),
    },
    1,
  )
