import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * What a person wrote or did, and what has served its time, is found without reading what others wrote. All orders by age
 * stand in no index any more: the lists of them have indexes of their own (006), and no query took that one.
 */
export async function up(db: Kysely<unknown>) {
  for (const [name, table, column] of [
    ['reviews_by_author', 'reviews', 'author_id'],
    ['contact_messages_by_email', 'contact_messages', 'email'],
    ['audit_entries_by_user', 'audit_entries', 'user_id'],
    ['audit_entries_by_subject', 'audit_entries', 'subject'],
    ['registrations_by_email', 'registrations', 'email'],
    ['registrations_by_end', 'registrations', 'expires_at'],
    ['identity_sessions_by_end', 'identity_sessions', 'expiresAt'],
    ['identity_verifications_by_end', 'identity_verifications', 'expiresAt'],
  ] as const)
    await db.schema.createIndex(name).on(table).column(column).execute()
  await sql`create index users_with_photo on users (photo) where photo is not null`.execute(db)
  await db.schema.dropIndex('orders_by_age').execute()
}
