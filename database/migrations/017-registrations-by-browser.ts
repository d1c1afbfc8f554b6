import type { Kysely } from 'kysely'

/** Which browser registered, as a hash, and where its visitor wanted to go. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('registrations').addColumn('browser_hash', 'text').execute()
  await db.schema.alterTable('registrations').addColumn('return_to', 'text').execute()
}
