import type { Call, Reply } from './call.server.ts'
import { badRequest, notFound, ProviderRefusal } from './call.server.ts'
import { authenticate, confirmIntent } from './confirm.server.ts'
import { standInDisputesOf } from './disputes.server.ts'
import type { Form } from './form.ts'
import { nestedIn, textOf } from './form.ts'
import type { StandInIntent } from './intents.server.ts'
import { cancelIntent, createIntent, reply } from './intents.server.ts'
import { createMethod } from './methods.server.ts'
import type { ObjectKind, StandInTx } from './objects.server.ts'
import { lockObject, objectPage } from './objects.server.ts'
import { createRefund, standInRefundsOf } from './refunds.server.ts'

/** `shop` holds the secret key; `buyer` the publishable one, and sees only the intent whose client secret it has. */
export type KeyRole = 'shop' | 'buyer'

type Handler = (ctx: StandInTx, call: Call, id: string, role: KeyRole) => Promise<Reply>

const routes: { method: string; path: RegExp; role: KeyRole | 'both'; handler: Handler }[] = [
  {
    method: 'POST',
    path: /^\/v1\/payment_intents$/,
    role: 'shop',
    handler: async (ctx, { form }) => reply(await createIntent(ctx, form)),
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_intents$/,
    role: 'shop',
    handler: async (ctx, call) => reply(await list(ctx, 'payment_intent', call)),
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_intents\/(\w+)$/,
    role: 'both',
    handler: async (ctx, { query }, id, role) => {
      const intent = await intentOf(ctx, id, role, query)
      return reply(await withCharge(ctx, intent, { query, role }))
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_intents\/(\w+)\/confirm$/,
    role: 'both',
    handler: async (ctx, { form }, id, role) => confirmIntent(ctx, await intentOf(ctx, id, role, form), form),
  },
  {
    // At the provider this is a page, not part of the public API.
    method: 'POST',
    path: /^\/v1\/payment_intents\/(\w+)\/stand_in_authenticate$/,
    role: 'buyer',
    handler: async (ctx, { form }, id, role) => authenticate(ctx, await intentOf(ctx, id, role, form), form),
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_intents\/(\w+)\/cancel$/,
    role: 'shop',
    handler: async (ctx, _call, id) =>
      reply(await cancelIntent(ctx, await lockObject<StandInIntent>(ctx, 'payment_intent', id))),
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_methods$/,
    role: 'both',
    handler: async (ctx, { form }) => {
      const { test_card, ...method } = await createMethod(ctx, form)
      return reply(method)
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/refunds$/,
    role: 'shop',
    handler: async (ctx, { form }) => reply(await createRefund(ctx, form)),
  },
  {
    method: 'GET',
    path: /^\/v1\/refunds$/,
    role: 'shop',
    handler: async (ctx, call) => {
      const intent = textOf(call.query, 'payment_intent')
      if (!intent) return reply(await list(ctx, 'refund', call))
      const data = await standInRefundsOf(ctx, intent)
      return reply({ object: 'list', url: call.path, data, has_more: false })
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/refunds\/(\w+)$/,
    role: 'shop',
    handler: async (ctx, _call, id) => reply(await lockObject(ctx, 'refund', id)),
  },
  {
    method: 'GET',
    path: /^\/v1\/disputes$/,
    role: 'shop',
    handler: async (ctx, call) => {
      const intent = textOf(call.query, 'payment_intent')
      if (!intent) return reply(await list(ctx, 'dispute', call))
      const data = await standInDisputesOf(ctx, intent)
      return reply({ object: 'list', url: call.path, data, has_more: false })
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/charges\/(\w+)$/,
    role: 'shop',
    handler: async (ctx, _call, id) => reply(await lockObject(ctx, 'charge', id)),
  },
  {
    method: 'GET',
    path: /^\/v1\/events$/,
    role: 'shop',
    handler: async (ctx, call) => reply(await list(ctx, 'event', call)),
  },
]

/** The handler for this call, once the role is known to be allowed to make it. */
export function routeFor(call: Call, role: KeyRole): (ctx: StandInTx) => Promise<Reply> {
  for (const { method, path, role: allowed, handler } of routes) {
    const match = path.exec(call.path)
    if (!match || method !== call.method) continue
    if (allowed !== 'both' && allowed !== role) throw wrongKey()
    return (ctx) => handler(ctx, call, match[1] ?? '', role)
  }
  throw badRequest(`Unrecognized request URL (${call.method}: ${call.path}).`)
}

/** Metadata is for the shop alone: it is removed from replies to buyers at any depth. */
export function withoutMetadata(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMetadata)
  if (typeof value !== 'object' || value === null) return value
  const shown = Object.entries(value).filter(([name]) => name !== 'metadata')
  return Object.fromEntries(shown.map(([name, inner]) => [name, withoutMetadata(inner)]))
}

const wrongKey = () =>
  new ProviderRefusal(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: 'This API call cannot be made with this kind of API key.',
  })

async function intentOf(ctx: StandInTx, id: string, role: KeyRole, given: Form) {
  const intent = await lockObject<StandInIntent>(ctx, 'payment_intent', id)
  if (role === 'buyer' && textOf(given, 'client_secret') !== intent.client_secret)
    throw notFound('payment_intent', id)
  return intent
}

type StoredCharge = { id: string; created: number; amount: number }

/** What the provider keeps is for the shop alone. */
async function withCharge(
  ctx: StandInTx,
  intent: StandInIntent,
  { query, role }: { query: Form; role: KeyRole },
) {
  const expanded = Object.values(nestedIn(query, 'expand'))
  const hasMovement = role === 'shop' && expanded.includes('latest_charge.balance_transaction')
  if (!intent.latest_charge || (!hasMovement && !expanded.includes('latest_charge'))) return intent
  const charge = await lockObject<StoredCharge>(ctx, 'charge', intent.latest_charge)
  const { amount } = charge
  const fee = Math.round(amount * 0.029) + 30
  const balance_transaction = {
    id: `txn_${intent.latest_charge.slice(3)}`,
    object: 'balance_transaction',
    amount,
    fee,
    net: amount - fee,
    currency: intent.currency,
  }
  return { ...intent, latest_charge: { ...charge, ...(hasMovement && { balance_transaction }) } }
}

async function list(ctx: StandInTx, kind: ObjectKind, { query, path }: Call) {
  const page = await objectPage(ctx, kind, {
    limit: Math.min(Number(textOf(query, 'limit') ?? 10) || 10, 100),
    startingAfter: textOf(query, 'starting_after'),
    createdSince: Number(textOf(nestedIn(query, 'created'), 'gte')) || undefined,
  })
  return { object: 'list', url: path, ...page }
}
