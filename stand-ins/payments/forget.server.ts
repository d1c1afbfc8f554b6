import type { Db } from '~/platform/db/database.server.ts'
import { nowInSeconds } from './objects.server.ts'

const atOnce = 500

/** Never what can still be paid, or was: such transactions, with their charges and refunds, have no end. */
export async function deleteOldObjects(db: Db, now = nowInSeconds()) {
  for (;;) {
    const old = await db
      .selectFrom('stand_in_objects')
      .select('id')
      .where('forget_at', '<=', now)
      // As long as the shop has not heard of it, it is news.
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
      .limit(atOnce)
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
