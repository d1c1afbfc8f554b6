import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Links that somebody waits for are sent beside notices, not behind them. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('mails')
    .addColumn('lane', 'text', (c) => c.notNull().defaultTo('notices'))
    .execute()
  await sql`create index mails_by_lane on mails (lane, due_at)`.execute(db)
}
