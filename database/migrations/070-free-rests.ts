import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * A purchase of which only free orders are left owes no delivery and does not expire. Until now it kept the fee and the
 * time of the orders that were cancelled.
 */
export async function up(db: Kysely<unknown>) {
  const toPay = sql`select purchase_id from orders where state = 'unpaid' and price_cents > 0`
  await sql`
    update purchases set fee_cents = 0
    where fee_cents > 0 and transaction_id is null
      and id in (select purchase_id from orders where state = 'unpaid') and id not in (${toPay})
  `.execute(db)
  await sql`
    update orders set expires_at = null
    where state = 'unpaid' and expires_at is not null and purchase_id not in (${toPay})
  `.execute(db)
}
