import type { Kysely } from 'kysely'
import { sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('payments')
    .addColumn('transaction_id', 'text', (c) => c.primaryKey())
    .addColumn('reference', 'text')
    .addColumn('owner_id', 'text', (c) => c.notNull())
    .addColumn('amount_cents', 'integer', (c) => c.notNull().check(sql`amount_cents > 0`))
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('open', 'applied', 'refund_due', 'refunded', 'void')`),
    )
    .addColumn('reason', 'text')
    .addColumn('refund_id', 'text')
    .addColumn('refund_attempt', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('checked_at', 'text', (c) => c.notNull())
    .execute()
  // Two tabs share one transaction, and nothing is paid twice: the database itself says no.
  await sql`create unique index payments_one_open on payments (reference) where state = 'open'`.execute(db)
  await sql`create unique index payments_one_applied on payments (reference) where state = 'applied'`.execute(
    db,
  )
  await sql`create index payments_to_do on payments (state, checked_at) where state in ('open', 'refund_due')`.execute(
    db,
  )
  await db.schema.createIndex('payments_by_owner').on('payments').column('owner_id').execute()

  await db.schema
    .createTable('payment_attempts')
    .addColumn('reference', 'text', (c) => c.primaryKey())
    .addColumn('attempt', 'integer', (c) => c.notNull())
    .execute()

  await standInTables(db)
}

/** What the provider would keep: used only while there are no keys of a real one. */
async function standInTables(db: Kysely<unknown>) {
  await db.schema
    .createTable('stand_in_objects')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('created', 'integer', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('stand_in_objects_by_age')
    .on('stand_in_objects')
    .columns(['kind', 'created', 'id'])
    .execute()

  await db.schema
    .createTable('stand_in_webhooks')
    .addColumn('event_id', 'text', (c) => c.primaryKey())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('due_at', 'text', (c) => c.notNull())
    .execute()
}
