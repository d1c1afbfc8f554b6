import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { ListQuery } from '~/platform/lists/list-query.ts'
import { refusalsOf } from '~/platform/refusal.ts'

/** A mail that no mail server accepted. Its text is not shown: it may contain a link for its recipient only. */
export const UndeliveredMail = z.object({
  _id: z.string(),
  to: z.string(),
  subject: z.string(),
  createdAt: z.string(),
  failedAt: z.string(),
  tries: z.number().int(),
  /** The mail server's last response code. */
  error: z.string(),
})
export type UndeliveredMail = z.infer<typeof UndeliveredMail>

const byId = z.object({ id: z.string() })

export const mailsContract = {
  listUndeliveredMails: { query: ListQuery, response: z.array(UndeliveredMail) },
  retryMail: { params: byId, response: z.object({ modifiedCount: z.literal(1) }) },
  deleteMail: { params: byId, response: z.object({ deletedCount: z.literal(1) }) },
} satisfies Contract
export type MailsContract = typeof mailsContract

export const refuse = refusalsOf({ unknown_mail: [404, 'There is no such undelivered mail.'] })
