import type { Kysely } from 'kysely'

/** An admin who looks for the orders of an address reads those alone. */
export async function up(db: Kysely<unknown>) {
  await db.schema.createIndex('orders_by_email').on('orders').columns(['email', 'created_at', 'id']).execute()
}
