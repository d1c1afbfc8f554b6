import type { Kysely } from 'kysely'
import { PostgresAdapter, sql } from 'kysely'

/**
 * A product has a brand and part numbers: its own, those of car makers and competitors for the same part, those it
 * replaces, and its EAN. They are typed as lines of text; a table derived from it finds a number in any spelling, its
 * beginning, and one mistake.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('products')
    .addColumn('brand', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('products')
    .addColumn('numbers', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema
    .createTable('part_numbers')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('product_id', 'text', (c) => c.notNull().references('products.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) =>
      c.notNull().check(sql`kind in ('own', 'oe', 'competitor', 'replaced', 'ean')`),
    )
    .addColumn('maker', 'text', (c) => c.notNull())
    .addColumn('number', 'text', (c) => c.notNull())
    .addColumn('number_key', 'text', (c) => c.notNull())
    .addColumn('key_backwards', 'text', (c) => c.notNull())
    .addColumn('key_ends', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .execute()
  // Ranges of keys are read in the order of characters, on both engines.
  if (db.getExecutor().adapter instanceof PostgresAdapter)
    await sql`alter table part_numbers
      alter column number_key type text collate "C",
      alter column key_backwards type text collate "C",
      alter column key_ends type text collate "C"`.execute(db)
  await db.schema
    .createIndex('part_numbers_once')
    .on('part_numbers')
    .columns(['product_id', 'kind', 'maker', 'number_key'])
    .unique()
    .execute()
  for (const column of ['number_key', 'key_backwards', 'key_ends'])
    await db.schema
      .createIndex(`part_numbers_by_${column}`)
      .on('part_numbers')
      .columns([column, 'product_id'])
      .execute()
}
