import { sql } from 'kysely'
import type { Database } from '~/platform/db/database.server.ts'
import { adoptSubscriptions, isReader } from '../store.server.ts'

/** So many readers are written down in one transaction. */
const readersAtOnce = 5000

/**
 * Writes down whom a newsletter is for, piece by piece, and lets it be sent when all are. Two servers at once take turns; a
 * piece that was begun by one that is gone is written by the next.
 */
export async function prepareRecipients(database: Database, id: string) {
  for (;;) if (await writePiece(database, id)) return
}

const writePiece = (database: Database, id: string) =>
  database.change([], async (tx) => {
    const newsletter = await database
      .locking(
        tx
          .selectFrom('newsletters')
          .select(['prepared_to', 'started_at'])
          .where('id', '=', id)
          .where('state', '=', 'preparing'),
      )
      .executeTakeFirst()
    // Another server was faster, or somebody has stopped it.
    if (!newsletter) return true
    if (newsletter.prepared_to === null) await adoptSubscriptions(tx)
    const from = newsletter.prepared_to ?? ''
    // Who comes after the start gets the next one.
    const piece = sql<{ id: string }>`
      select id from newsletter_subscriptions
      where ${isReader} and confirmed_at <= ${newsletter.started_at} and id > ${from} order by id limit ${readersAtOnce}`
    const { rows } = await piece.execute(tx)
    if (rows.length === 0) {
      await tx
        .updateTable('newsletters')
        .set((e) => ({
          state: 'sending',
          recipients: e
            .selectFrom('newsletter_sends')
            .select((count) => count.fn.countAll<number>().as('count'))
            .where('newsletter_id', '=', id),
        }))
        .where('id', '=', id)
        .execute()
      return true
    }
    await sql`
      insert into newsletter_sends (newsletter_id, subscription_id, state, attempts, due_at)
      select ${id}, piece.id, 'queued', 0, ${newsletter.started_at} from (${piece}) as piece
      where true on conflict do nothing`.execute(tx)
    await tx
      .updateTable('newsletters')
      .set({ prepared_to: rows.at(-1)!.id })
      .where('id', '=', id)
      .execute()
    return false
  })
