import type { OrderRow } from '~/database/tables.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { returnStock } from '~/shop/catalogue/stock/stock.server.ts'
import type { RefundOutcome } from '~/shop/payments/outcome.ts'
import type { Payments } from '~/shop/payments/payments.server.ts'
import type { OrderRefusal, RefundAnswer } from '../contract.ts'
import { refuse } from '../contract.ts'
import { noteRefunded, noteRefundRetried } from './audit-notes.server.ts'

type Parts = { payments: Pick<Payments, 'refund' | 'retryRefund'>; mailWorker: MailWorker }

/**
 * Gives the money of a paid order back. Payments write it into their books before they ask the provider, and refuse a
 * second time. Stock and audit trail are written together with it: a server that dies while the provider is asked leaves
 * nothing but the asking to be done, and the sweep does that.
 */
export async function refundOrder(
  { payments, mailWorker }: Parts,
  admin: Caller,
  order: OrderRow,
  { restock }: { restock: boolean },
): Promise<RefundAnswer> {
  if (order.state !== 'paid') throw refuse(order.state === 'refunded' ? 'already_refunded' : 'not_paid')
  const outcome = await payments.refund(order.id, {
    topics: restock ? ['products'] : [],
    async run(tx) {
      const pieces = { productId: order.product_id, quantity: order.quantity }
      const cause = { reason: 'restocked', orderId: order.id, byUser: admin.userId } as const
      if (restock) await returnStock(tx, pieces, cause)
      await noteRefunded(tx, admin, order, restock)
    },
  })
  void mailWorker.wake()
  return answered(outcome, 'already_refunded')
}

/** An admin wants a refund that is in trouble tried again. */
export async function retryRefund({ payments, mailWorker }: Parts, admin: Caller, refundId: string) {
  const outcome = await payments.retryRefund(refundId, {
    topics: [],
    run: (tx) => noteRefundRetried(tx, admin, refundId),
  })
  void mailWorker.wake()
  return answered(outcome, 'refund_not_in_trouble')
}

function answered({ state, reason }: RefundOutcome, otherwise: OrderRefusal): RefundAnswer {
  if (state === 'nothing-to-refund') throw refuse(otherwise)
  return { outcome: outcomes[state], ...(reason && { reason }) }
}

const outcomes = {
  succeeded: 'refunded',
  requested: 'refunding',
  pending: 'pending',
  refused: 'refused',
  failed: 'failed',
} as const
