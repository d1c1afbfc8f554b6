import type { Kysely } from 'kysely'

/** What is left of a newsletter of long ago once its rows for readers are deleted: how many were sent, failed and left. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('newsletters').addColumn('counts', 'text').execute()
}
