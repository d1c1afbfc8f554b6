import { z } from 'zod'

/** A mail that no mail server took. Its text is not shown: it may hold a link that is for its reader alone. */
export const UndeliveredMail = z.object({
  _id: z.string(),
  to: z.string(),
  subject: z.string(),
  createdAt: z.string(),
  failedAt: z.string(),
  tries: z.number().int(),
  /** What the mail server said last, as a code. */
  error: z.string(),
})
export type UndeliveredMail = z.infer<typeof UndeliveredMail>
