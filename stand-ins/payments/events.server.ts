import type { StandInTx } from './objects.server.ts'
import { deletionTime, nowInSeconds, randomText, storeObject } from './objects.server.ts'

const apiVersion = '2026-10-28.endive'

/** Stored with the change that it reports; the webhook is sent after the commit. */
export async function emitEvent(ctx: StandInTx, type: string, object: unknown) {
  const id = `evt_${randomText(24)}`
  const event = {
    id,
    object: 'event',
    type,
    api_version: apiVersion,
    created: nowInSeconds(),
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    data: { object },
  }
  await storeObject(ctx, 'event', event, { deleteAt: deletionTime() })
  await ctx.tx
    .insertInto('stand_in_webhooks')
    .values({ event_id: id, attempts: 0, due_at: new Date().toISOString() })
    .execute()
}
