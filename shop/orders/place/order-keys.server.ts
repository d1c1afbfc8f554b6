import { createHash } from 'node:crypto'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { days } from '~/platform/time.ts'
import { refuse } from '../contract.ts'

export type OrderKey = { customerId: string; key: string; bodyHash: string }

const keyLifetimeMs = days(1)

export const hashOf = (input: unknown) => createHash('sha256').update(JSON.stringify(input)).digest('hex')

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
export const claimKey = (
  db: Db | Tx,
  { customerId, key, bodyHash, orderId, now }: OrderKey & { orderId: string; now: string },
) =>
  db
    .insertInto('order_keys')
    .values({ customer_id: customerId, key, body_hash: bodyHash, order_id: orderId, created_at: now })
    .onConflict((c) => c.columns(['customer_id', 'key']).doNothing())
    .returning('order_id')

export const deleteOldKeys = (db: Db) =>
  db
    .deleteFrom('order_keys')
    .where('created_at', '<', new Date(Date.now() - keyLifetimeMs).toISOString())
    .execute()
