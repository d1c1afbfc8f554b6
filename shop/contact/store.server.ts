import type { ExpressionBuilder } from 'kysely'
import { sql } from 'kysely'
import type { ContactMessageRow, Tables } from '~/database/tables.ts'
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
        ...(query.state === 'all' ? [] : [isIn[query.state]]),
        ...(query.q ? [matches(query.q.toLowerCase())] : []),
      ],
    },
    query,
  )
  return page.map(toMessage)
}

/** As literals: SQLite takes an index of some rows only when the query repeats its condition. */
const isIn = {
  unread: sql<boolean>`read_at is null`,
  read: sql<boolean>`read_at is not null and answered_at is null`,
  answered: sql<boolean>`read_at is not null and answered_at is not null`,
}

const matches = (words: string) =>
  sql<boolean>`(${contains(sql.ref('email'), words)} or ${contains(sql`lower(message)`, words)})`

/** Oldest first. */
export async function* allMessages(db: Db) {
  const list = { table: 'contact_messages', keys: ['id'], direction: 'asc' } as const
  for await (const rows of readInBatches<ContactMessageRow>(db, list, rowsPerQuery)) yield rows.map(toMessage)
}

/** The number of messages changed; the time of the first reading stays. What is unread again waits for an answer again. */
export async function markMessage(db: Db, id: string, isRead: boolean) {
  const marked = await db
    .updateTable('contact_messages')
    .set((e) =>
      isRead
        ? { read_at: e.fn.coalesce('read_at', e.val(new Date().toISOString())) }
        : { read_at: null, answered_at: null },
    )
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return marked ? 1 : 0
}

type Person = { userId: string; email: string }

const isBy =
  ({ userId, email }: Person) =>
  (e: ExpressionBuilder<Tables, 'contact_messages'>) =>
    e.or([e('email', '=', email), e('user_id', '=', userId)])

/** With their answers. */
export const deleteMessagesOf = (tx: Tx, person: Person) =>
  tx.deleteFrom('contact_messages').where(isBy(person)).execute()

/** Of somebody whom an admin deletes the words stay, for as long as all messages do: nothing says any more who that was. */
export async function leaveMessages(tx: Tx, userId: string) {
  await tx.updateTable('contact_messages').set({ user_id: null }).where('user_id', '=', userId).execute()
  await tx.updateTable('contact_answers').set({ by_user_id: null }).where('by_user_id', '=', userId).execute()
}

/** See docs/decisions/personal-data.md. */
export const messagesMs = days(365)

export const deleteOldMessages = (db: Db, now: number) =>
  db
    .deleteFrom('contact_messages')
    .where('created_at', '<', new Date(now - messagesMs).toISOString())
    .execute()

/** What one wrote, with what the shop answered. */
export async function exportMessages(db: Db, person: Person) {
  const messages = await db
    .selectFrom('contact_messages')
    .selectAll()
    .where(isBy(person))
    .orderBy('created_at')
    .execute()
  const answers = await db
    .selectFrom('contact_answers')
    .select(['message_id', 'answer', 'answered_at'])
    .where('message_id', 'in', db.selectFrom('contact_messages').select('id').where(isBy(person)))
    .orderBy('nth')
    .execute()
  return messages.map((message) => ({
    ...message,
    answers: answers.flatMap(({ message_id, ...answer }) => (message_id === message.id ? [answer] : [])),
  }))
}

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

export const toMessage = (row: ContactMessageRow): Message => ({
  _id: row.id,
  email: row.email,
  message: row.message,
  createdAt: row.created_at,
  read: row.read_at !== null,
  ...(row.answered_at && { answeredAt: row.answered_at }),
})
