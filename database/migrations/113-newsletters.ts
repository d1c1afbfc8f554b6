import type { Kysely } from 'kysely'
import { PostgresAdapter, sql } from 'kysely'

/**
 * Newsletters, and who each is for: a row for each reader, frozen before the first mail leaves, ticked off one by one. It
 * holds no address and no text. Who subscribed before now counts as confirmed since then; a row without an id was written
 * by a server of the version before, and counts the same way.
 */
export async function up(db: Kysely<unknown>) {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const column of [
    'id text',
    'confirmed_at text',
    'failures integer not null default 0',
    'stopped_at text',
  ])
    await sql.raw(`alter table newsletter_subscriptions add column ${column}`).execute(db)
  const random = postgres ? 'substr(md5(random()::text || email), 1, 24)' : 'lower(hex(randomblob(12)))'
  await sql.raw(`update newsletter_subscriptions set id = ${random}, confirmed_at = created_at`).execute(db)
  await sql`create unique index newsletter_by_id on newsletter_subscriptions (id)`.execute(db)

  await db.schema
    .createTable('newsletters')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('markdown', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('changed_at', 'text', (c) => c.notNull())
    .addColumn('started_at', 'text')
    .addColumn('ended_at', 'text')
    .addColumn('prepared_to', 'text')
    .addColumn('recipients', 'integer')
    .addColumn('problem', 'text')
    .addColumn('troubles', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('next_at', 'text')
    .execute()
  await db.schema
    .createTable('newsletter_sends')
    .addColumn('newsletter_id', 'text', (c) => c.notNull().references('newsletters.id').onDelete('cascade'))
    .addColumn('subscription_id', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('due_at', 'text', (c) => c.notNull())
    .addColumn('sent_at', 'text')
    .addColumn('last_error', 'text')
    .addPrimaryKeyConstraint('newsletter_sends_by_reader', ['newsletter_id', 'subscription_id'])
    .execute()
  for (const index of [
    'newsletters_by_time on newsletters (created_at, id)',
    "newsletters_under_way on newsletters (started_at) where state in ('preparing', 'sending')",
    'newsletter_sends_by_state on newsletter_sends (newsletter_id, state, last_error)',
    "newsletter_sends_due on newsletter_sends (newsletter_id, due_at) where state = 'queued'",
    'newsletter_sends_of_reader on newsletter_sends (subscription_id)',
  ])
    await sql.raw(`create index ${index}`).execute(db)
}
