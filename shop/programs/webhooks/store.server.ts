import type { Db } from '~/platform/db/database.server.ts'
import { newId } from '~/platform/id.ts'
import { days } from '~/platform/time.ts'

/** How many wait, and how many were given up, by webhook. */
export async function countDeliveries(db: Db) {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select((e) => ['webhook_id', 'state', e.fn.countAll<number>().as('count')])
    .where('state', 'in', ['waiting', 'failed'])
    .groupBy(['webhook_id', 'state'])
    .execute()
  return (id: string, state: 'waiting' | 'failed') =>
    Number(rows.find((row) => row.webhook_id === id && row.state === state)?.count ?? 0)
}

/** Of no subject that anything else is about, so it waits for nothing. */
export async function addTest(db: Db, webhookId: string) {
  const now = new Date().toISOString()
  const id = `evt_${newId()}`
  const about = { event: 'test', subject: `test ${id}`, object_id: webhookId, nth: 0 }
  await db
    .insertInto('webhook_deliveries')
    .values({ id, webhook_id: webhookId, ...about, created_at: now, due_at: now })
    .execute()
  return id
}

/** As if it had just happened; what it tells is what is so when it is told. */
export async function replay(db: Db, id: string) {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', attempts: 0, due_at: new Date().toISOString(), ended_at: null })
    .where('id', '=', id)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

const deliveredMs = days(30)
const failedMs = days(90)

export async function deleteOldDeliveries(db: Db, now: number) {
  for (const [state, ms] of [
    ['delivered', deliveredMs],
    ['failed', failedMs],
  ] as const)
    await db
      .deleteFrom('webhook_deliveries')
      .where('state', '=', state)
      .where('ended_at', '<', new Date(now - ms).toISOString())
      .execute()
}
