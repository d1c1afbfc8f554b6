import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * Each refund has a row of its own, written before the provider is asked; what the provider says of it is kept there. An
 * order shows how its refund stands without asking for the book. A mail that nobody takes stays until somebody has
 * looked at it.
 */
export async function up(db: Kysely<unknown>) {
  await refundBook(db)
  await whatOrdersShow(db)
  await db.schema.alterTable('mails').addColumn('failed_at', 'text').execute()
  await db.schema.alterTable('mails').addColumn('last_error', 'text').execute()
  await sql`create index mails_failed on mails (failed_at, id) where failed_at is not null`.execute(db)
}

async function refundBook(db: Kysely<unknown>) {
  await db.schema
    .createTable('refunds')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('transaction_id', 'text', (c) => c.notNull())
    .addColumn('reference', 'text')
    .addColumn('amount_cents', 'integer', (c) => c.notNull().check(sql`amount_cents > 0`))
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('requested', 'pending', 'refused', 'failed', 'succeeded')`),
    )
    .addColumn('made_by', 'text', (c) => c.notNull().check(sql`made_by in ('shop', 'provider')`))
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('provider_refund_id', 'text', (c) => c.unique())
    .addColumn('provider_reason', 'text')
    .addColumn('attempt', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('changed_at', 'text', (c) => c.notNull())
    .addColumn('due_at', 'text')
    .addColumn('closed_at', 'text')
    .execute()
  await db.schema.createIndex('refunds_of_transaction').on('refunds').column('transaction_id').execute()
  await sql`create index refunds_to_do on refunds (due_at) where due_at is not null`.execute(db)
  await sql`
    create index refunds_in_trouble on refunds (changed_at, id)
    where state in ('refused', 'failed') and closed_at is null
  `.execute(db)
  await sql`
    insert into refunds (id, transaction_id, reference, amount_cents, state, made_by, reason, provider_refund_id, attempt,
      created_at, changed_at, due_at)
    select 'refund-' || transaction_id, transaction_id, reference, amount_cents,
      case state when 'refunded' then 'succeeded' else 'requested' end, 'shop', coalesce(reason, 'given back by the shop'),
      refund_id, 0, checked_at, checked_at, case state when 'refunded' then null else checked_at end
    from payments where state in ('refund_due', 'refunded')
  `.execute(db)
  await db.schema.alterTable('payments').dropColumn('refund_id').execute()
  await db.schema.alterTable('payments').dropColumn('refund_attempt').execute()
}

async function whatOrdersShow(db: Kysely<unknown>) {
  await db.schema.alterTable('orders').addColumn('refund_state', 'text').execute()
  await db.schema.alterTable('orders').addColumn('refund_reason', 'text').execute()
  await db.schema
    .alterTable('orders')
    .addColumn('refunded_cents', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('orders').addColumn('card_last4', 'text').execute()
  await sql`
    update orders set refund_state = 'succeeded', refunded_cents = price_cents where state = 'refunded'
  `.execute(db)
  await sql`
    update orders set refund_state = 'requested'
    where state = 'paid' and transaction_id in (select transaction_id from refunds where state = 'requested')
  `.execute(db)
}
