import type { Log } from '~/platform/log.server.ts'
import { deleteOldKeys } from '../place/order-keys.server.ts'
import { isUnpaid } from '../store.server.ts'
import type { Cancelling } from './cancel-order.server.ts'
import { cancelOrder } from './cancel-order.server.ts'

const batchSize = 200

/** Cancels orders that were not paid in time; their pieces are for sale again. */
export async function expireUnpaid(ctx: Cancelling & { log: Log }) {
  const { db } = ctx.database
  const due = await db
    .selectFrom('orders')
    .select('id')
    .where(isUnpaid)
    .where('expires_at', '<=', new Date().toISOString())
    .orderBy('expires_at')
    .limit(batchSize)
    .execute()
  for (const { id } of due) {
    try {
      await cancelOrder(ctx, id, { who: 'expiry' })
    } catch (error) {
      // Paid in the last moment, or the database was busy: the others go on.
      ctx.log.info({ err: error, order: id }, 'an unpaid order was not ended')
    }
  }
  await deleteOldKeys(db)
}
