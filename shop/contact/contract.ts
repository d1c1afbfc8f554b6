import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { Email, typed } from '~/platform/http/input/schemas.ts'
import { choice, ListQuery } from '~/platform/lists/list-query.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { longestMessage } from './rules.ts'
import { longestMessageAnswer, messageStates } from './thread-rules.ts'

const Id = z.string().min(1).max(120)

export const ContactMessage = z.object({
  email: Email,
  message: typed(longestMessage, 'Message is required'),
  /** The part that it is about. */
  productId: Id.optional(),
  /** The car that it is about. */
  vehicleId: Id.optional(),
})
export type ContactMessage = z.infer<typeof ContactMessage>

/** Of somebody who is signed in: it may be about one of their purchases. */
export const MyMessage = ContactMessage.extend({ purchaseId: Id.optional() })
export type MyMessage = z.infer<typeof MyMessage>

/** A message as admins see it. */
export const Message = z.object({
  _id: z.string(),
  email: z.string(),
  message: z.string(),
  createdAt: z.string(),
  read: z.boolean(),
  /** Since when it is answered, here or elsewhere. */
  answeredAt: z.string().optional(),
})
export type Message = z.infer<typeof Message>

const Answer = z.object({
  _id: z.string(),
  /** Absent for one that was given elsewhere. */
  answer: z.string().optional(),
  answeredAt: z.string(),
  /** Who answered; absent once they have no account any more. */
  by: z.string().optional(),
  /** Of a mail that is not out yet. */
  mail: z.enum(['waiting', 'failed']).optional(),
})
export type Answer = z.infer<typeof Answer>

const Customer = z.object({
  email: z.string(),
  name: z.string(),
  since: z.string(),
  /** The last ones. */
  orders: z.array(
    z.object({ _id: z.string(), purchaseId: z.string(), productName: z.string(), createdAt: z.string() }),
  ),
  /** Those of the garage. */
  cars: z.array(z.string()),
})

/** A message with its answers, and what one needs to know for the next one. */
export const MessageThread = Message.extend({
  answers: z.array(Answer),
  purchaseId: z.string().optional(),
  part: z.object({ productId: z.string(), productName: z.string().optional() }).optional(),
  car: z.string().optional(),
  /** Whose token came with the message; absent for a visitor. */
  customer: Customer.optional(),
  /** Where the writer's next mail arrives. */
  repliesTo: z.string(),
  /** The last other messages from the same address or account. */
  others: z.array(Message),
})
export type MessageThread = z.infer<typeof MessageThread>

export const MessageListQuery = ListQuery.extend({
  state: choice(messageStates),
})
export type MessageListQuery = z.infer<typeof MessageListQuery>

const byId = z.object({ id: z.string() })
const inserted = z.object({ insertedId: z.string() })
/** The number of answers that there were when it was decided: of two admins at once the second one hears of the first. */
const seen = z.number().int().min(0).max(1_000_000)

export const contactContract = {
  sendMessage: { body: ContactMessage, response: inserted },
  sendMyMessage: { body: MyMessage, response: inserted },
  listMessages: { query: MessageListQuery, response: z.array(Message) },
  getMessage: { params: byId, response: MessageThread },
  markMessage: {
    params: byId,
    body: z.object({ read: z.boolean() }),
    response: z.object({ modifiedCount: z.number().int() }),
  },
  answerMessage: {
    params: byId,
    body: z.object({ answer: typed(longestMessageAnswer, 'Answer is required'), seen }),
    response: inserted,
  },
  answerElsewhere: { params: byId, body: z.object({ seen }), response: inserted },
  exportMessages: { response: z.string() },
} satisfies Contract
export type ContactContract = typeof contactContract

export const refuse = refusalsOf({
  unknown_message: [404, 'There is no such message.'],
  unknown_part: [
    404,
    'This part is no longer in the shop. Take it off your message, and send it again.',
    'unknown_product',
  ],
  unknown_car: [
    404,
    'We do not know this car. Take it off your message, and send it again.',
    'unknown_vehicle',
  ],
  answered_meanwhile: [
    409,
    '{who} has answered this message meanwhile, see above. Your words are still here: press Send answer again if they are still needed.',
  ],
})
