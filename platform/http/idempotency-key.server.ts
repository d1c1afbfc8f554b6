import type { FastifyRequest } from 'fastify'
import { refuseRequest } from '~/platform/refusal.ts'

/** Names a request, so that sending it again is not another one. */
export function idempotencyKey({ headers: { 'idempotency-key': key } }: Pick<FastifyRequest, 'headers'>) {
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) throw refuseRequest('bad_key')
  return key
}
