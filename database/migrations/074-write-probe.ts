import type { Kysely } from 'kysely'

/** One row that is written to see whether anything can be written. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('write_probe')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('content', 'text', (c) => c.notNull())
    .execute()
}
