import type { Kysely } from 'kysely'

/** A product has further pictures beside the first: their addresses, one per line, in the order in which they are shown. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('products')
    .addColumn('more_pictures', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
