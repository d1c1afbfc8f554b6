import type { Db } from '~/platform/db/database.server.ts'
import { oneProduct } from '~/shop/catalogue/store.server.ts'
import { orderForPrograms } from '~/shop/orders/order-for-programs.server.ts'
import type { DescribeObject } from '~/shop/programs/webhooks/worker.server.ts'

/** What webhooks say about what they are about, each from its area. */
export const describeForPrograms =
  (db: Db): DescribeObject =>
  async (event, id) => {
    if (event === 'test') return { id, test: true }
    if (event.startsWith('order.')) return (await orderForPrograms(db, id)) ?? null
    const product = await oneProduct(db, id)
    return product ? { ...product, id } : null
  }
