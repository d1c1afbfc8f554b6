import type { MailRow } from '~/database/tables.ts'
import type { Database, Db } from '~/platform/db/database.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { readListPage } from '~/platform/lists/keyset-list.server.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import { deleteMail, retryMail, undeliveredByAge } from '~/platform/mail/undelivered.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { mailsRoutes } from '~/shop/admin-routes.ts'
import type { UndeliveredMail } from './contract.ts'
import { mailsContract, refuse } from './contract.ts'

/** Undelivered mails, for admins. */
export const mailsApi = ({ database: { db }, mailWorker }: { database: Database; mailWorker: MailWorker }) =>
  endpoints(mailsRoutes, mailsContract, {
    listUndeliveredMails: {
      access: 'people',
      summary:
        'Mails that no mail server took in 20 tries, newest first; one page with ?page= and ?limit=; on from x-next-from with ?from=',
      handler: ({ query }) => undeliveredMails(db, query),
    },
    retryMail: {
      access: 'people',
      summary: 'Tries to send such a mail again, as if it had just been written',
      async handler({ params }) {
        if (!(await retryMail(db, params.id))) throw refuse('unknown_mail')
        void mailWorker.wake()
        return { modifiedCount: 1 as const }
      },
    },
    deleteMail: {
      access: 'people',
      summary: 'Throws such a mail away',
      async handler({ params }) {
        if (!(await deleteMail(db, params.id))) throw refuse('unknown_mail')
        return { deletedCount: 1 as const }
      },
    },
  })

/** Newest first. */
async function undeliveredMails(db: Db, query: ListQuery) {
  const page = await readListPage<MailRow>(db, undeliveredByAge, query)
  return page.map(toUndeliveredMail)
}

/** For the list of what is to be done: how many, and the last of them. */
export async function waitingMails(db: Db, limit: number) {
  const { rows, total } = await undeliveredMails(db, { page: 1, limit })
  const items = rows.map(({ _id, to, subject, failedAt }) => ({
    id: _id,
    who: to,
    what: subject,
    since: failedAt,
  }))
  return { count: total, items }
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
