import type { ContactMessageRow } from '~/database/tables.ts'
import { contains } from '~/platform/db/contains.server.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { pageOf } from '~/platform/http/list-wish.ts'
import type { Message, MessageListWish } from './contract.ts'

const atOnce = 200

export async function messages(db: Db, wish: MessageListWish) {
  let wanted = db.selectFrom('contact_messages')
  if (wish.state === 'unread') wanted = wanted.where('read_at', 'is', null)
  if (wish.q) {
    const words = wish.q.toLowerCase()
    wanted = wanted.where((e) =>
      e.or([contains(e.ref('email'), words), contains(e.fn('lower', ['message']), words)]),
    )
  }
  let rows = wanted.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
  const page = pageOf(wish)
  if (page) rows = rows.limit(page.limit).offset(page.offset)
  const [found, { count }] = await Promise.all([
    rows.execute(),
    wanted.select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows: found.map(toMessage), total: Number(count) }
}

export async function messagesAfter(db: Db, last: Message | undefined) {
  let rows = db.selectFrom('contact_messages').selectAll().orderBy('id').limit(atOnce)
  if (last) rows = rows.where('id', '>', last._id)
  return (await rows.execute()).map(toMessage)
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

export const forgetWriter = (tx: Tx, email: string) =>
  tx.deleteFrom('contact_messages').where('email', '=', email).execute()

export async function unreadMessages(db: Db) {
  const { count } = await db
    .selectFrom('contact_messages')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const toMessage = (row: ContactMessageRow): Message => ({
  _id: row.id,
  email: row.email,
  message: row.message,
  createdAt: row.created_at,
  read: row.read_at !== null,
})
