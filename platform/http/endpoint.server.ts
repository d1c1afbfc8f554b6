import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Topic } from '~/database/topics.ts'
import type { Contract, Method, RouteContract, Routes } from '~/platform/client/route.ts'
import { normalEmail } from '~/platform/email.ts'
import type { LongList } from '~/platform/lists/long-list.server.ts'
import type { WithTotal } from '~/platform/lists/with-total.server.ts'
import { Refusal, refuseRequest } from '~/platform/refusal.ts'
import type { Permission, Role } from '~/platform/roles.ts'
import { isPermission, isStaff, may } from '~/platform/roles.ts'
import type { Limit } from './limits/rate-limit.server.ts'

/**
 * Who may call an endpoint. Each one says it; without it the code does not compile. A permission is that of a role;
 * self has the address that the path names as `email`; an owner is known only when the
 * row is read, so the handler itself compares. With an identity token one is known to the identity provider, not yet to
 * the shop.
 */
export type Access = WithoutToken | WithToken
export type WithoutToken = 'everyone' | 'identity-token'
export type WithToken =
  | Permission
  | 'signed-in'
  | 'not-staff'
  | 'staff'
  | 'self'
  | 'self-or-people'
  | 'owner'
  | 'owner-or-money'
  | 'owner-or-returns'

export type Caller = {
  userId: string
  email: string
  name: string
  role: Role
  /** The name of the program that calls in place of a person, who is the one that let it in. */
  program?: string
}

type Options = {
  summary: string
  /** The refusal for somebody who is signed in but may not call it. */
  forbidden?: (caller: Caller) => Refusal
  /**
   * Whether another program may call it with the right role. Without a word: where a role decides, not where it is about the
   * caller's own account.
   */
  programs?: 'may' | 'never'
  /** Public facts: the response is cached, compressed, until one of these topics changes. */
  topics?: readonly Topic[]
  /** At most so many calls a minute from one address. */
  perMinute?: number
  /**
   * Counted by the account of the caller, together with the other endpoints of the same name, so many a minute. Staff
   * are not counted; 0 is no limit.
   */
  pace?: { name: string; perMinute: number }
  /** About money on its way: let through while the shop is full. */
  vital?: boolean
  /** For bodies larger than the usual 64 KiB. */
  mostBytes?: number
  /** Takes a form with one file of at most `mostBytes`, beside JSON. */
  takesFile?: boolean
}

/** What the server binds to a route, whatever its contract. */
export type Endpoint = Options &
  RouteContract & {
    method: Method
    path: string
    access: Access
    isCached?(query: unknown): boolean
    handler(input: HandlerInput<unknown, unknown, unknown, Caller | undefined>): Promise<unknown>
  }

type HandlerInput<Params, Query, Body, By> = {
  params: Params
  query: Query
  body: Body
  request: FastifyRequest
  caller: By
}

type Handler<C extends RouteContract, By> = (
  input: HandlerInput<Read<C['params']>, Read<C['query']>, Read<C['body']>, By>,
) => Promise<Result<z.input<C['response']>>>
type Read<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type Result<Response> =
  | Response
  | (Response extends (infer Row)[] ? WithTotal<Row> : never)
  | LongList<unknown>
  | AsFile
  | WithHeaders<Response>

/** Whether a handler has a caller follows from the access of its endpoint. */
type Implementation<C extends RouteContract> = Options & {
  /** Where queries are without end, only those that are asked for again and again are cached. */
  isCached?: (query: Read<C['query']>) => boolean
} & (
    | { access: WithToken; handler: Handler<C, Caller> }
    | { access: WithoutToken; handler: Handler<C, undefined> }
  )

/** What the server has to say about each route of a contract. */
export type Implementations<C extends Contract> = { [Name in keyof C]: Implementation<C[Name]> }

/** Binds routes, contract and handlers by their names. One that is missing or too many does not compile. */
export const endpoints = <C extends Contract>(
  routes: Routes<C>,
  contract: C,
  implementations: Implementations<C>,
): Endpoint[] =>
  Object.keys(contract).map((name) => {
    const { method, path } = routes[name]!
    return { method, path, ...contract[name], ...implementations[name] } as Endpoint
  })

/** A response with further headers, like a cookie. */
export class WithHeaders<Body> {
  constructor(
    readonly body: Body,
    readonly headers: Record<string, string>,
  ) {}
}

/** A response to be saved as a file instead of JSON. */
export class AsFile {
  constructor(
    readonly name: string,
    readonly type: string,
    readonly content: string | Buffer | Readable,
  ) {}
}

/** Finds out who is asking; undefined for nobody we know. */
export type Identify = (request: FastifyRequest) => Promise<Caller | undefined>

export type Doorkeeper = { identify: Identify; limit: Limit }

const callers = new WeakMap<FastifyRequest, Caller>()
export const callerOf = (request: FastifyRequest) => callers.get(request)

/** Before the body is read: somebody who may not call the endpoint learns nothing about what is wrong with the input. */
export async function allow(
  { access, forbidden, pace, programs }: Endpoint,
  request: FastifyRequest,
  { identify, limit }: Doorkeeper,
) {
  if (needsNoToken(access)) return
  const caller = await identify(request)
  if (!caller) throw new Unauthenticated()
  if (caller.program !== undefined && !mayProgramEnter(access, caller, programs))
    throw refuseRequest('not_for_programs')
  if (!mayEnter(access, caller, request)) throw forbidden?.(caller) ?? refuseRequest('forbidden')
  callers.set(request, caller)
  if (pace?.perMinute && !isStaff(caller.role))
    await limit(`${pace.name} by ${caller.userId}`, pace.perMinute)
}

const needsNoToken = (access: Access): access is WithoutToken =>
  access === 'everyone' || access === 'identity-token'

const mayEnter = (access: WithToken, caller: Caller, request: FastifyRequest) =>
  isPermission(access) ? may(caller.role, access) : entrance[access](caller, request)

type Entrance = Exclude<WithToken, Permission>
const entrance: Record<Entrance, (caller: Caller, request: FastifyRequest) => boolean> = {
  'signed-in': () => true,
  'not-staff': ({ role }) => !isStaff(role),
  staff: ({ role }) => isStaff(role),
  self: isSelf,
  'self-or-people': (caller, request) => may(caller.role, 'people') || isSelf(caller, request),
  // Whose it is stands in the row, which the handler has yet to read.
  owner: () => true,
  'owner-or-money': () => true,
  'owner-or-returns': () => true,
}

/** A program has a role, and nothing of its own: what belongs to the person who let it in is not its business. */
function mayProgramEnter(access: WithToken, { role }: Caller, programs: Options['programs']) {
  if (programs) return programs === 'may'
  if (isPermission(access) || access === 'staff') return true
  const permission = /^\w+-or-(\w+)$/.exec(access)?.[1]
  return permission !== undefined && isPermission(permission) && may(role, permission)
}

function isSelf(caller: Caller, request: FastifyRequest) {
  const { email } = request.params as { email?: string }
  return email !== undefined && normalEmail(email) === caller.email
}

export class Unauthenticated extends Refusal {
  constructor(message = 'Please log in.') {
    super(401, 'unauthenticated', message)
  }
}

/** The token of the header `Authorization: Bearer …`. */
export const bearerToken = (request: FastifyRequest) =>
  /^Bearer ([\w.~+/=-]{1,4000})$/i.exec(request.headers.authorization ?? '')?.[1]
