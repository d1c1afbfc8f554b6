import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Lists of what is low or out are read from the few rows they show, and the stock of all others moves without them. */
export async function up(db: Kysely<unknown>) {
  await db.schema.dropIndex('products_low').execute()
  await sql`create index products_low on products (created_at, id, available_qty, order_qty)
    where available_qty <> 0 and (available_qty <= 5 or available_qty < order_qty)`.execute(db)
  await sql`create index products_out on products (created_at, id) where available_qty <= 0`.execute(db)
}
