import { z } from 'zod'
import { Email } from '~/platform/http/input/email.ts'

export const Subscription = z.object({ email: z.string(), createdAt: z.string() })
export type Subscription = z.infer<typeof Subscription>

/** What a link out of the list carries. */
export const UnsubscribeLink = z.object({ email: Email, signature: z.string().max(100) })
