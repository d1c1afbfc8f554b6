import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Other programs that work for the shop: the tokens with which they call its API. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('api_tokens')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull().check(sql`role in ('packer', 'editor', 'admin')`))
    // Of 256 random bits, so no salt is needed: who reads the table can call nothing with it.
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('last_letters', 'text', (c) => c.notNull())
    // It works for the shop as long as its maker does.
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addColumn('last_used_at', 'text')
    .addColumn('revoked_at', 'text')
    .execute()
  for (const index of [
    'api_tokens_by_age on api_tokens (created_at, id)',
    'api_tokens_by_user on api_tokens (user_id)',
  ])
    await sql.raw(`create index ${index}`).execute(db)
}
