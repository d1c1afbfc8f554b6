import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * Receipts and credit notes, written once and never changed but for the customer, who is taken out when deleted. Purchases
 * that were paid before have none.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('receipt_counters')
    .addColumn('series', 'text', (c) => c.notNull())
    .addColumn('year', 'integer', (c) => c.notNull())
    .addColumn('last', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('receipt_counters_of_year', ['series', 'year'])
    .execute()
  await db.schema
    .createTable('receipts')
    .addColumn('series', 'text', (c) => c.notNull())
    .addColumn('year', 'integer', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('receipt', 'credit-note', 'reversal')`))
    .addColumn('purchase_id', 'text', (c) => c.notNull())
    .addColumn('refund_id', 'text')
    .addColumn('issued_at', 'text', (c) => c.notNull())
    .addColumn('amount_cents', 'bigint', (c) => c.notNull())
    .addColumn('tax_rate', 'integer', (c) => c.notNull())
    .addColumn('tax_cents', 'bigint', (c) => c.notNull())
    .addColumn('seller', 'text', (c) => c.notNull())
    .addColumn('customer', 'text')
    .addColumn('lines', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('receipts_numbered', ['series', 'year', 'number'])
    .execute()
  await db.schema.createIndex('receipts_of_purchase').on('receipts').column('purchase_id').execute()
  await sql`create unique index receipts_one_per_purchase on receipts (purchase_id) where kind = 'receipt'`.execute(
    db,
  )
  await sql`create unique index receipts_one_per_refund on receipts (refund_id, kind) where refund_id is not null`.execute(
    db,
  )
}
