import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * A part can wait until it is for sale. The shop reads its lists in the order of indexes of what is shown, so that a
 * hundred thousand parts that wait need not be skipped; how many wait is counted in an index of these alone.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('products')
    .addColumn('visibility', 'text', (c) => c.notNull().defaultTo('shown'))
    .execute()
  for (const [name, columns] of [
    ['age', 'created_at, id'],
    ['price', 'price_cents, id'],
    ['name', 'name_key'],
  ] as const)
    await sql`create index ${sql.ref(`products_shown_by_${name}`)} on products (${sql.raw(columns)})
      where visibility = 'shown'`.execute(db)
  await sql`create index products_hidden on products (created_at, id) where visibility = 'hidden'`.execute(db)
}
