import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Db } from '~/platform/db/database.server.ts'
import { refuseRequest } from '~/platform/refusal.ts'
import { days } from '~/platform/time.ts'
import { refuse } from './contract.ts'

/** Names a request that may be sent again: with the same body it is the same purchase. */
export type Once = { key: string; bodyHash: string }

export type OrderKey = Once & { customerId: string }

const keyLifetimeMs = days(1)

/** Undefined for a request without an Idempotency-Key. */
export function onceWith({ headers }: Pick<FastifyRequest, 'headers'>, body: unknown): Once | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) throw refuseRequest('bad_key')
  return { key, bodyHash: createHash('sha256').update(JSON.stringify(body)).digest('hex') }
}

/** The order that was placed with this key; refuses the key when it comes with another input. */
export async function orderOfKey(db: Db, { customerId, key, bodyHash }: OrderKey) {
  const known = await db
    .selectFrom('order_keys')
    .select(['order_id', 'body_hash'])
    .where('customer_id', '=', customerId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (known && known.body_hash !== bodyHash) throw refuse('key_reused')
  return known?.order_id
}

/** Inserts nothing when another request with the same key came first; waits until that one has ended. */
export const claimKeys = (db: Db, keys: KeyRow[]) =>
  db
    .insertInto('order_keys')
    .values(keys)
    .onConflict((c) => c.doNothing())
    .returning('order_id')

export const toKeyRow = ({ customerId, key, bodyHash }: OrderKey, orderId: string, at: string) => ({
  customer_id: customerId,
  key,
  body_hash: bodyHash,
  order_id: orderId,
  created_at: at,
})

export type KeyRow = ReturnType<typeof toKeyRow>

export const deleteOldKeys = (db: Db) =>
  db
    .deleteFrom('order_keys')
    .where('created_at', '<', new Date(Date.now() - keyLifetimeMs).toISOString())
    .execute()
