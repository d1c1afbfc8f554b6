import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * Parts that belong together: by the owner, with a row for each of the two ways, and by what was bought together. What is
 * counted is written as a new generation beside the one that is shown, and one row says which that is.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('related_parts')
    .addColumn('product_id', 'text', (c) => c.notNull().references('products.id').onDelete('cascade'))
    .addColumn('other_id', 'text', (c) => c.notNull().references('products.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('related_parts_by_part', ['product_id', 'other_id'])
    .addCheckConstraint('related_to_another', sql`product_id <> other_id`)
    .execute()
  await db.schema.createIndex('related_parts_by_other').on('related_parts').column('other_id').execute()
  await db.schema
    .createTable('bought_together')
    .addColumn('generation', 'text', (c) => c.notNull())
    .addColumn('product_id', 'text', (c) => c.notNull())
    .addColumn('other_id', 'text', (c) => c.notNull())
    .addColumn('score', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('bought_together_once', ['product_id', 'generation', 'other_id'])
    .execute()
  await db.schema
    .createTable('bought_together_counts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('generation', 'text', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('counted_at', 'text')
    .execute()
  await sql`insert into bought_together_counts (id, generation, digest) values ('shown', '', '')`.execute(db)
}
