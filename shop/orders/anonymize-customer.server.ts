import type { OrderRow } from '~/database/tables.ts'
import type { Tx } from '~/platform/db/database.server.ts'
import { searchable } from '~/shop/catalogue/rules.ts'
import { refuse } from './contract.ts'
import { forgetReturnWords } from './deliver/returns-store.server.ts'
import type { Cancelling } from './my-orders/cancel-order.server.ts'
import { cancelWithin } from './my-orders/cancel-order.server.ts'
import { forgetOldPartWords } from './old-parts-store.server.ts'
import { forgetAddresses } from './purchases.server.ts'
import { anonymizeReceipts } from './receipts/store.server.ts'
import { deletedUser } from './rules.ts'
import { isUnpaid } from './store.server.ts'
import { anonymizeWithdrawals } from './withdrawals/withdrawals-store.server.ts'

/**
 * When a customer is deleted: what is unpaid is cancelled and its pieces return, what was sold stays in the books
 * without the person. The provider is asked before and after, as for every cancellation.
 */
export async function anonymizeCustomer(
  { database, payments, config }: Omit<Cancelling, 'mailWorker'>,
  customerId: string,
) {
  const cancelIntents = async (purchaseIds: string[]) => {
    for (const id of purchaseIds) await payments.cancelOpenIntents(id)
  }
  let cancelled: OrderRow[] = []
  await cancelIntents(await unpaidOf(database.db, customerId))
  return {
    async within(tx: Tx, by: { userId: string }) {
      const who = by.userId === customerId ? 'customer' : 'admin'
      const unpaid = (await unpaidOf(tx, customerId)).map((purchaseId) => ({ purchaseId }))
      const done = await cancelWithin({ database, config }, tx, unpaid, { who, userId: by.userId })
      cancelled = done.flatMap(({ orders }) => orders)
      await requireNothingToSend(tx, customerId, who)
      await takeNamesOut(tx, customerId)
      await forgetAddresses(tx, customerId)
      await anonymizeReceipts(tx, customerId)
      await forgetReturnWords(tx, customerId)
      await forgetOldPartWords(tx, customerId)
      await anonymizeWithdrawals(tx, customerId)
      await tx.deleteFrom('order_keys').where('customer_id', '=', customerId).execute()
    },
    after: () => cancelIntents([...new Set(cancelled.map(({ purchase_id }) => purchase_id))]),
  }
}

/**
 * Checked after the cancellations, which wait for a payment that arrives at the same moment: what is paid for needs its
 * address until it is sent, and its customer until a refund in its place has arrived. What the bank has taken back is not
 * sent any more.
 */
async function requireNothingToSend(tx: Tx, customerId: string, by: 'customer' | 'admin') {
  const unsent = await tx
    .selectFrom('orders')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('state', '<>', 'cancelled')
    .where((e) =>
      e.or([
        e('delivery_state', 'in', ['needs_address', 'to_pack', 'packed']),
        e.and([
          e('delivery_state', 'is', null),
          e('refund_state', '=', 'failed'),
          e('refunded_quantity', '<', e.ref('quantity')),
        ]),
      ]),
    )
    .where((e) => e.or([e('dispute_state', 'is', null), e('dispute_state', '<>', 'lost')]))
    .limit(1)
    .executeTakeFirst()
  if (unsent)
    throw refuse(by === 'customer' ? 'unsent_own' : 'unsent_of_customer', { details: { deletedCount: 0 } })
}

async function unpaidOf(tx: Pick<Tx, 'selectFrom'>, customerId: string) {
  const orders = await tx
    .selectFrom('orders')
    .select('purchase_id')
    .distinct()
    .where('customer_id', '=', customerId)
    .where(isUnpaid)
    .execute()
  return orders.map(({ purchase_id }) => purchase_id)
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
        fit: null,
        assigned_car: null,
        search_text: searchable(`${product_name} ${deletedUser}`),
      })
      .where('id', '=', id)
      .execute()
}
