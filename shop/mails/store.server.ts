import type { MailRow } from '~/database/tables.ts'
import type { Db } from '~/platform/db/database.server.ts'
import { readListPage } from '~/platform/lists/keyset-list.server.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import { undeliveredByAge } from '~/platform/mail/undelivered.server.ts'
import type { UndeliveredMail } from './contract.ts'

/** Newest first. */
export async function undeliveredMails(db: Db, query: ListQuery) {
  const page = await readListPage<MailRow>(db, undeliveredByAge, query)
  return page.map(toUndeliveredMail)
}

const toUndeliveredMail = (mail: MailRow): UndeliveredMail => ({
  _id: mail.id,
  to: mail.recipient,
  subject: mail.subject,
  createdAt: mail.created_at,
  failedAt: mail.failed_at!,
  tries: mail.attempts,
  error: mail.last_error ?? 'unknown',
})
