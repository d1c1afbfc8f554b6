import type { Books } from './objects.server.ts'
import { forAWhile, nowInSeconds, randomText, storeObject } from './objects.server.ts'

const apiVersion = '2026-10-28.endive'

/** Written with the change it tells of; the webhook is sent after that is kept. */
export async function emitEvent(books: Books, type: string, object: unknown) {
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
  await storeObject(books, 'event', event, { until: forAWhile() })
  await books.tx
    .insertInto('stand_in_webhooks')
    .values({ event_id: id, attempts: 0, due_at: new Date().toISOString() })
    .execute()
}
