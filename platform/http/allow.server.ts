import type { FastifyRequest } from 'fastify'
import { normalEmail } from '~/platform/email.ts'
import { Refusal } from '~/platform/refusal.ts'
import type { Caller, Endpoint, WithoutToken, WithToken } from './endpoint.server.ts'

/** Finds out who is asking; undefined for nobody we know. */
export type Identify = (request: FastifyRequest) => Promise<Caller | undefined>

const callers = new WeakMap<FastifyRequest, Caller>()
export const callerOf = (request: FastifyRequest) => callers.get(request)

/** Before anything of the request's body is read: who may not come in learns nothing about what is right or wrong in it. */
export async function allow(door: Endpoint, request: FastifyRequest, identify: Identify) {
  if (needsNoToken(door.who)) return
  const caller = await identify(request)
  if (!caller) throw new Unauthenticated()
  if (!mayEnter[door.who](caller, request))
    throw new Refusal(403, 'forbidden', door.refusal ?? 'You are not authorized to do this.')
  callers.set(request, caller)
}

const needsNoToken = (who: Endpoint['who']): who is WithoutToken =>
  who === 'everyone' || who === 'identity-token'

const mayEnter: Record<WithToken, (caller: Caller, request: FastifyRequest) => boolean> = {
  'signed-in': () => true,
  customer: (caller) => !caller.admin,
  admin: (caller) => caller.admin,
  self: isSelf,
  'self-or-admin': (caller, request) => caller.admin || isSelf(caller, request),
  // Whose it is stands in the row, which the door has yet to read.
  owner: () => true,
  'owner-or-admin': () => true,
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
