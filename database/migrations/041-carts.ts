import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** What customers mean to buy. It holds no stock, and no price that anybody trusts. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('cart_lines')
    .addColumn('customer_id', 'text', (c) => c.notNull())
    // No reference: a product that is gone stays visible as gone.
    .addColumn('product_id', 'text', (c) => c.notNull())
    .addColumn('size', 'text', (c) => c.notNull().check(sql`size in ('SM', 'M', 'L', 'XL')`))
    .addColumn('quantity', 'integer', (c) => c.notNull().check(sql`quantity >= 1`))
    .addColumn('seen_cents', 'integer')
    .addColumn('added_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('cart_lines_once', ['customer_id', 'product_id', 'size'])
    .execute()
}
