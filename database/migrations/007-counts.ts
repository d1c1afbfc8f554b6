import type { Kysely } from 'kysely'
import { PostgresAdapter, sql } from 'kysely'

/** What several servers count together: calls and tries within a time. */
export async function up(db: Kysely<unknown>) {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('counts')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('ends_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('counts_by_end').on('counts').column('ends_at').execute()
  // Nothing is lost with it but a few minutes' counts, so no sign-in waits for the disk.
  if (postgres) await sql`alter table counts set unlogged`.execute(db)
}
