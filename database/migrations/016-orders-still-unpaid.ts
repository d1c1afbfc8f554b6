import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * What is still unpaid, of one customer or in the order of its end, is read without what others ordered. The state stands
 * first although it is the same in all rows: SQLite would rather take another index that begins with it. An order that is
 * not yet paid stands in no index of payments, so placing one costs no more than before.
 */
export async function up(db: Kysely<unknown>) {
  for (const index of ['orders_to_expire', 'orders_by_payment']) await db.schema.dropIndex(index).execute()
  for (const statement of [
    "create index orders_to_expire on orders (state, expires_at) where state = 'unpaid'",
    "create index orders_unpaid on orders (state, customer_id) where state = 'unpaid'",
    "create index orders_by_payment on orders (state, paid_at, price_cents) where state = 'paid'",
  ])
    await sql.raw(statement).execute(db)
}
