import { sql } from 'kysely'
import type { MailRow } from '~/database/tables.ts'
import type { Db } from '~/platform/db/database.server.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import { onePart } from '~/platform/lists/long-table.server.ts'
import type { UndeliveredMail } from './contract.ts'

/** As a literal: SQLite takes an index of some rows only when it can see that no others are wanted. */
const isGivenUp = sql<boolean>`failed_at is not null`

/** Newest first. */
export async function undeliveredMails(db: Db, wish: ListQuery) {
  const list = { table: 'mails', keys: ['failed_at', 'id'], direction: 'desc', where: isGivenUp } as const
  const { rows, ...part } = await onePart<MailRow>(db, list, wish)
  return { mails: rows.map(shown), ...part }
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

const shown = (mail: MailRow): UndeliveredMail => ({
  _id: mail.id,
  to: mail.recipient,
  subject: mail.subject,
  createdAt: mail.created_at,
  failedAt: mail.failed_at!,
  tries: mail.attempts,
  error: mail.last_error ?? 'unknown',
})
