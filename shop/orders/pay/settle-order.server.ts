import type { OrderRow } from '~/database/tables.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import type { Outcome } from '~/shop/payments/outcome.ts'
import type { Payments } from '~/shop/payments/payments.server.ts'
import type { OrderRefusal } from '../contract.ts'
import { refuse } from '../contract.ts'

type Told = { transactionId: string; appointmentId?: string | undefined; email?: string | undefined }
type Parts = { payments: Pick<Payments, 'settle'>; mailWorker: MailWorker }

/** A browser says that it has paid; payments find out whether that is so. Returns when it is, refuses when not. */
export async function settleOrder(
  { payments, mailWorker }: Parts,
  order: OrderRow,
  caller: Caller,
  told: Told,
) {
  if (told.appointmentId !== undefined && told.appointmentId !== order.id) throw refuse('other_order')
  if (told.email !== undefined && told.email !== caller.email) throw refuse('other_email')
  if (order.customer_id !== caller.userId) throw refuse('not_yours')
  // The same transaction again is answered as the first time, without asking anybody.
  if (order.state === 'paid' && order.transaction_id === told.transactionId) return
  const outcome = await payments.settle(told.transactionId, { reference: order.id, ownerId: caller.userId })
  void mailWorker.wake()
  if (outcome.kind === 'applied' && outcome.reference === order.id) return
  throw refuse(reasons[outcome.kind])
}

const reasons: Record<Outcome['kind'], OrderRefusal> = {
  applied: 'payment_refused',
  pending: 'payment_pending',
  refunding: 'payment_returned',
  stuck: 'payment_stuck',
  void: 'payment_refused',
  'not-yours': 'payment_refused',
  unknown: 'payment_refused',
}
