import { z } from 'zod'
import type { Database } from '~/platform/db/database.server.ts'
import { endpoint } from '~/platform/http/endpoint.server.ts'
import { newId } from '~/platform/id.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { urls } from '~/shop/urls.ts'
import { ContactMessage } from './contract.ts'

export const contactApi = (
  database: Database,
  postman: MailWorker,
  { shopEmail }: Pick<Config, 'shopEmail'>,
) => [
  endpoint({
    method: 'POST',
    path: '/api/contact',
    who: 'everyone',
    summary: 'A message to the shop: kept, and mailed to the workshop',
    body: ContactMessage,
    answer: z.object({ insertedId: z.string() }),
    perMinute: 5,
    async act({ body }) {
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
          text: `${body.message}\n\nFrom: ${body.email}\n\n${urls.messages()}`,
        })
        return id
      })
      void postman.hurry()
      return { insertedId }
    },
  }),
]
