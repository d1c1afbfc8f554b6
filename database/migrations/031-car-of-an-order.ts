import type { Kysely } from 'kysely'

/**
 * The car that a part was ordered for, with the verdict that was shown: a copy, so that a car that is no longer listed
 * leaves the order readable.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('orders').addColumn('fit', 'text').execute()
}
