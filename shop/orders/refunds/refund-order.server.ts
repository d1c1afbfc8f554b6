import type { OrderRow } from '~/database/tables.ts'
import type { Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { toDollars } from '~/platform/money.ts'
import type { Refusal } from '~/platform/refusal.ts'
import { record } from '~/shop/audit/record.server.ts'
import type { RefundOutcome } from '~/shop/payments/outcome.ts'
import type { Payments } from '~/shop/payments/payments.server.ts'
import type { RefundDecision } from '~/shop/payments/refunds/refund.server.ts'
import { piecesLeft, restockPieces } from '../deliver/returns-store.server.ts'
import { ordersOfPurchase } from '../purchases.server.ts'
import type { RefundAnswer } from './contract.ts'
import { refuse } from './contract.ts'
import type { RefundedPieces } from './refund-lines.server.ts'
import { isEveryPieceRefunded, piecesToRefund, requireShown, storePieces } from './refund-lines.server.ts'

type RefundContext = { payments: Pick<Payments, 'refund' | 'retryRefund'>; mailWorker: MailWorker }

/** How many pieces, all that are left unless it is said, whether they go back on the shelf, and the amount as shown. */
type RefundInput = { restock: boolean; quantity?: number | undefined; amount?: number | undefined }

/**
 * Refunds pieces of a paid order, or what is left of its payment when there are none. Payments store the refund before
 * they send it to the provider. Its line, stock and audit entry are written in the same transaction: if the server crashes
 * meanwhile, the sweep only has to send it.
 */
export async function refundOrder(
  { payments, mailWorker }: RefundContext,
  admin: Caller,
  order: OrderRow,
  { restock, quantity, amount }: RefundInput,
): Promise<RefundAnswer> {
  if (order.state !== 'paid' && order.state !== 'refunded') throw refuse('not_paid')
  if (order.price_cents === 0) throw refuse('costs_nothing')
  const outcome = await payments.refund(order.purchase_id, {
    topics: restock ? ['stock'] : [],
    async decide(tx, leftCents) {
      const pieces = await piecesToRefund(tx, order, { leftCents, wanted: quantity })
      if (!pieces)
        return quantity === undefined ? refundRest(tx, admin, order, { leftCents, amount }) : undefined
      const { cents } = pieces
      requireShown(cents, amount)
      return {
        cents,
        async store(refundId) {
          await storePieces(tx, order, refundId, pieces)
          if (restock) await restockRefunded(tx, admin, order, pieces)
          const details = { quantity: pieces.quantity, amount: toDollars(cents), restock }
          await noteRefunded(tx, admin, order, details)
        },
      }
    },
  })
  void mailWorker.wake()
  return toRefundAnswer(outcome, () => refuse('already_refunded'))
}

/** What cost nothing is not sent alone: before it has left, it goes back on the shelf with the last pieces that were paid for. */
async function restockRefunded(
  tx: Tx,
  admin: Caller,
  order: OrderRow,
  { quantity, isLast }: Pick<RefundedPieces, 'quantity' | 'isLast'>,
) {
  const free = (await ordersOfPurchase(tx, order.purchase_id)).filter(
    ({ state, price_cents, delivery_state }) =>
      isLast && state === 'paid' && price_cents === 0 && isHere(delivery_state),
  )
  const all = [{ ...order, pieces: quantity }, ...free.map((it) => ({ ...it, pieces: piecesLeft(it) }))]
  // In the order in which everybody locks products.
  for (const { id, pieces } of all.toSorted((a, b) => (a.product_id < b.product_id ? -1 : 1)))
    await restockPieces(tx, id, pieces, admin.userId)
}

const isHere = (state: OrderRow['delivery_state']) =>
  state === 'needs_address' || state === 'to_pack' || state === 'packed'

/** When every piece is refunded and something of the payment is left, that goes back. */
async function refundRest(
  tx: Tx,
  admin: Caller,
  order: OrderRow,
  { leftCents, amount }: { leftCents: number; amount: number | undefined },
): Promise<RefundDecision | undefined> {
  if (!(await isEveryPieceRefunded(tx, order))) return undefined
  requireShown(leftCents, amount)
  const details = { quantity: 0, amount: toDollars(leftCents), restock: false }
  return { cents: leftCents, store: () => noteRefunded(tx, admin, order, details) }
}

/** For admins: sends a refund again that was refused or has failed. */
export async function retryOrderRefund(
  { payments, mailWorker }: RefundContext,
  admin: Caller,
  refundId: string,
) {
  const outcome = await payments.retryRefund(refundId, {
    topics: [],
    run: (tx) => noteRefundRetried(tx, admin, refundId),
  })
  void mailWorker.wake()
  return toRefundAnswer(outcome, () => refuse('refund_not_in_trouble'))
}

export function toRefundAnswer({ state, reason }: RefundOutcome, refusal: () => Refusal): RefundAnswer {
  if (state === 'nothing-to-refund') throw refusal()
  return { outcome: outcomes[state], ...(reason && { reason }) }
}

const outcomes = {
  succeeded: 'refunded',
  requested: 'refunding',
  pending: 'pending',
  refused: 'refused',
  failed: 'failed',
} as const

/** What admins do to the orders of others goes into the audit trail. */
export const noteCancelled = (by: Caller) => (tx: Tx, order: OrderRow) =>
  record(tx, by, { what: 'order cancelled', subject: order.id, details: facts(order) })

type Refunded = { quantity: number; amount: number; restock: boolean }

const noteRefunded = (tx: Tx, by: Caller, order: OrderRow, refunded: Refunded) =>
  record(tx, by, { what: 'order refunded', subject: order.id, details: { ...facts(order), ...refunded } })

const noteRefundRetried = (tx: Tx, by: Caller, refundId: string) =>
  record(tx, by, { what: 'refund tried again', subject: refundId, details: {} })

export const noteRefundClosed = (tx: Tx, by: Caller, refundId: string) =>
  record(tx, by, { what: 'refund closed', subject: refundId, details: {} })

const facts = ({ product_name, quantity, price_cents }: OrderRow) => ({
  productName: product_name,
  quantity,
  price: toDollars(price_cents),
})
