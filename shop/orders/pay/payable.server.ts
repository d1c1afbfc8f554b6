import type { OrderRow } from '~/database/tables.ts'
import type { Database } from '~/platform/db/database.server.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import type { Payable } from '~/shop/payments/payable.ts'
import { paidMail, refundedMail, refundFailedMail } from '../mails.ts'
import { isUnpaid } from '../store.server.ts'

/** Implements `Payable` for orders. */
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

  async markPaid(tx, reference, { transactionId, cardLast4 }) {
    const paid = { transaction_id: transactionId, card_last4: cardLast4 ?? null }
    const order = await tx
      .updateTable('orders')
      .set({ state: 'paid', paid_at: new Date().toISOString(), ...paid })
      .where('id', '=', reference)
      .where('state', '=', 'unpaid')
      .returningAll()
      .executeTakeFirst()
    if (order) await queueMail(tx, paidMail(order, transactionId))
    return order !== undefined
  },

  async onRefundChanged(tx, reference, update) {
    const order = await tx.selectFrom('orders').selectAll().where('id', '=', reference).executeTakeFirst()
    if (!order) return
    const refunded_at = update.isFullyRefunded ? (order.refunded_at ?? new Date().toISOString()) : null
    // A payment that came too late, or twice, has not paid the order. Stock is not returned: the pieces may be gone.
    const isPaidByIt = order.transaction_id === update.transactionId
    const change: Partial<OrderRow> = isPaidByIt
      ? {
          state: update.isFullyRefunded ? 'refunded' : 'paid',
          refunded_at,
          refund_state: update.state ?? null,
          refund_reason: update.reason ?? null,
          refunded_cents: update.returnedCents,
        }
      : order.state === 'cancelled'
        ? { refunded_at }
        : {}
    if (Object.keys(change).length > 0)
      await tx.updateTable('orders').set(change).where('id', '=', reference).execute()
    for (const cents of update.succeededCents)
      await queueMail(tx, refundedMail(order, update.transactionId, cents))
    for (const cents of update.bouncedCents)
      await queueMail(tx, refundFailedMail(order, update.transactionId, cents))
  },

  async findUnpaid(tx, ownerId, amountCents) {
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
