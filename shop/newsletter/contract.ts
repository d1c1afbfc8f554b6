import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { Email } from '~/platform/http/input/schemas.ts'
import { ListQuery } from '~/platform/lists/list-query.ts'
import { refusalsOf } from '~/platform/refusal.ts'

export const Subscription = z.object({
  email: z.string(),
  createdAt: z.string(),
  /** Unconfirmed: nothing is sent before the link is followed. Stopped: its mailbox does not exist any more. */
  state: z.enum(['subscribed', 'unconfirmed', 'stopped']),
})
export type Subscription = z.infer<typeof Subscription>

/** The query of an unsubscribe link. */
export const UnsubscribeLink = z.object({ email: Email, signature: z.string().max(100) })

/** The query of the link by which a subscription is confirmed. */
export const ConfirmLink = z.object({
  id: z.string().max(64),
  until: z.string().max(30),
  signature: z.string().max(100),
})

export const newsletterContract = {
  subscribe: {
    params: z.object({ email: Email }),
    body: z.object({ email: Email.optional() }).nullish(),
    response: z.object({ ok: z.literal(1) }),
  },
  listSubscriptions: { query: ListQuery, response: z.array(Subscription) },
  exportSubscriptions: { response: z.string() },
  takeOff: {
    params: z.object({ email: Email }),
    response: z.object({ deletedCount: z.number().int().min(0).max(1) }),
  },
} satisfies Contract
export type NewsletterContract = typeof newsletterContract

export const refuse = refusalsOf({ other_email: [422, 'The address in the body is another one.', 'invalid'] })
export type ConfirmLink = z.infer<typeof ConfirmLink>
