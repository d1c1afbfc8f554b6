import type { Kysely } from 'kysely'

/** What one price buys, “set of 4”, and what is in the box; empty for a piece, and where the picture shows it. */
export async function up(db: Kysely<unknown>) {
  for (const column of ['unit', 'in_the_box'])
    await db.schema
      .alterTable('products')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
}
