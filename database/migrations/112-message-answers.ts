import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** What the shop answers to a message of the contact page, and what the message is about. */
export async function up(db: Kysely<unknown>) {
  for (const column of ['user_id', 'purchase_id', 'product_id', 'car', 'thread_id', 'subject', 'answered_at'])
    await db.schema.alterTable('contact_messages').addColumn(column, 'text').execute()
  await db.schema
    .alterTable('contact_messages')
    .addColumn('answers', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('contact_answers')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('message_id', 'text', (c) => c.notNull().references('contact_messages.id').onDelete('cascade'))
    .addColumn('nth', 'integer', (c) => c.notNull())
    .addColumn('answer', 'text')
    .addColumn('by_user_id', 'text')
    .addColumn('answered_at', 'text', (c) => c.notNull())
    .addColumn('mail_id', 'text')
    .addUniqueConstraint('contact_answers_nth', ['message_id', 'nth'])
    .execute()
  for (const index of [
    'contact_messages_by_user on contact_messages (user_id) where user_id is not null',
    'contact_messages_open on contact_messages (created_at, id) where read_at is not null and answered_at is null',
    'contact_messages_answered on contact_messages (created_at, id) where read_at is not null and answered_at is not null',
    'contact_answers_by_user on contact_answers (by_user_id) where by_user_id is not null',
  ])
    await sql.raw(`create index ${index}`).execute(db)
}
