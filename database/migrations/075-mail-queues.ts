import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Links that somebody waits for are sent beside notices, not behind them. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('mails')
    .addColumn('queue', 'text', (c) => c.notNull().defaultTo('notices'))
    .execute()
  await sql`create index mails_by_queue on mails (queue, due_at)`.execute(db)
}
