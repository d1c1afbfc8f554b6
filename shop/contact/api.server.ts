import type { Database } from '~/platform/db/database.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { newId } from '~/platform/id.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import { quoted } from '~/platform/mail/quoted.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { contactRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import { contactContract } from './contract.ts'
import { inboxEndpoints } from './inbox-api.server.ts'

export const contactApi = (
  database: Database,
  mailWorker: MailWorker,
  { shopEmail }: Pick<Config, 'shopEmail'>,
) =>
  endpoints(contactRoutes, contactContract, {
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
          await queueMail(tx, {
            to: shopEmail,
            replyTo: body.email,
            subject: 'A message from the contact page',
            text: `${quoted(body.message)}\n\nFrom: ${body.email}\n\n${urls.messages()}`,
          })
          return id
        })
        void mailWorker.wake()
        return { insertedId }
      },
    },
    ...inboxEndpoints(database),
  })
