import { sql } from 'kysely'
import type { Db } from '~/platform/db/database.server.ts'

/** As a literal: SQLite takes an index of some rows only when it can see that no others are wanted. */
const isGivenUp = sql<boolean>`failed_at is not null`

/** Newest first. */
export const undeliveredByAge = {
  table: 'mails',
  keys: ['failed_at', 'id'],
  direction: 'desc',
  where: [isGivenUp],
} as const

export async function countUndelivered(db: Db) {
  const { count } = await db
    .selectFrom('mails')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where(isGivenUp)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** As if it had just been written; false when it is not one of them. */
export async function retryMail(db: Db, id: string) {
  const again = await db
    .updateTable('mails')
    .set({ failed_at: null, attempts: 0, due_at: new Date().toISOString() })
    .where('id', '=', id)
    .where(isGivenUp)
    .returning('id')
    .executeTakeFirst()
  return again !== undefined
}

export async function deleteMail(db: Db, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('mails')
    .where('id', '=', id)
    .where(isGivenUp)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const deleteUndeliveredBefore = (db: Db, time: string) =>
  db.deleteFrom('mails').where('failed_at', '<', time).execute()
