import type { OrderRow, PurchaseRow } from '~/database/tables.ts'
import type { Database, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { queueMail, withdrawMail } from '~/platform/mail/mail.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import type { Config } from '~/shop/config.server.ts'
import type { Outcome } from '~/shop/payments/outcome.ts'
import type { DisputeUpdate, Due, Payable } from '~/shop/payments/payable.ts'
import type { Payments } from '~/shop/payments/payments.server.ts'
import { isCollected } from '../deliver/delivery-rules.ts'
import { setDelivery } from '../deliver/parcels.server.ts'
import { newOrderMail, orderedEvent, paidMail } from '../mails.ts'
import { lockPurchase, ordersOfPurchase, totalCentsOf } from '../purchases.server.ts'
import type { ReceiptSettings } from '../receipts/issue.server.ts'
import { creditLostDispute, issueReceipt } from '../receipts/issue.server.ts'
import { applyRefundsToOrders, moveRefundLines } from '../refunds/apply-refunds.server.ts'
import { disputeMail, takenBackMail } from '../refunds/dispute-mails.ts'
import { isUnpaid, orderRow } from '../store.server.ts'
import type { PaymentRefusal } from './contract.ts'
import { refuse } from './contract.ts'

/** Implements `Payable` for purchases: one payment for all orders that are not cancelled, and for their delivery. */
export const payablePurchases = (
  { locking }: Pick<Database, 'locking'>,
  settings: ReceiptSettings & Pick<Config, 'shopEmail'>,
): Payable => ({
  async lock(tx, reference) {
    const purchase = await lockPurchase({ locking }, tx, reference)
    return purchase && dueOf(purchase, await ordersOfPurchase(tx, reference))
  },

  async markPaid(tx, reference, { transactionId, cardLast4 }) {
    const paid = { transaction_id: transactionId, paid_at: new Date().toISOString() }
    const updated = await tx
      .updateTable('orders')
      .set({ state: 'paid', ...paid, card_last4: cardLast4 ?? null })
      .where('purchase_id', '=', reference)
      .where(isUnpaid)
      .returningAll()
      .execute()
    if (updated.length === 0) return false
    const orders = inOrder(updated)
    const purchase = await tx
      .updateTable('purchases')
      .set(paid)
      .where('id', '=', reference)
      .returningAll()
      .executeTakeFirstOrThrow()
    // What is packed or sent already stays where it is.
    if (!purchase.delivery_state)
      await setDelivery(tx, reference, {
        delivery_state: purchase.address || isCollected(purchase) ? 'to_pack' : 'needs_address',
      })
    await withdrawMail(tx, orderedEvent(reference))
    await queueMail(tx, newOrderMail(settings.shopEmail, purchase, orders))
    const receipt = await issueReceipt(tx, purchase, orders, settings)
    await queueMail(tx, paidMail(purchase, orders, { transactionId, receipt }))
    return true
  },

  onRefundChanged: (tx, reference, update) => applyRefundsToOrders(tx, reference, update, settings.shopEmail),
  onRefundReplaced: moveRefundLines,

  onDisputeChanged: (tx, reference, update) => applyDisputes(tx, reference, update, settings.shopEmail),

  async findUnpaid(tx, ownerId, amountCents) {
    const orders = await tx
      .selectFrom('orders')
      .innerJoin('purchases', 'purchases.id', 'orders.purchase_id')
      .select(['purchase_id', 'price_cents', 'fee_cents'])
      .where('orders.customer_id', '=', ownerId)
      .where(isUnpaid)
      .execute()
    const due = new Map<string, number>()
    for (const { purchase_id: id, price_cents, fee_cents } of orders)
      due.set(id, (due.get(id) ?? fee_cents) + price_cents)
    const named = new Set(
      orders.filter((it) => it.price_cents === amountCents).map(({ purchase_id }) => purchase_id),
    )
    // The price of an order comes first: with its delivery another one may come to the same.
    return [...due]
      .filter(([id, cents]) => (named.size > 0 ? named.has(id) : cents === amountCents))
      .map(([id, cents]) => ({ reference: id, amountCents: cents }))
  },
})

/** SQLite returns updated rows in any order. */
const inOrder = (orders: OrderRow[]) => orders.toSorted((a, b) => (a.id < b.id ? -1 : 1))

function dueOf(purchase: PurchaseRow, orders: OrderRow[]): Due {
  const due = { reference: purchase.id, ownerId: purchase.customer_id }
  const unpaid = orders.filter(({ state }) => state === 'unpaid')
  if (unpaid.length > 0) return { ...due, state: 'unpaid', amountCents: totalCentsOf(purchase, unpaid) }
  const paid = orders.filter(({ state }) => state === 'paid' || state === 'refunded')
  const isPaid = paid.some(({ state }) => state === 'paid')
  return { ...due, state: isPaid ? 'paid' : 'cancelled', amountCents: totalCentsOf(purchase, paid) }
}

/** Shows on the orders how the dispute of their payment stands, tells the owner, and credits what the bank has taken. */
async function applyDisputes(
  tx: Tx,
  purchaseId: string,
  { transactionId, state, disputes }: DisputeUpdate,
  shopEmail: string,
) {
  await tx
    .updateTable('orders')
    .set({ dispute_state: state })
    .where('purchase_id', '=', purchaseId)
    .where('transaction_id', '=', transactionId)
    .execute()
  const orders = await ordersOfPurchase(tx, purchaseId)
  // A payment that came too late, or twice, has not paid the purchase: nobody has a receipt for it.
  const paid = orders.filter(({ transaction_id }) => transaction_id === transactionId)
  for (const dispute of disputes) {
    await queueMail(tx, disputeMail(shopEmail, paid.length > 0 ? paid : orders, dispute))
    if (dispute.state !== 'lost' || paid.length === 0) continue
    const note = await creditLostDispute(tx, purchaseId, dispute)
    await queueMail(tx, takenBackMail(paid, dispute, note))
  }
}

type PaymentConfirmation = {
  transactionId: string
  appointmentId?: string | undefined
  email?: string | undefined
}
type SettleContext = { database: Database; payments: Pick<Payments, 'settle'>; mailWorker: MailWorker }

/** The browser reports a payment; payments verify it with the provider. Returns if the order is paid, refuses if not. */
export async function settleOrder(
  { database, payments, mailWorker }: SettleContext,
  order: OrderRow,
  caller: Caller,
  input: PaymentConfirmation,
) {
  if (input.appointmentId !== undefined && input.appointmentId !== order.id) throw refuse('other_order')
  if (input.email !== undefined && input.email !== caller.email) throw refuse('other_email')
  if (order.customer_id !== caller.userId) throw refuse('not_yours')
  // The same transaction again is answered as the first time, without asking the provider.
  if (order.state === 'paid' && order.transaction_id === input.transactionId) return
  // It pays for the whole purchase.
  const expected = { reference: order.purchase_id, ownerId: caller.userId }
  const outcome = await payments.settle(input.transactionId, expected)
  void mailWorker.wake()
  if (outcome.kind !== 'applied' || outcome.reference !== order.purchase_id)
    throw refuse(reasons[outcome.kind])
  // Cancelled meanwhile: what was paid are the other orders of its purchase.
  if ((await orderRow(database.db, order.id))?.state === 'cancelled') throw refuse('payment_refused')
}

const reasons: Record<Outcome['kind'], PaymentRefusal> = {
  applied: 'payment_refused',
  pending: 'payment_pending',
  refunding: 'payment_returned',
  stuck: 'payment_stuck',
  void: 'payment_refused',
  'not-yours': 'payment_refused',
  unknown: 'payment_refused',
}
