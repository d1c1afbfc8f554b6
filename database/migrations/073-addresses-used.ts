import type { Kysely } from 'kysely'

/** When an address was last added, changed or sent to: the next purchase goes to the latest. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('addresses').addColumn('used_at', 'text').execute()
}
