import type { OrderRow } from '~/database/tables.ts'
import type { Database } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import type { Outcome } from '~/shop/payments/outcome.ts'
import type { Payments } from '~/shop/payments/payments.server.ts'
import { orderRow } from '../store.server.ts'
import type { PaymentRefusal } from './contract.ts'
import { refuse } from './contract.ts'

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
