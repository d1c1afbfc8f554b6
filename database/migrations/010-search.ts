import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** When a product's words or price changed last: each server keeps them in memory and reads what is new. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('products')
    .addColumn('changed_at', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await sql`update products set changed_at = created_at`.execute(db)
  await db.schema.createIndex('products_by_change').on('products').columns(['changed_at', 'id']).execute()
}
