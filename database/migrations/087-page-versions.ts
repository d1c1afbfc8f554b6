import type { Kysely } from 'kysely'

/** What the owner has written on a page: a row per save, the newest is shown. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('page_versions')
    .addColumn('page_id', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('markdown', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('page_versions_by_page', ['page_id', 'version'])
    .execute()
}
