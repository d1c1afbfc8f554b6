import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** What was sold and kept in the last days is added up from these indexes: pieces by product, and receipts by day. */
export async function up(db: Kysely<unknown>) {
  await db.schema.dropIndex('orders_by_payment').execute()
  await sql`create index orders_by_payment on orders (state, paid_at, product_id, quantity, refunded_quantity)
    where state = 'paid'`.execute(db)
  await sql`create index receipts_by_day on receipts (issued_at, purchase_id, amount_cents)
    where kind = 'receipt'`.execute(db)
}
