import type { OrderRow } from '~/database/tables.ts'
import type { Database } from '~/platform/db/database.server.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import type { Payable } from '~/shop/payments/payable.ts'
import { paidMail, refundedMail, refundFailedMail } from '../mails.ts'
import { isUnpaid } from '../store.server.ts'

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

  async noteRefund(tx, reference, news) {
    const order = await tx.selectFrom('orders').selectAll().where('id', '=', reference).executeTakeFirst()
    if (!order) return
    const refunded_at = news.isWhole ? (order.refunded_at ?? new Date().toISOString()) : null
    // Money that came too late, or twice, has no order to undo. The pieces of one that was paid may be gone: stock stays.
    const wasPaidByIt = order.transaction_id === news.transactionId
    const change: Partial<OrderRow> = wasPaidByIt
      ? {
          state: news.isWhole ? 'refunded' : 'paid',
          refunded_at,
          refund_state: news.state ?? null,
          refund_reason: news.reason ?? null,
          refunded_cents: news.returnedCents,
        }
      : order.state === 'cancelled'
        ? { refunded_at }
        : {}
    if (Object.keys(change).length > 0)
      await tx.updateTable('orders').set(change).where('id', '=', reference).execute()
    for (const cents of news.returned) await queueMail(tx, refundedMail(order, news.transactionId, cents))
    for (const cents of news.cameBack) await queueMail(tx, refundFailedMail(order, news.transactionId, cents))
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
