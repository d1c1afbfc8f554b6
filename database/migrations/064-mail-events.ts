import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * What happened once is mailed once: the key of an event stays when its mail is out. And which parts the owner knows to be
 * low; those that are now are not reported as news.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('mails').addColumn('event_key', 'text').execute()
  await db.schema.alterTable('mails').addColumn('sent_at', 'text').execute()
  await sql`create unique index mails_once on mails (event_key) where event_key is not null`.execute(db)
  await sql`create index mails_sent on mails (sent_at) where sent_at is not null`.execute(db)
  await db.schema
    .createTable('low_stock')
    .addColumn('product_id', 'text', (c) => c.primaryKey().references('products.id').onDelete('cascade'))
    .addColumn('since', 'text', (c) => c.notNull())
    .execute()
  await sql`
    insert into low_stock (product_id, since)
    select id, changed_at from products where available_qty <= 5 or available_qty < order_qty
  `.execute(db)
}
