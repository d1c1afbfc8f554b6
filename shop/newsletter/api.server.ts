import { z } from 'zod'
import type { Database } from '~/platform/db/database.server.ts'
import { csvFile } from '~/platform/http/csv-file.server.ts'
import { endpoint, WithTotal } from '~/platform/http/endpoint.server.ts'
import { Email } from '~/platform/http/input/email.ts'
import { ListQuery } from '~/platform/lists/list-query.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { Subscription } from './contract.ts'
import { subscribedMail } from './mails.ts'
import { allSubscriptions, subscribe, subscriptions } from './store.server.ts'
import type { UnsubscribeLinks } from './unsubscribe-link.server.ts'

type Parts = { database: Database; postman: MailWorker; leaveLinks: UnsubscribeLinks }

export const newsletterApi = ({ database, postman, leaveLinks }: Parts) => [
  endpoint({
    method: 'POST',
    path: '/api/newsletter/:email',
    who: 'everyone',
    summary: 'Subscribes an address to the newsletter; a second time changes nothing',
    params: z.object({ email: Email }),
    body: z.object({ email: Email.optional() }).nullish(),
    answer: z.object({ ok: z.literal(1) }),
    perMinute: 20,
    async act({ params: { email }, body }) {
      if (body?.email !== undefined && body.email !== email)
        throw new Refusal(422, 'invalid', 'The address in the body is another one.', {
          email: 'Not the address of the path',
        })
      await database.change([], async (tx) => {
        // Only the first time: nobody can fill a stranger's mailbox with this form.
        if (await subscribe(tx, email)) await queueMail(tx, subscribedMail(email, leaveLinks.urlFor(email)))
      })
      void postman.hurry()
      return { ok: 1 as const }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/newsletter',
    who: 'admin',
    summary:
      'Who is on the list, newest first; one page of it with ?page=, ?limit= and ?q=; on from x-next-from with ?from=',
    query: ListQuery,
    answer: z.array(Subscription),
    async act({ query }) {
      const { subscriptions: rows, total, ...places } = await subscriptions(database.db, query)
      return new WithTotal(rows, total, places)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/newsletter.csv',
    who: 'admin',
    summary: 'The whole list as a table for spreadsheets, each address with its link out',
    answer: z.string(),
    async act() {
      return csvFile(
        {
          name: 'newsletter',
          columns: [
            ['Email', (row: Subscription) => row.email],
            ['Since', (row) => row.createdAt],
            ['Link out', (row) => leaveLinks.urlFor(row.email)],
          ],
        },
        allSubscriptions(database.db),
      )
    },
  }),
]
