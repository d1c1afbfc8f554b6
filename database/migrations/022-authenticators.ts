import type { Kysely } from 'kysely'

/** Authenticator apps as second factor, and the recovery codes of those who lose theirs. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('authenticators')
    .addColumn('identity_id', 'text', (c) =>
      c.primaryKey().references('identity_users.id').onDelete('cascade'),
    )
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('last_step', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('confirmed_at', 'text')
    .execute()

  await db.schema
    .createTable('recovery_codes')
    .addColumn('identity_id', 'text', (c) => c.notNull().references('identity_users.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('recovery_codes_once', ['identity_id', 'code_hash'])
    .execute()
}
