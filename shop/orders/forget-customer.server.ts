import type { Tx } from '~/platform/db/database.server.ts'
import { searchable } from '~/shop/catalogue/rules.ts'
import type { Cancelling } from './my-orders/cancel-order.server.ts'
import { cancelIfUnpaid } from './my-orders/cancel-order.server.ts'
import { deletedUser } from './rules.ts'
import { isUnpaid } from './store.server.ts'

/**
 * When a customer is deleted: what is unpaid is cancelled and its pieces return, what was sold stays in the books
 * without the person. The provider is asked before and after, as for every cancellation.
 */
export async function anonymizeCustomer(
  { database, payments }: Omit<Cancelling, 'mailWorker'>,
  customerId: string,
) {
  const cancelIntents = async (ids: string[]) => {
    for (const id of ids) await payments.cancelOpenIntents(id)
  }
  const cancelled: string[] = []
  await cancelIntents(await unpaidOf(database.db, customerId))
  return {
    async within(tx: Tx, by: { userId: string }) {
      const who = by.userId === customerId ? 'customer' : 'admin'
      for (const id of await unpaidOf(tx, customerId))
        if (await cancelIfUnpaid(tx, id, { who, userId: by.userId })) cancelled.push(id)
      await takeNamesOut(tx, customerId)
      await tx.deleteFrom('order_keys').where('customer_id', '=', customerId).execute()
    },
    after: () => cancelIntents(cancelled),
  }
}

/** By product, so that two such deletions wait for each other's stock in the same order. */
async function unpaidOf(tx: Pick<Tx, 'selectFrom'>, customerId: string) {
  const orders = await tx
    .selectFrom('orders')
    .select('id')
    .where('customer_id', '=', customerId)
    .where(isUnpaid)
    .orderBy('product_id')
    .execute()
  return orders.map(({ id }) => id)
}

async function takeNamesOut(tx: Tx, customerId: string) {
  const orders = await tx
    .selectFrom('orders')
    .select(['id', 'product_name'])
    .where('customer_id', '=', customerId)
    .execute()
  for (const { id, product_name } of orders)
    await tx
      .updateTable('orders')
      .set({
        email: '',
        user_name: deletedUser,
        search_text: searchable(`${product_name} ${deletedUser}`),
      })
      .where('id', '=', id)
      .execute()
}
