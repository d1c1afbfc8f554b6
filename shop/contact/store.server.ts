import { sql } from 'kysely'
import type { ContactMessageRow } from '~/database/tables.ts'
import { contains } from '~/platform/db/conditions.server.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { readInBatches, readListPage } from '~/platform/lists/keyset-list.server.ts'
import { days } from '~/platform/time.ts'
import type { Message, MessageListQuery } from './contract.ts'

const rowsPerQuery = 200

export async function messages(db: Db, query: MessageListQuery) {
  const page = await readListPage<ContactMessageRow>(
    db,
    {
      table: 'contact_messages',
      keys: ['created_at', 'id'],
      direction: 'desc',
      where: [
        ...(query.state === 'unread' ? [sql<boolean>`read_at is null`] : []),
        ...(query.q ? [matches(query.q.toLowerCase())] : []),
      ],
    },
    query,
  )
  return page.map(toMessage)
}

const matches = (words: string) =>
  sql<boolean>`(${contains(sql.ref('email'), words)} or ${contains(sql`lower(message)`, words)})`

/** Oldest first. */
export async function* allMessages(db: Db) {
  const list = { table: 'contact_messages', keys: ['id'], direction: 'asc' } as const
  for await (const rows of readInBatches<ContactMessageRow>(db, list, rowsPerQuery)) yield rows.map(toMessage)
}

/** The number of messages changed; the time of the first reading stays. */
export async function markMessage(db: Db, id: string, isRead: boolean) {
  const marked = await db
    .updateTable('contact_messages')
    .set((e) => ({ read_at: isRead ? e.fn.coalesce('read_at', e.val(new Date().toISOString())) : null }))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return marked ? 1 : 0
}

export const deleteMessagesOf = (tx: Tx, email: string) =>
  tx.deleteFrom('contact_messages').where('email', '=', email).execute()

/** See docs/decisions/personal-data.md. */
export const messagesMs = days(365)

export const deleteOldMessages = (db: Db, now: number) =>
  db
    .deleteFrom('contact_messages')
    .where('created_at', '<', new Date(now - messagesMs).toISOString())
    .execute()

export const exportMessages = (db: Db, email: string) =>
  db.selectFrom('contact_messages').selectAll().where('email', '=', email).execute()

/** Counted up to ten thousand. */
export async function unreadMessages(db: Db) {
  const { total } = await messages(db, { state: 'unread', page: 1, limit: 1 })
  return total
}

/** Who has waited longest for an answer. */
export async function oldestUnread(db: Db, limit: number) {
  const rows = await db
    .selectFrom('contact_messages')
    .selectAll()
    .where('read_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toMessage)
}

const toMessage = (row: ContactMessageRow): Message => ({
  _id: row.id,
  email: row.email,
  message: row.message,
  createdAt: row.created_at,
  read: row.read_at !== null,
})
