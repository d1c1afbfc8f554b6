import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { typed } from '~/platform/http/input/schemas.ts'
import { choice, ListQuery, OnePageQuery } from '~/platform/lists/list-query.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { eventNames, longestAddress, mostWebhooks, toldStates } from './rules.ts'

const Events = z.array(z.enum(eventNames)).min(1, 'Choose at least one').max(eventNames.length)
const State = z.enum(['on', 'paused'])

/** As admins see it: the secret is nowhere in it. */
export const Webhook = z.object({
  _id: z.string(),
  address: z.string(),
  events: Events,
  state: State,
  createdAt: z.string(),
  waiting: z.number().int(),
  failed: z.number().int(),
})
export type Webhook = z.infer<typeof Webhook>

const Address = typed(longestAddress, 'Which address?').refine(
  (address) => !/\s/.test(address),
  'An address has no spaces and no line breaks',
)
const NewWebhook = z.object({ address: Address, events: Events })
export type NewWebhook = z.output<typeof NewWebhook>
const ChangeWebhook = NewWebhook.partial().extend({ state: State.optional() })
export type ChangeWebhook = z.output<typeof ChangeWebhook>

export const WebhookDelivery = z.object({
  _id: z.string(),
  address: z.string(),
  event: z.string(),
  objectId: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  tries: z.number().int(),
  createdAt: z.string(),
  /** Of one that waits: when it is tried next. */
  dueAt: z.string().optional(),
  endedAt: z.string().optional(),
  answer: z.string(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const params = z.object({ id: z.string() })
const modified = z.object({ modifiedCount: z.number().int() })
/** The only answers that ever have the secret. */
const withSecret = { secret: z.string() }

export const webhooksContract = {
  listWebhooks: { query: ListQuery, response: z.array(Webhook) },
  addWebhook: { body: NewWebhook, response: z.object({ insertedId: z.string(), ...withSecret }) },
  changeWebhook: { params, body: ChangeWebhook, response: modified },
  deleteWebhook: { params, response: z.object({ deletedCount: z.number().int() }) },
  renewWebhookSecret: { params, response: z.object(withSecret) },
  testWebhook: { params, response: z.object({ insertedId: z.string() }) },
  listDeliveries: {
    query: OnePageQuery.extend({ state: choice(toldStates) }),
    response: z.array(WebhookDelivery),
  },
  replayDelivery: { params, response: modified },
} satisfies Contract
export type WebhooksContract = typeof webhooksContract

export const refuse = refusalsOf({
  unknown_webhook: [404, 'There is no such webhook.'],
  unknown_delivery: [404, 'There is no such delivery.'],
  bad_address: [422, '{why}', 'invalid'],
  not_https: [422, 'The address begins with https://', 'invalid'],
  too_many_webhooks: [409, `There are ${mostWebhooks} webhooks already.`],
  webhook_paused: [409, 'It is paused. Switch it on first.'],
})
