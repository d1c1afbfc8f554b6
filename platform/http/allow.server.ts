import type { FastifyRequest } from 'fastify'
import { normalEmail } from '~/platform/email.ts'
import { Refusal, refuseRequest } from '~/platform/refusal.ts'
import type { Permission } from '~/platform/roles.ts'
import { isPermission, isStaff, may } from '~/platform/roles.ts'
import type { Access, Caller, Endpoint, WithoutToken, WithToken } from './endpoint.server.ts'
import type { Limit } from './limits/rate-limit.server.ts'

/** Finds out who is asking; undefined for nobody we know. */
export type Identify = (request: FastifyRequest) => Promise<Caller | undefined>

export type Doorkeeper = { identify: Identify; limit: Limit }

const callers = new WeakMap<FastifyRequest, Caller>()
export const callerOf = (request: FastifyRequest) => callers.get(request)

/** Before the body is read: somebody who may not call the endpoint learns nothing about what is wrong with the input. */
export async function allow(
  { access, forbidden, pace }: Endpoint,
  request: FastifyRequest,
  { identify, limit }: Doorkeeper,
) {
  if (needsNoToken(access)) return
  const caller = await identify(request)
  if (!caller) throw new Unauthenticated()
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
