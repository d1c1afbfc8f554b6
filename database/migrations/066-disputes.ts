import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Payments that a customer's bank has taken back, or wants to: what the provider says of each. Orders show the last state. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('disputes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('transaction_id', 'text', (c) => c.notNull())
    .addColumn('amount_cents', 'integer', (c) => c.notNull().check(sql`amount_cents >= 0`))
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('open', 'won', 'lost')`))
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('changed_at', 'text', (c) => c.notNull())
    .addColumn('checked_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('disputes_of_transaction').on('disputes').column('transaction_id').execute()
  await sql`create index disputes_open on disputes (checked_at) where state = 'open'`.execute(db)
  await db.schema.alterTable('orders').addColumn('dispute_state', 'text').execute()
}
