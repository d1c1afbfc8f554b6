import type { Log } from '~/platform/log.server.ts'
import { deleteOldKeys } from '../place/order-keys.server.ts'
import { isUnpaid } from '../store.server.ts'
import type { Cancelling } from './cancel-order.server.ts'
import { cancelOrder } from './cancel-order.server.ts'

const atOnce = 200

/** Gives the pieces of orders that were not paid in time back to the shelf. */
export async function expireUnpaid(parts: Cancelling & { log: Log }) {
  const { db } = parts.database
  const due = await db
    .selectFrom('orders')
    .select('id')
    .where(isUnpaid)
    .where('expires_at', '<=', new Date().toISOString())
    .orderBy('expires_at')
    .limit(atOnce)
    .execute()
  for (const { id } of due) {
    try {
      await cancelOrder(parts, id, { who: 'expiry' })
    } catch (error) {
      // Paid in the last moment, or the database was busy: the others must not wait for this one.
      parts.log.info({ err: error, order: id }, 'an unpaid order was not ended')
    }
  }
  await deleteOldKeys(db)
}
