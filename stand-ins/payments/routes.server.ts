import type { Call, Reply } from './call.server.ts'
import { badRequest, noSuch, ProviderRefusal } from './call.server.ts'
import { authenticate, confirmIntent } from './confirm.server.ts'
import type { Form } from './form.ts'
import { partOf, textOf } from './form.ts'
import type { StandInIntent } from './intents.server.ts'
import { answered, cancelIntent, createIntent } from './intents.server.ts'
import { createMethod } from './methods.server.ts'
import type { Books, Kind } from './objects.server.ts'
import { hold, objectPage } from './objects.server.ts'
import { createRefund, standInRefundsOf } from './refunds.server.ts'

/** `shop` holds the secret key; `buyer` the publishable one, and sees only the intent whose client secret it has. */
export type Role = 'shop' | 'buyer'

type Act = (books: Books, call: Call, id: string, role: Role) => Promise<Reply>

const doors: { method: string; path: RegExp; who: Role | 'both'; act: Act }[] = [
  {
    method: 'POST',
    path: /^\/v1\/payment_intents$/,
    who: 'shop',
    act: async (books, { form }) => answered(await createIntent(books, form)),
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_intents$/,
    who: 'shop',
    act: async (books, call) => answered(await list(books, 'payment_intent', call)),
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_intents\/(\w+)$/,
    who: 'both',
    act: async (books, { query }, id, role) => {
      const intent = await intentOf(books, id, role, query)
      return answered(await withCharge(books, intent, query))
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_intents\/(\w+)\/confirm$/,
    who: 'both',
    act: async (books, { form }, id, role) =>
      confirmIntent(books, await intentOf(books, id, role, form), form),
  },
  {
    // The provider's own page for this is not part of its public API.
    method: 'POST',
    path: /^\/v1\/payment_intents\/(\w+)\/stand_in_authenticate$/,
    who: 'buyer',
    act: async (books, { form }, id, role) =>
      authenticate(books, await intentOf(books, id, role, form), form),
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_intents\/(\w+)\/cancel$/,
    who: 'shop',
    act: async (books, _call, id) =>
      answered(await cancelIntent(books, await hold<StandInIntent>(books, 'payment_intent', id))),
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_methods$/,
    who: 'both',
    act: async (books, { form }) => {
      const { test_card, ...method } = await createMethod(books, form)
      return answered(method)
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/refunds$/,
    who: 'shop',
    act: async (books, { form }) => answered(await createRefund(books, form)),
  },
  {
    method: 'GET',
    path: /^\/v1\/refunds$/,
    who: 'shop',
    act: async (books, call) => {
      const intent = textOf(call.query, 'payment_intent')
      if (!intent) return answered(await list(books, 'refund', call))
      const data = await standInRefundsOf(books, intent)
      return answered({ object: 'list', url: call.path, data, has_more: false })
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/refunds\/(\w+)$/,
    who: 'shop',
    act: async (books, _call, id) => answered(await hold(books, 'refund', id)),
  },
  {
    method: 'GET',
    path: /^\/v1\/charges\/(\w+)$/,
    who: 'shop',
    act: async (books, _call, id) => answered(await hold(books, 'charge', id)),
  },
  {
    method: 'GET',
    path: /^\/v1\/events$/,
    who: 'shop',
    act: async (books, call) => answered(await list(books, 'event', call)),
  },
]

/** What answers this call, once the role was found to be allowed to make it. */
export function routeFor(call: Call, role: Role): (books: Books) => Promise<Reply> {
  for (const { method, path, who, act } of doors) {
    const match = path.exec(call.path)
    if (!match || method !== call.method) continue
    if (who !== 'both' && who !== role) throw wrongKey()
    return (books) => act(books, call, match[1] ?? '', role)
  }
  throw badRequest(`Unrecognized request URL (${call.method}: ${call.path}).`)
}

/** What the shop notes at the provider is the shop's own: buyers see none of it, however deep it lies in an answer. */
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

async function intentOf(books: Books, id: string, role: Role, given: Form) {
  const intent = await hold<StandInIntent>(books, 'payment_intent', id)
  if (role === 'buyer' && textOf(given, 'client_secret') !== intent.client_secret)
    throw noSuch('payment_intent', id)
  return intent
}

async function withCharge(books: Books, intent: StandInIntent, query: Form) {
  const wanted = Object.values(partOf(query, 'expand')).includes('latest_charge')
  if (!wanted || !intent.latest_charge) return intent
  return { ...intent, latest_charge: await hold(books, 'charge', intent.latest_charge) }
}

async function list(books: Books, kind: Kind, { query, path }: Call) {
  const page = await objectPage(books, kind, {
    limit: Math.min(Number(textOf(query, 'limit') ?? 10) || 10, 100),
    startingAfter: textOf(query, 'starting_after'),
    createdSince: Number(textOf(partOf(query, 'created'), 'gte')) || undefined,
  })
  return { object: 'list', url: path, ...page }
}
