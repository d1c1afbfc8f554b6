import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** What the admin's lists are cut from, and a way out of every newsletter mail. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createIndex('contact_messages_by_age')
    .on('contact_messages')
    .columns(['created_at', 'id'])
    .execute()
  await sql`create index contact_messages_unread on contact_messages (created_at, id) where read_at is null`.execute(
    db,
  )
  await db.schema
    .createIndex('newsletter_by_age')
    .on('newsletter_subscriptions')
    .columns(['created_at', 'email'])
    .execute()
  await db.schema.alterTable('mails').addColumn('leave_url', 'text').execute()

  await sql`create index orders_listed on orders (created_at, id) where state <> 'cancelled'`.execute(db)
  // Beyond the lists of one state: what sells best and what was earned, answered from the index alone.
  await db.schema
    .createIndex('orders_by_state')
    .on('orders')
    .columns(['state', 'created_at', 'id', 'product_id', 'quantity'])
    .execute()
  await db.schema
    .createIndex('orders_by_payment')
    .on('orders')
    .columns(['state', 'paid_at', 'price_cents'])
    .execute()
  await sql`create index admins on users (id) where role = 'admin'`.execute(db)
  // However often a refund is asked for: the pieces of an order come back once.
  await sql`
    create unique index stock_restocked_once on stock_movements (order_id) where reason = 'restocked'
  `.execute(db)
}
