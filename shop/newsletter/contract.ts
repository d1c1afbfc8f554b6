import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { Email } from '~/platform/http/input/schemas.ts'
import { ListQuery } from '~/platform/lists/list-query.ts'
import { refusalsOf } from '~/platform/refusal.ts'

export const Subscription = z.object({ email: z.string(), createdAt: z.string() })
export type Subscription = z.infer<typeof Subscription>

/** The query of an unsubscribe link. */
export const UnsubscribeLink = z.object({ email: Email, signature: z.string().max(100) })

export const newsletterContract = {
  subscribe: {
    params: z.object({ email: Email }),
    body: z.object({ email: Email.optional() }).nullish(),
    response: z.object({ ok: z.literal(1) }),
  },
  listSubscriptions: { query: ListQuery, response: z.array(Subscription) },
  exportSubscriptions: { response: z.string() },
} satisfies Contract
export type NewsletterContract = typeof newsletterContract

export const refuse = refusalsOf({ other_email: [422, 'The address in the body is another one.', 'invalid'] })
