import { z } from 'zod'
import { Email } from '~/platform/http/input/email.ts'
import { typed } from '~/platform/http/input/texts.ts'
import { choice, ListQuery } from '~/platform/lists/list-query.ts'
import { longestMessage } from './rules.ts'

export const ContactMessage = z.object({
  email: Email,
  message: typed(longestMessage, 'Message is required'),
})
export type ContactMessage = z.infer<typeof ContactMessage>

/** A message as admins see it. */
export const Message = z.object({
  _id: z.string(),
  email: z.string(),
  message: z.string(),
  createdAt: z.string(),
  read: z.boolean(),
})
export type Message = z.infer<typeof Message>

export const MessageListQuery = ListQuery.extend({
  state: choice(['all', 'unread']),
})
export type MessageListQuery = z.infer<typeof MessageListQuery>
