import { sql } from 'kysely'
import type { ContactMessageRow } from '~/database/tables.ts'
import { contains } from '~/platform/db/contains.server.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { readInBatches, readListPage } from '~/platform/lists/keyset-pages.server.ts'
import { days } from '~/platform/time.ts'
import type { Message, MessageListQuery } from './contract.ts'

const atOnce = 200

export async function messages(db: Db, query: MessageListQuery) {
  const { rows, ...part } = await readListPage<ContactMessageRow>(
    db,
    {
      table: 'contact_messages',
      keys: ['created_at', 'id'],
      direction: 'desc',
      where: query.state === 'unread' ? sql`read_at is null` : undefined,
      filter: query.q ? holds(query.q.toLowerCase()) : undefined,
    },
    query,
  )
  return { messages: rows.map(toMessage), ...part }
}

const holds = (words: string) =>
  sql<boolean>`(${contains(sql.ref('email'), words)} or ${contains(sql`lower(message)`, words)})`

/** Oldest first. */
export async function* allMessages(db: Db) {
  const list = { table: 'contact_messages', keys: ['id'], direction: 'asc' } as const
  for await (const rows of readInBatches<ContactMessageRow>(db, list, atOnce)) yield rows.map(toMessage)
}

/** How many messages are now marked so; the time of the first reading stays. */
export async function markMessage(db: Db, id: string, isRead: boolean) {
  const known = await db
    .updateTable('contact_messages')
    .set((e) => ({ read_at: isRead ? e.fn.coalesce('read_at', e.val(new Date().toISOString())) : null }))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return known ? 1 : 0
}

export const deleteMessagesOf = (tx: Tx, email: string) =>
  tx.deleteFrom('contact_messages').where('email', '=', email).execute()

/** docs/decisions/personal-data.md says why. */
const keptMs = days(365)

export const deleteOldMessages = (db: Db, now: number) =>
  db
    .deleteFrom('contact_messages')
    .where('created_at', '<', new Date(now - keptMs).toISOString())
    .execute()

export const exportMessages = (db: Db, email: string) =>
  db.selectFrom('contact_messages').selectAll().where('email', '=', email).execute()

/** The first ten thousand are enough to know that there are many. */
export async function unreadMessages(db: Db) {
  const { total } = await messages(db, { state: 'unread', page: 1, limit: 1 })
  return total
}

const toMessage = (row: ContactMessageRow): Message => ({
  _id: row.id,
  email: row.email,
  message: row.message,
  createdAt: row.created_at,
  read: row.read_at !== null,
})
