import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * Statements of customers that they withdraw from a purchase. What comes back by one is a return that nobody has to accept,
 * and of which an order may have several. The last day of the right is stored when the last part has arrived.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('withdrawals')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('purchase_id', 'text')
    .addColumn('customer_id', 'text')
    .addColumn('request_key', 'text')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('number', 'text', (c) => c.notNull())
    .addColumn('lines', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('stated', 'open', 'done', 'closed')`))
    .addColumn('declared_at', 'text', (c) => c.notNull())
    .addColumn('refund_by', 'text', (c) => c.notNull())
    .addColumn('refund_id', 'text')
    .execute()
  await db.schema
    .createIndex('withdrawals_by_state')
    .on('withdrawals')
    .columns(['state', 'declared_at', 'id'])
    .execute()
  await db.schema.createIndex('withdrawals_by_email').on('withdrawals').column('email').execute()
  await sql`create index withdrawals_of_purchase on withdrawals (purchase_id) where purchase_id is not null`.execute(
    db,
  )
  await sql`create unique index withdrawals_once on withdrawals (customer_id, request_key)
    where request_key is not null`.execute(db)
  await db.schema.alterTable('returns').addColumn('withdrawal_id', 'text').execute()
  await db.schema.dropIndex('returns_one_open').execute()
  await sql`create unique index returns_one_open on returns (order_id)
    where state in ('asked', 'accepted') and withdrawal_id is null`.execute(db)
  await sql`create index returns_of_withdrawal on returns (withdrawal_id) where withdrawal_id is not null`.execute(
    db,
  )
  await db.schema.alterTable('purchases').addColumn('withdrawable_until', 'text').execute()
}
