import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** What the last file of its maker said of each part: what was changed by hand since then stays. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('supplied_values')
    .addColumn('product_id', 'text', (c) => c.primaryKey().references('products.id').onDelete('cascade'))
    .addColumn('import_id', 'text', (c) => c.notNull())
    .addColumn('said', 'text', (c) => c.notNull())
    .addColumn('said_before', 'text')
    .execute()
  await sql`create index supplied_values_by_import on supplied_values (import_id)`.execute(db)
}
