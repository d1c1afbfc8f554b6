import { z } from 'zod'
import type { Database } from '~/platform/db/database.server.ts'
import { endpoint, WithTotal } from '~/platform/http/endpoint.server.ts'
import { ListQuery } from '~/platform/lists/list-query.ts'
import { deleteMail, retryMail } from '~/platform/mail/undelivered.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { UndeliveredMail } from './contract.ts'
import { undeliveredMails } from './store.server.ts'

const byId = z.object({ id: z.string() })
const unknown = () => new Refusal(404, 'unknown_mail', 'There is no such undelivered mail.')

/** What could not be sent, for admins. */
export const mailsApi = ({ database: { db }, postman }: { database: Database; postman: MailWorker }) => [
  endpoint({
    method: 'GET',
    path: '/api/mails',
    who: 'admin',
    summary:
      'Mails that no mail server took in 20 tries, newest first; one page with ?page= and ?limit=; on from x-next-from with ?from=',
    query: ListQuery,
    answer: z.array(UndeliveredMail),
    async act({ query }) {
      const { mails, total, ...places } = await undeliveredMails(db, query)
      return new WithTotal(mails, total, places)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/mails/:id/retry',
    who: 'admin',
    summary: 'Tries to send such a mail again, as if it had just been written',
    params: byId,
    answer: z.object({ modifiedCount: z.literal(1) }),
    async act({ params }) {
      if (!(await retryMail(db, params.id))) throw unknown()
      void postman.hurry()
      return { modifiedCount: 1 as const }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/mails/:id',
    who: 'admin',
    summary: 'Throws such a mail away',
    params: byId,
    answer: z.object({ deletedCount: z.literal(1) }),
    async act({ params }) {
      if (!(await deleteMail(db, params.id))) throw unknown()
      return { deletedCount: 1 as const }
    },
  }),
]
