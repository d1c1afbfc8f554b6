import type { PaymentRow, RefundRow } from '~/database/tables.ts'
import type { Tx } from '~/platform/db/database.server.ts'
import type { PaymentsContext } from './context.server.ts'
import { nowIso } from './context.server.ts'
import { lostCents, showDisputes } from './disputes/dispute-store.server.ts'
import type { ProviderRefund } from './provider.server.ts'
import {
  insertRefund,
  isFailed,
  isUnsent,
  nextCheckAt,
  refundsOf,
  replacedAt,
  reservesAmount,
  sumOfRefunds,
  updateRefund,
} from './refunds/refund-store.server.ts'
import { findPayment, lockPayment } from './store.server.ts'

/** Reads all refunds of a transaction from the provider and stores them, also those made by hand. */
export async function reconcile(ctx: PaymentsContext, transactionId: string) {
  if (!(await findPayment(ctx.database.db, transactionId))) return
  await recordRefunds(ctx, transactionId, await ctx.provider.listRefunds(transactionId))
}

/** Idempotent, in any order and concurrently: a refund never goes back to an earlier state. */
export const recordRefunds = (ctx: PaymentsContext, transactionId: string, listed: ProviderRefund[]) =>
  ctx.database.change([], async (tx) => {
    const known = await findPayment(tx, transactionId)
    // Always locked in this order, what is owed before its payment.
    if (known?.reference) await ctx.payable.lock(tx, known.reference)
    const payment = await lockPayment(tx, ctx.database.locking, transactionId)
    if (!payment) return
    const before = await refundsOf(tx, transactionId)
    for (const reported of listed) await recordRefund(ctx, tx, payment, reported)
    await settleBooks(ctx, tx, payment, before)
  })

/** After a change of what was given back. */
export async function settleBooks(ctx: PaymentsContext, tx: Tx, payment: PaymentRow, before?: RefundRow[]) {
  const rows = before ?? (await refundsOf(tx, payment.transaction_id))
  await shrinkUnsentRefunds(ctx, tx, payment)
  await applyRefunds(ctx, tx, payment, rows)
}

async function recordRefund(ctx: PaymentsContext, tx: Tx, payment: PaymentRow, reported: ProviderRefund) {
  const rows = await refundsOf(tx, payment.transaction_id)
  const { state, reason, metadata } = reported
  const ownId = metadata.shop === ctx.shop ? metadata.refund : undefined
  const now = nowIso(ctx)
  const row =
    rows.find((it) => it.provider_refund_id === reported.id) ??
    rows.find((it) => it.provider_refund_id === null && it.id === ownId) ??
    // Made by hand in place of one that the provider did not accept from us.
    rows.find((it) => isUnsent(it) && !ownId && it.amount_cents === reported.amountCents)
  const due_at = nextCheckAt(state, { since: now, now })
  if (!row) {
    const { transaction_id, reference } = payment
    await insertRefund(
      tx,
      {
        transaction_id,
        reference,
        amount_cents: reported.amountCents,
        reason: 'by hand at the provider',
        made_by: 'provider',
        state,
        provider_refund_id: reported.id,
        provider_reason: reason,
        due_at,
      },
      now,
    )
    return
  }
  if (row.provider_refund_id !== null && progress[state] <= progress[row.state]) return
  const madeBy = ownId ? row.made_by : ('provider' as const)
  await updateRefund(tx, row.id, {
    provider_refund_id: reported.id,
    // As it was sent: it may have shrunk before the provider's answer came.
    amount_cents: reported.amountCents,
    made_by: row.provider_refund_id ? row.made_by : madeBy,
    state,
    provider_reason: reason,
    changed_at: now,
    due_at,
    closed_at: null,
    closed_as: null,
  })
}

/** A refund that has succeeded can still bounce; a failed one is final. */
const progress: Record<RefundRow['state'], number> = {
  requested: 0,
  refused: 0,
  pending: 1,
  succeeded: 2,
  failed: 3,
}

/** What was refunded by hand, or taken back by the bank, is not requested again. */
async function shrinkUnsentRefunds(ctx: PaymentsContext, tx: Tx, payment: PaymentRow) {
  const rows = await refundsOf(tx, payment.transaction_id)
  const sent = rows.filter((row) => row.provider_refund_id !== null && reservesAmount(row))
  let left = payment.amount_cents - sumOfRefunds(sent) - (await lostCents(tx, payment.transaction_id))
  for (const row of rows.filter(isUnsent)) {
    const amount_cents = Math.max(0, Math.min(row.amount_cents, left))
    left -= amount_cents
    if (amount_cents === row.amount_cents) continue
    if (amount_cents <= 0) await tx.deleteFrom('refunds').where('id', '=', row.id).execute()
    // Another amount is another request, and needs another idempotency key.
    else await updateRefund(tx, row.id, { amount_cents, attempt: row.attempt + 1, changed_at: nowIso(ctx) })
  }
}

/** Brings the payment, and what it has paid, into line with all refunds of the transaction. */
export async function applyRefunds(ctx: PaymentsContext, tx: Tx, payment: PaymentRow, before: RefundRow[]) {
  const lost = await lostCents(tx, payment.transaction_id)
  const rows = await closeCovered(ctx, tx, payment, lost)
  const returnedCents = sumOfRefunds(rows.filter(({ state }) => state === 'succeeded')) + lost
  const isFullyRefunded = returnedCents >= payment.amount_cents
  const paymentState = stateAfter(payment.state, isFullyRefunded)
  if (paymentState !== payment.state)
    await tx
      .updateTable('payments')
      .set({ state: paymentState, checked_at: nowIso(ctx) })
      .where('transaction_id', '=', payment.transaction_id)
      .execute()
  if (!payment.reference) return
  const stateBefore = new Map(before.map((row) => [row.id, row.state]))
  const changedTo = (state: RefundRow['state'], from?: RefundRow['state']) =>
    rows.filter((row) => {
      const was = stateBefore.get(row.id)
      return row.state === state && was !== state && (from === undefined || was === from)
    })
  const bounced = changedTo('failed', 'succeeded')
  await ctx.payable.onRefundChanged(tx, payment.reference, {
    transactionId: payment.transaction_id,
    refunds: rows,
    isFullyRefunded,
    overpaidCents: Math.max(0, returnedCents - payment.amount_cents),
    succeeded: changedTo('succeeded'),
    bounced,
  })
  // What the bank had taken back as well is gone by the dispute alone now.
  if (bounced.length > 0) await showDisputes(ctx, tx, payment)
}

/** Nothing of the payment is left: what has failed cannot be tried again, and has gone back in another way. */
async function closeCovered(ctx: PaymentsContext, tx: Tx, payment: PaymentRow, lost: number) {
  const rows = await refundsOf(tx, payment.transaction_id)
  const failed = rows.filter((row) => row.state === 'failed' && isFailed(row))
  if (failed.length === 0 || sumOfRefunds(rows.filter(reservesAmount)) + lost < payment.amount_cents)
    return rows
  for (const { id } of failed) await updateRefund(tx, id, replacedAt(nowIso(ctx)))
  return refundsOf(tx, payment.transaction_id)
}

function stateAfter(state: PaymentRow['state'], isFullyRefunded: boolean) {
  if (isFullyRefunded && (state === 'applied' || state === 'refund_due')) return 'refunded'
  return !isFullyRefunded && state === 'refunded' ? 'refund_due' : state
}
