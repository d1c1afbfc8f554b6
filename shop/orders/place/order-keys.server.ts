import { createHash } from 'node:crypto'
import type { Db } from '~/platform/db/database.server.ts'
import { days } from '~/platform/time.ts'
import { refuse } from '../contract.ts'

export type OrderKey = { customerId: string; key: string; bodyHash: string }

const keptMs = days(1)

export const hashOf = (wish: unknown) => createHash('sha256').update(JSON.stringify(wish)).digest('hex')

/** The order that came of this key; the same key with another wish is a mistake of the caller. */
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

/** Touches nothing when another request with the same key came first; it waits until that one is done. */
export const claimKey = (
  db: Db,
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
    .where('created_at', '<', new Date(Date.now() - keptMs).toISOString())
    .execute()
