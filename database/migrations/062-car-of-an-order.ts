import type { Kysely } from 'kysely'

/**
 * The car that a part was ordered for, with the verdict that was shown: a copy, so that a car that is no longer listed
 * leaves the order readable.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('orders').addColumn('fit', 'text').execute()
  // A line of a cart names the car alone. No reference: a car that is no longer listed leaves its line in the cart.
  await db.schema.alterTable('cart_lines').addColumn('vehicle_id', 'text').execute()
  await db.schema.alterTable('cart_lines').addColumn('facts', 'text').execute()
}
