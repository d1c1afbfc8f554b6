import type { FastifyRequest } from 'fastify'
import { normalEmail } from '~/platform/email.ts'
import type { Caller, Endpoint } from './endpoint.server.ts'
import { Refusal } from './refusal.ts'

/** Finds out who is asking; undefined for nobody we know. */
export type Identify = (request: FastifyRequest) => Promise<Caller | undefined>

const callers = new WeakMap<FastifyRequest, Caller>()
export const callerOf = (request: FastifyRequest) => callers.get(request)

/** Before anything of the request's body is read: who may not come in learns nothing about what is right or wrong in it. */
export async function allow(door: Endpoint, request: FastifyRequest, identify: Identify) {
  if (door.who === 'everyone') return
  const caller = await identify(request)
  if (!caller) throw new Unauthenticated()
  if (!mayEnter(door, caller, request))
    throw new Refusal(403, 'forbidden', door.refusal ?? 'You are not authorized to do this.')
  callers.set(request, caller)
}

function mayEnter({ who }: Endpoint, caller: Caller, request: FastifyRequest) {
  if (who === 'customer') return !caller.admin
  if (who === 'admin') return caller.admin
  if (who === 'self-or-admin') {
    const { email } = request.params as { email?: string }
    return caller.admin || (email !== undefined && normalEmail(email) === caller.email)
  }
  return true
}

export class Unauthenticated extends Refusal {
  constructor(message = 'Please log in.') {
    super(401, 'unauthenticated', message)
  }
}

/** The token of the header `Authorization: Bearer …`. */
export const bearerToken = (request: FastifyRequest) =>
  /^Bearer ([\w.~+/=-]{1,4000})$/i.exec(request.headers.authorization ?? '')?.[1]
