import type { Database } from '~/platform/db/database.server.ts'
import { csvFile } from '~/platform/http/csv-file.server.ts'
import type { Implementations } from '~/platform/http/endpoint.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { newId } from '~/platform/id.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import { quoted } from '~/platform/mail/paragraphs.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { managedContactRoutes } from '~/shop/admin-routes.ts'
import type { Config } from '~/shop/config.server.ts'
import { contactRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import type { ContactContract, Message } from './contract.ts'
import { contactContract, refuse } from './contract.ts'
import { purchaseIn } from './rules.ts'
import { allMessages, markMessage, messages } from './store.server.ts'

export const contactApi = (
  database: Database,
  mailWorker: MailWorker,
  { shopEmail }: Pick<Config, 'shopEmail'>,
) =>
  endpoints({ ...contactRoutes, ...managedContactRoutes }, contactContract, {
    sendMessage: {
      access: 'everyone',
      summary: 'A message to the shop: stored, and mailed to the workshop',
      perMinute: 5,
      async handler({ body }) {
        const insertedId = await database.change([], async (tx) => {
          const id = newId()
          await tx
            .insertInto('contact_messages')
            .values({ id, ...body, created_at: new Date().toISOString(), read_at: null })
            .execute()
          const about = purchaseIn(body.message)
          await queueMail(tx, {
            to: shopEmail,
            replyTo: body.email,
            subject: 'A message from the contact page',
            text: `${quoted(body.message)}\n\nFrom: ${body.email}\n\n${about ? urls.purchase(about.id) : urls.messages()}`,
          })
          return id
        })
        void mailWorker.wake()
        return { insertedId }
      },
    },
    ...inboxEndpoints(database),
  })

/** The messages of the contact page, for admins. */
const inboxEndpoints = ({ db }: Database): Omit<Implementations<ContactContract>, 'sendMessage'> => ({
  listMessages: {
    access: 'people',
    summary:
      'Messages to the shop, newest first; one page with ?page=, ?limit= and ?q=, unread with ?state=unread; on from x-next-from with ?from=',
    handler: ({ query }) => messages(db, query),
  },
  markMessage: {
    access: 'people',
    summary: 'Marks a message as read or unread',
    async handler({ params, body }) {
      const modifiedCount = await markMessage(db, params.id, body.read)
      if (modifiedCount === 0) throw refuse('unknown_message')
      return { modifiedCount }
    },
  },
  exportMessages: {
    access: 'people',
    summary: 'All messages as a table for spreadsheets, oldest first',
    async handler() {
      return csvFile(
        {
          name: 'messages',
          columns: [
            ['Date', (row: Message) => row.createdAt],
            ['Email', (row) => row.email],
            ['Message', (row) => row.message],
            ['Read', (row) => (row.read ? 'yes' : 'no')],
          ],
        },
        allMessages(db),
      )
    },
  },
})
