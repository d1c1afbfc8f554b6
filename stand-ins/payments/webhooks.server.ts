import { createHmac } from 'node:crypto'
import type { Db } from '~/platform/db/database.server.ts'
import type { Log } from '~/platform/log.server.ts'
import { startWorker } from '~/platform/queue/worker.server.ts'
import { hours, seconds } from '~/platform/time.ts'
import type { FaultPlan } from './fault-plan.ts'
import { nowInSeconds } from './objects.server.ts'

/** Sends a signed event to the shop; returns the HTTP status. */
export type DeliverWebhook = (body: string, signature: string) => Promise<number>

const leaseMs = seconds(30)
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
  everyMs = 2000,
}: WebhookOptions) {
  let stopped = false
  async function send({ id, body, attempts }: Claimed) {
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
  const worker = startWorker(everyMs, sendDue, log, 'webhooks cannot be sent')
  async function sendDue() {
    for (let event = stopped ? undefined : await claim(db); event && !stopped; event = await claim(db))
      await send(event)
  }
  return {
    hurry: worker.hurry,
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

type Claimed = { id: string; body: string; attempts: number }

/** The lease keeps two servers from sending the same event; each failed attempt doubles the wait. */
async function claim(db: Db): Promise<Claimed | undefined> {
  const now = new Date()
  const next = await db
    .selectFrom('stand_in_webhooks')
    .innerJoin('stand_in_objects', 'stand_in_objects.id', 'event_id')
    .select(['event_id', 'attempts', 'due_at', 'body'])
    .where('due_at', '<=', now.toISOString())
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  if (!next) return undefined
  const waitMs = next.attempts === 0 ? leaseMs / 10 : Math.min(leaseMs * 2 ** next.attempts, maxWaitMs)
  const { numUpdatedRows } = await db
    .updateTable('stand_in_webhooks')
    .set({ attempts: next.attempts + 1, due_at: new Date(now.getTime() + waitMs).toISOString() })
    .where('event_id', '=', next.event_id)
    .where('due_at', '=', next.due_at)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return claim(db)
  return { id: next.event_id, body: next.body, attempts: next.attempts + 1 }
}
