import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Sums of a day and a month are added up from documents of that time, credit notes and reversals too. */
export async function up(db: Kysely<unknown>) {
  await db.schema.dropIndex('receipts_by_day').execute()
  await sql`create index receipts_by_day on receipts (issued_at, kind, amount_cents, tax_cents)`.execute(db)
}
