import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * What the provider keeps of a payment, for the books: it says so some time after the payment, so the sweep asks for it.
 * Payments from before are not asked about. And the language of what an owner writes, that of the shop so far.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('payments').addColumn('fee_cents', 'integer').execute()
  for (const column of ['fee_currency', 'fee_due_at'])
    await db.schema.alterTable('payments').addColumn(column, 'text').execute()
  await sql`create index payments_fee_due on payments (fee_due_at) where fee_due_at is not null`.execute(db)
  for (const table of ['shop_records', 'page_versions', 'blogs', 'blog_versions'])
    await db.schema
      .alterTable(table)
      .addColumn('language', 'text', (c) => c.notNull().defaultTo('en'))
      .execute()
}
