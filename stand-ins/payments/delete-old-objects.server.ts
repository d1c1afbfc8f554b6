import type { Db } from '~/platform/db/database.server.ts'
import { nowInSeconds } from './objects.server.ts'

const batchSize = 500

/** Intents that are paid or can still be paid, with their charges and refunds, are never deleted. */
export async function deleteOldObjects(db: Db, now = nowInSeconds()) {
  for (;;) {
    const old = await db
      .selectFrom('stand_in_objects')
      .select('id')
      .where('forget_at', '<=', now)
      // Not before its webhook is delivered.
      .where((e) =>
        e.not(
          e.exists(
            e
              .selectFrom('stand_in_webhooks')
              .select('event_id')
              .whereRef('event_id', '=', 'stand_in_objects.id'),
          ),
        ),
      )
      .limit(batchSize)
      .execute()
    if (old.length === 0) return
    await db
      .deleteFrom('stand_in_objects')
      .where(
        'id',
        'in',
        old.map(({ id }) => id),
      )
      .where('forget_at', '<=', now)
      .execute()
  }
}
