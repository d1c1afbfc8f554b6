import type { Policy } from '~/platform/http/policy.server.ts'
import type { Asked } from './examples.ts'
import type { Person, World } from './world.ts'
import { swapped } from './world.ts'

type Headers = Record<string, string>
/** What a caller sends to prove who they are, and the expected status: 'ok' for that of the valid request. */
export type Key = { name: string; headers(asked: Asked): Headers | Promise<Headers>; expects: 'ok' | number }

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })
const key = (name: string, headers: Headers, expects: Key['expects']): Key => ({
  name,
  headers: () => headers,
  expects,
})

/** The callers of a route with this policy: without credentials, with false ones, with too few rights, and with the right ones. */
export function keysFor(world: World, { access }: Policy, visitor = 401): Key[] {
  if (access === 'identity-token') return identityTokens(world)
  if (access === 'identity-session') return sessions(world, visitor)
  if (access === 'provider-signature') return signatures(world)
  if (access === 'provider-key') return providerKeys(world)
  const { user, other, admin, gone, accessTokens } = world
  const refused = access === 'everyone' ? ('ok' as const) : 401
  const falseTokens = { ...accessTokens, 'of a deleted person': gone.token }
  const many = Object.entries(falseTokens).map(([name, token]) =>
    key(`a token ${name}`, bearer(token), refused),
  )
  return [
    key('no token', {}, refused),
    ...(access === 'everyone'
      ? many.slice(0, 1)
      : [
          key('an empty token', { authorization: 'Bearer ' }, 401),
          key('the token "null"', bearer('null'), 401),
          key('another scheme', { authorization: 'Basic dXNlcjp1c2Vy' }, 401),
          ...many,
        ]),
    key('another user', other.headers, mayEnter[access]?.other ?? 'ok'),
    key('the user', user.headers, mayEnter[access]?.user ?? 'ok'),
    key('an admin', admin.headers, mayEnter[access]?.admin ?? 'ok'),
  ]
}

/** What the example is about belongs to the user. */
const mayEnter: Partial<Record<Policy['access'], Partial<Record<'user' | 'other' | 'admin', number>>>> = {
  'non-admin': { admin: 403 },
  admin: { user: 403, other: 403 },
  self: { other: 403, admin: 403 },
  'self-or-admin': { other: 403 },
  owner: { other: 403, admin: 403 },
  'owner-or-admin': { other: 403 },
}

/** With what the honest request comes. */
export async function rightKey(world: World, { access }: Policy, asked: Asked): Promise<Headers> {
  const { user, admin } = world
  if (access === 'everyone') return {}
  if (access === 'admin' || access === 'self-or-admin') return admin.headers
  if (access === 'identity-token') return bearer(user.identity)
  if (access === 'identity-session') return bearer(user.session)
  if (access === 'provider-signature') return { 'stripe-signature': world.signed(String(asked.body)) }
  if (access === 'provider-key') return bearer(world.keys.publishableKey)
  return user.headers
}

const identityTokens = ({ user, other, admin, gone, accessTokens }: World): Key[] => [
  key('no token', {}, 401),
  key("the shop's own token", user.headers, 401),
  key("an admin's shop token", admin.headers, 401),
  key('a session', bearer(user.session), 401),
  key('a token with another payload', bearer(swapped(user.identity)), 401),
  key('an unsigned token', bearer(accessTokens.unsigned), 401),
  key('a token of a deleted person', bearer(gone.identity), 401),
  key('another user', bearer(other.identity), 403),
  key('an admin', bearer(admin.identity), 403),
  key('the user', bearer(user.identity), 'ok'),
]

function sessions({ user, other, admin, gone }: World, visitor: number): Key[] {
  const of = (person: Person) => bearer(person.session)
  return [
    key('no session', {}, visitor),
    key('a made-up session', bearer('a'.repeat(32)), visitor),
    key("the shop's own token", user.headers, visitor),
    key('a session of a deleted person', of(gone), visitor),
    key('another user', of(other), 'ok'),
    key('the user', of(user), 'ok'),
    key('an admin', of(admin), 'ok'),
  ]
}

const signatures = (world: World): Key[] => [
  key('no signature', {}, 400),
  key('a made-up signature', { 'stripe-signature': `t=${now()},v1=${'0'.repeat(64)}` }, 400),
  key("an admin's token", world.admin.headers, 400),
  {
    name: 'an old signature',
    headers: ({ body }) => ({ 'stripe-signature': world.signed(String(body), now() - 3600) }),
    expects: 400,
  },
  {
    name: 'the signature of another body',
    headers: () => ({ 'stripe-signature': world.signed('{}') }),
    expects: 400,
  },
]
const now = () => Math.floor(Date.now() / 1000)

const providerKeys = ({ user, admin, keys }: World): Key[] => [
  key('no key', {}, 401),
  key('a made-up key', bearer('pk_test_x'), 401),
  key('another end of the key', bearer(keys.publishableKey.replace(/.$/, '!')), 401),
  key('the user', user.headers, 401),
  key('an admin', admin.headers, 401),
  key('the key of browsers', bearer(keys.publishableKey), 'ok'),
]
