import type { Kysely } from 'kysely'

/** What the HTML part of a mail shows beside its text: lines with pictures, sums, an address. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('mails').addColumn('details', 'text').execute()
}
