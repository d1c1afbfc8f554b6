import type { Database } from '~/platform/db/database.server.ts'
import { csvFile } from '~/platform/http/csv-file.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { managedNewsletterRoutes } from '~/shop/admin-routes.ts'
import { record } from '~/shop/audit/record.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { newsletterRoutes } from '~/shop/routes.ts'
import type { ConfirmLinks } from './confirm.server.ts'
import type { Subscription } from './contract.ts'
import { newsletterContract, refuse } from './contract.ts'
import { allSubscriptions, subscribe, subscriptions, unconfirmed, unsubscribe } from './store.server.ts'
import type { UnsubscribeLinks } from './unsubscribe.server.ts'

type Dependencies = {
  database: Database
  mailWorker: MailWorker
  leaveLinks: UnsubscribeLinks
  confirmLinks: ConfirmLinks
  config: Pick<Config, 'newsletter'>
}

export const newsletterApi = ({ database, mailWorker, leaveLinks, confirmLinks, config }: Dependencies) =>
  endpoints({ ...newsletterRoutes, ...managedNewsletterRoutes }, newsletterContract, {
    subscribe: {
      access: 'everyone',
      summary: 'Subscribes an address to the newsletter; a second time changes nothing',
      perMinute: 20,
      async handler({ params: { email }, body }) {
        if (body?.email !== undefined && body.email !== email)
          throw refuse('other_email', { fields: { email: 'Not the address of the path' } })
        const mustConfirm = config.newsletter.confirm
        await database.change([], async (tx) => {
          const added = await subscribe(tx, email, { mustConfirm })
          const waiting = added ?? (mustConfirm ? await unconfirmed(tx, email) : undefined)
          // Only the first time, or once a day, so that the form cannot flood a mailbox.
          if (mustConfirm && waiting?.id)
            await queueMail(tx, confirmMail(email, { id: waiting.id, url: confirmLinks.urlFor(waiting.id) }))
          else if (added) await queueMail(tx, subscribedMail(email, leaveLinks.urlFor(email)))
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
              ['State', (row) => row.state],
            ],
          },
          allSubscriptions(database.db),
        )
      },
    },
    takeOff: {
      access: 'people',
      summary: 'Takes an address off the list, as its link out does',
      async handler({ params: { email }, caller }) {
        const isOff = await database.change([], async (tx) => {
          const wasOn = await unsubscribe(tx, email)
          if (wasOn) await record(tx, caller, { what: 'address taken off the newsletter', subject: email })
          return wasOn
        })
        return { deletedCount: isOff ? 1 : 0 }
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

/** Nothing is sent to an address before whoever reads its mails has said so. */
const confirmMail = (email: string, { id, url }: { id: string; url: string }) => ({
  to: email,
  subject: 'Please confirm your subscription',
  isSigned: true,
  text: [
    'Hello,',
    `${email} was entered for our newsletter. Confirm it within a week, and you get the next one:`,
    url,
    'Was it not you? Then there is nothing to do: without an answer the address is deleted.',
  ].join('\n\n'),
  event: `newsletter:${id}:confirm:${new Date().toISOString().slice(0, 10)}`,
  queue: 'links' as const,
})
