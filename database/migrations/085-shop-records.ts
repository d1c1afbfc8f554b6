import type { Kysely } from 'kysely'

/** What the owner says of the business: per section a JSON object of what differs from the first values. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('shop_records')
    .addColumn('section', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .execute()
}
