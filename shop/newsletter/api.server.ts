import { z } from 'zod'
import type { Database } from '~/platform/db/database.server.ts'
import { Email } from '~/platform/http/email.ts'
import { endpoint } from '~/platform/http/endpoint.server.ts'
import { Refusal } from '~/platform/http/refusal.ts'

export const newsletterApi = ({ db }: Database) => [
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
      await db
        .insertInto('newsletter_subscriptions')
        .values({ email, created_at: new Date().toISOString() })
        .onConflict((c) => c.column('email').doNothing())
        .execute()
      return { ok: 1 as const }
    },
  }),
]
