import type { MailRow } from '~/database/tables.ts'
import type { Db } from '~/platform/db/database.server.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import { onePart } from '~/platform/lists/long-table.server.ts'
import { undeliveredByAge } from '~/platform/mail/undelivered.server.ts'
import type { UndeliveredMail } from './contract.ts'

/** Newest first. */
export async function undeliveredMails(db: Db, wish: ListQuery) {
  const { rows, ...part } = await onePart<MailRow>(db, undeliveredByAge, wish)
  return { mails: rows.map(shown), ...part }
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
