import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { Email, typed } from '~/platform/http/input/schemas.ts'
import { choice, ListQuery } from '~/platform/lists/list-query.ts'
import { refusalsOf } from '~/platform/refusal.ts'
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

export const contactContract = {
  sendMessage: { body: ContactMessage, response: z.object({ insertedId: z.string() }) },
  listMessages: { query: MessageListQuery, response: z.array(Message) },
  markMessage: {
    params: z.object({ id: z.string() }),
    body: z.object({ read: z.boolean() }),
    response: z.object({ modifiedCount: z.number().int() }),
  },
  exportMessages: { response: z.string() },
} satisfies Contract
export type ContactContract = typeof contactContract

export const refuse = refusalsOf({ unknown_message: [404, 'There is no such message.'] })
