import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { OnePageQuery } from '~/platform/lists/list-query.ts'

export const MailboxMail = z.object({
  id: z.string(),
  kind: z.enum(['mail', 'sms']),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  at: z.string(),
  text: z.string(),
  /** Whether it can be looked at as mail programs show it. */
  hasHtml: z.boolean(),
})
export type MailboxMail = z.infer<typeof MailboxMail>

export const mailboxContract = {
  listMailboxMails: {
    query: OnePageQuery.pick({ page: true }),
    response: z.array(MailboxMail),
  },
} satisfies Contract
export type MailboxContract = typeof mailboxContract
