import type { Database } from '~/platform/db/database.server.ts'
import { csvFile } from '~/platform/http/csv-file.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { managedNewsletterRoutes } from '~/shop/admin-routes.ts'
import { newsletterRoutes } from '~/shop/routes.ts'
import type { Subscription } from './contract.ts'
import { newsletterContract, refuse } from './contract.ts'
import { allSubscriptions, subscribe, subscriptions } from './store.server.ts'
import type { UnsubscribeLinks } from './unsubscribe.server.ts'

type Dependencies = { database: Database; mailWorker: MailWorker; leaveLinks: UnsubscribeLinks }

export const newsletterApi = ({ database, mailWorker, leaveLinks }: Dependencies) =>
  endpoints({ ...newsletterRoutes, ...managedNewsletterRoutes }, newsletterContract, {
    subscribe: {
      access: 'everyone',
      summary: 'Subscribes an address to the newsletter; a second time changes nothing',
      perMinute: 20,
      async handler({ params: { email }, body }) {
        if (body?.email !== undefined && body.email !== email)
          throw refuse('other_email', { fields: { email: 'Not the address of the path' } })
        await database.change([], async (tx) => {
          // Only the first time, so that the form cannot flood a mailbox.
          if (await subscribe(tx, email)) await queueMail(tx, subscribedMail(email, leaveLinks.urlFor(email)))
        })
        void mailWorker.wake()
        return { ok: 1 as const }
      },
    },
    listSubscriptions: {
      access: 'people',
      summary:
        'Who is on the list, newest first; one page of it with ?page=, ?limit= and ?q=; on from x-next-from with ?from=',
      handler: ({ query }) => subscriptions(database.db, query),
    },
    exportSubscriptions: {
      access: 'people',
      summary: 'The whole list as a table for spreadsheets, each address with its link out',
      async handler() {
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
    },
  })

/** Sent to every new subscriber, with the link to unsubscribe. */
const subscribedMail = (email: string, leaveUrl: string) => ({
  to: email,
  subject: 'You are on the list',
  isSigned: true,
  text: [
    'Hello,',
    `${email} was just subscribed to our newsletter.`,
    'Was it not you, or have you changed your mind? This link takes you off the list again:',
    leaveUrl,
  ].join('\n\n'),
  leaveUrl,
})
