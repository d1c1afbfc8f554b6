import { z } from 'zod'
import { Email } from '~/platform/http/email.ts'
import { typed } from '~/platform/http/texts.ts'
import { longestMessage } from './rules.ts'

export const ContactMessage = z.object({
  email: Email,
  message: typed(longestMessage, 'Message is required'),
})
export type ContactMessage = z.infer<typeof ContactMessage>
