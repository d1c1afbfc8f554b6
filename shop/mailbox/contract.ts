import { z } from 'zod'

export const MailboxMail = z.object({
  id: z.string(),
  kind: z.enum(['mail', 'sms']),
  to: z.string(),
  subject: z.string(),
  at: z.string(),
  text: z.string(),
})
export type MailboxMail = z.infer<typeof MailboxMail>
