import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * An unpaid order takes one of its customer's slots, and the index is what limits them: two orders that are placed at the
 * same moment cannot take the same one. A slot is free again as soon as its order is paid or cancelled. Orders that cost
 * nothing have none.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('orders').addColumn('unpaid_slot', 'integer').execute()
  await sql`
    update orders set unpaid_slot = (
      select count(*) from orders as earlier
      where earlier.customer_id = orders.customer_id and earlier.state = 'unpaid' and earlier.price_cents > 0
        and (earlier.created_at < orders.created_at
          or (earlier.created_at = orders.created_at and earlier.id < orders.id)))
    where state = 'unpaid' and price_cents > 0
  `.execute(db)
  await sql`
    create unique index orders_unpaid_slots on orders (customer_id, unpaid_slot)
    where state = 'unpaid' and unpaid_slot is not null
  `.execute(db)
}
