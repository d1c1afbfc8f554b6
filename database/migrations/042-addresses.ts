import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * Where parcels go and how far they have come: the address book of an account, the copy that a purchase has of the address
 * that was chosen, and the way of its parcel. Orders show the state of their purchase. What was paid before has none: it
 * was delivered without the shop's help.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('addresses')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('customer_id', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('addresses_of_customer')
    .on('addresses')
    .columns(['customer_id', 'created_at'])
    .execute()
  for (const column of [
    'address',
    'delivery_state',
    'packed_at',
    'shipped_at',
    'delivered_at',
    'carrier',
    'tracking_number',
  ])
    await db.schema.alterTable('purchases').addColumn(column, 'text').execute()
  await db.schema.alterTable('orders').addColumn('delivery_state', 'text').execute()
  await sql`
    create index purchases_to_deliver on purchases (delivery_state, created_at, id)
    where delivery_state is not null
  `.execute(db)
}
