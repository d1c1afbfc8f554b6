import type { PeriodicWork } from '~/platform/db/periodic.server.ts'
import type { Log } from '~/platform/log.server.ts'
import { minutes } from '~/platform/time.ts'
import { deleteOldKeys } from '../place/order-keys.server.ts'
import { isUnpaid } from '../store.server.ts'
import type { Cancelling } from './cancel-order.server.ts'
import { cancelUnpaid } from './cancel-order.server.ts'

const batchSize = 200

export const endingUnpaid = (ctx: Cancelling & { log: Log }): PeriodicWork => ({
  name: 'ending unpaid orders',
  everyMs: minutes(1),
  work: () => expireUnpaid(ctx),
})

/** Cancels purchases that were not paid in time; their pieces are for sale again. */
export async function expireUnpaid(ctx: Cancelling & { log: Log }) {
  const { db } = ctx.database
  const due = await db
    .selectFrom('orders')
    .select('purchase_id')
    .where(isUnpaid)
    .where('expires_at', '<=', new Date().toISOString())
    .orderBy('expires_at')
    .limit(batchSize)
    .execute()
  for (const purchaseId of new Set(due.map(({ purchase_id }) => purchase_id))) {
    try {
      await cancelUnpaid(ctx, { purchaseId }, { who: 'expiry' })
    } catch (error) {
      // The database was busy: the others go on.
      ctx.log.info({ err: error, purchase: purchaseId }, 'an unpaid purchase was not ended')
    }
  }
  await deleteOldKeys(db)
}
