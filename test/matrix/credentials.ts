import type { Policy } from '~/platform/http/policy.server.ts'
import type { Role } from '~/platform/roles.ts'
import { isPermission } from '~/platform/roles.ts'
import { isLongRun } from '../long-run.ts'
import type { ExampleRequest } from './examples.ts'
import type { Person, World } from './world.ts'
import { anAddress, swapped } from './world.ts'

type Headers = Record<string, string>
/** What a caller sends to prove who they are, and the expected status: 'ok' for that of the valid request. */
export type Credential = {
  name: string
  headers(asked: ExampleRequest): Headers | Promise<Headers>
  expects: 'ok' | number
}

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })
const credential = (name: string, headers: Headers, expects: Credential['expects']): Credential => ({
  name,
  headers: () => headers,
  expects,
})

/** The callers of a route with this policy: without credentials, with false ones, with too few rights, and with the right ones. */
export function credentialsFor(world: World, policy: Policy, visitor = 401): Credential[] {
  const { access } = policy
  if (access === 'identity-token') return identityTokens(world)
  if (access === 'identity-session') return sessions(world, visitor)
  if (access === 'provider-signature') return signatures(world)
  if (access === 'provider-key') return providerKeys(world)
  const { user, other, packer, editor, admin, gone, accessTokens } = world
  const refused = access === 'everyone' ? ('ok' as const) : 401
  const falseTokens = { ...accessTokens, 'of a deleted person': gone.token }
  const many = Object.entries(falseTokens).map(([name, token]) =>
    credential(`a token ${name}`, bearer(token), refused),
  )
  const staff = Object.entries({ packer, editor, admin } as const).map(([role, { headers }]) =>
    credential(
      `${role === 'packer' ? 'a' : 'an'} ${role}`,
      headers,
      mayEnter[access]?.[role as Role] ?? 'ok',
    ),
  )
  return [
    credential('no token', {}, refused),
    ...(access === 'everyone'
      ? many.slice(0, 1)
      : oneInShort(world, [
          credential('an empty token', { authorization: 'Bearer ' }, 401),
          credential('the token "null"', bearer('null'), 401),
          credential('another scheme', { authorization: 'Basic dXNlcjp1c2Vy' }, 401),
          ...many,
        ])),
    credential('another user', other.headers, mayEnter[access]?.other ?? 'ok'),
    credential('the user', user.headers, mayEnter[access]?.user ?? 'ok'),
    ...oneInShort(world, staff),
    ...programs(world, policy),
  ]
}

/** What one function decides for all routes: `npm test` sends another one to each. */
const oneInShort = (world: World, all: Credential[]) => (isLongRun ? all : [all[world.next() % all.length]!])

/** They may what their role may, as far as it is not about an account of their own; shut out they are nobody. */
function programs(world: World, { access, programs: said }: Policy) {
  const { revoked, ...tokens } = world.programs
  const isNobodys = access === 'everyone'
  const isOwn = ['signed-in', 'not-staff', 'self', 'owner'].includes(access)
  const refuses = said ? said === 'never' : isOwn
  const all = [
    credential('a program that was shut out', bearer(revoked), isNobodys ? 'ok' : 401),
    ...Object.entries(tokens).map(([role, token]) => {
      const permission = /-or-(\w+)$/.exec(access)?.[1] as Policy['access'] | undefined
      const forRole = mayEnter[permission ?? access]?.[role as Role] ?? 'ok'
      return credential(
        `a program with the role ${role}`,
        bearer(token),
        refuses && !isNobodys ? 403 : forRole,
      )
    }),
  ]
  return oneInShort(world, all)
}

/** What the example is about belongs to the user. */
const mayEnter: Partial<Record<Policy['access'], Partial<Record<Role | 'other', number>>>> = {
  'not-staff': { packer: 403, editor: 403, admin: 403 },
  staff: { user: 403, other: 403 },
  pack: { user: 403, other: 403, editor: 403 },
  returns: { user: 403, other: 403, editor: 403 },
  content: { user: 403, other: 403, packer: 403 },
  pictures: { user: 403, other: 403, packer: 403 },
  catalogue: { user: 403, other: 403, packer: 403, editor: 403 },
  money: { user: 403, other: 403, packer: 403, editor: 403 },
  people: { user: 403, other: 403, packer: 403, editor: 403 },
  settings: { user: 403, other: 403, packer: 403, editor: 403 },
  self: { other: 403, packer: 403, editor: 403, admin: 403 },
  'self-or-people': { other: 403, packer: 403, editor: 403 },
  owner: { other: 403, packer: 403, editor: 403, admin: 403 },
  'owner-or-money': { other: 403, packer: 403, editor: 403 },
  'owner-or-returns': { other: 403, editor: 403 },
}

/** With what the honest request comes. */
export async function rightKey(world: World, { access }: Policy, asked: ExampleRequest): Promise<Headers> {
  const { user, admin } = world
  if (access === 'everyone') return {}
  if (isPermission(access) || access === 'staff' || access === 'self-or-people') return admin.headers
  if (access === 'identity-token') return identityOf(world, user)
  if (access === 'identity-session') return bearer(user.session)
  if (access === 'provider-signature') return { 'stripe-signature': world.signed(String(asked.body)) }
  if (access === 'provider-key') return bearer(world.keys.publishableKey)
  return user.headers
}

/** New each time: it ends after a few minutes, and on a busy machine the matrix takes longer. */
const identityOf = async ({ shop }: World, { session }: Person) =>
  bearer(
    (await shop.get('/identity/token', { ...bearer(session), 'x-forwarded-for': anAddress() })).json().token,
  )

function identityTokens(world: World): Credential[] {
  const { user, other, admin, gone, accessTokens } = world
  const of = (name: string, person: Person, expects: Credential['expects']): Credential => ({
    name,
    headers: () => identityOf(world, person),
    expects,
  })
  return [
    credential('no token', {}, 401),
    credential("the shop's own token", user.headers, 401),
    credential("an admin's shop token", admin.headers, 401),
    credential('a session', bearer(user.session), 401),
    credential('a token with another payload', bearer(swapped(user.identity)), 401),
    credential('an unsigned token', bearer(accessTokens.unsigned), 401),
    credential('a token of a deleted person', bearer(gone.identity), 401),
    of('another user', other, 403),
    of('an admin', admin, 403),
    of('the user', user, 'ok'),
  ]
}

function sessions({ user, other, admin, gone }: World, visitor: number): Credential[] {
  const of = (person: Person) => bearer(person.session)
  return [
    credential('no session', {}, visitor),
    credential('a made-up session', bearer('a'.repeat(32)), visitor),
    credential("the shop's own token", user.headers, visitor),
    credential('a session of a deleted person', of(gone), visitor),
    credential('another user', of(other), 'ok'),
    credential('the user', of(user), 'ok'),
    credential('an admin', of(admin), 'ok'),
  ]
}

const signatures = (world: World): Credential[] => [
  credential('no signature', {}, 400),
  credential('a made-up signature', { 'stripe-signature': `t=${now()},v1=${'0'.repeat(64)}` }, 400),
  credential("an admin's token", world.admin.headers, 400),
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

const providerKeys = ({ user, admin, keys }: World): Credential[] => [
  credential('no key', {}, 401),
  credential('a made-up key', bearer('pk_test_x'), 401),
  credential('another end of the key', bearer(keys.publishableKey.replace(/.$/, '!')), 401),
  credential('the user', user.headers, 401),
  credential('an admin', admin.headers, 401),
  credential('the key of browsers', bearer(keys.publishableKey), 'ok'),
]
