import type { OrderRow } from '~/database/tables.ts'
import type { Database } from '~/platform/db/database.server.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import type { Payable } from '~/shop/payments/payable.ts'
import { paidMail, refundedMail } from './mails.ts'
import { isUnpaid } from './store.server.ts'

/** Orders as payments see them: something owed by somebody. */
export const payableOrders = ({ locking }: Pick<Database, 'locking'>): Payable => ({
  async lock(tx, reference) {
    const order = await locking(
      tx
        .selectFrom('orders')
        .select(['id', 'customer_id', 'price_cents', 'state'])
        .where('id', '=', reference),
    ).executeTakeFirst()
    return (
      order && {
        reference: order.id,
        ownerId: order.customer_id,
        amountCents: order.price_cents,
        state: dueState[order.state],
      }
    )
  },

  async markPaid(tx, reference, transactionId) {
    const order = await tx
      .updateTable('orders')
      .set({ state: 'paid', transaction_id: transactionId, paid_at: new Date().toISOString() })
      .where('id', '=', reference)
      .where('state', '=', 'unpaid')
      .returningAll()
      .executeTakeFirst()
    if (order) await queueMail(tx, paidMail(order, transactionId))
    return order !== undefined
  },

  async markRefunded(tx, reference, transactionId) {
    const order = await tx.selectFrom('orders').selectAll().where('id', '=', reference).executeTakeFirst()
    if (!order) return
    // Money that came too late has no order to undo; the parts of one that was paid may be gone, so stock stays.
    const wasPaidByIt = order.state === 'paid' && order.transaction_id === transactionId
    await tx
      .updateTable('orders')
      .set({ refunded_at: new Date().toISOString(), ...(wasPaidByIt && { state: 'refunded' as const }) })
      .where('id', '=', reference)
      .execute()
    await queueMail(tx, refundedMail(order, transactionId))
  },

  async unpaid(tx, ownerId, amountCents) {
    const orders = await tx
      .selectFrom('orders')
      .select('id')
      .where('customer_id', '=', ownerId)
      .where(isUnpaid)
      .where('price_cents', '=', amountCents)
      .execute()
    return orders.map(({ id }) => id)
  },
})

const dueState: Record<OrderRow['state'], 'unpaid' | 'paid' | 'cancelled'> = {
  unpaid: 'unpaid',
  paid: 'paid',
  cancelled: 'cancelled',
  refunded: 'cancelled',
}
