import type { RefundRow } from '~/database/tables.ts'
import type { Topic } from '~/database/topics.ts'
import type { Tx } from '~/platform/db/database.server.ts'
import type { PaymentsContext } from '../context.server.ts'
import { nowIso } from '../context.server.ts'
import { currentDispute, disputesOf } from '../disputes/dispute-store.server.ts'
import type { RefundOutcome } from '../outcome.ts'
import type { ProviderRefund } from '../provider.server.ts'
import { ProviderDown, ProviderError, ProviderRefused } from '../provider.server.ts'
import { applyRefunds, reconcile, recordRefunds } from '../reconcile.server.ts'
import { findPayment, lockPayment, paymentsFor } from '../store.server.ts'
import {
  insertRefund,
  isFailed,
  isUnsent,
  leftCentsOf,
  nextRetryAt,
  owedCents,
  refundRow,
  refundsOf,
  replacedAt,
  updateRefund,
} from './refund-store.server.ts'

/** Runs in the transaction that decides on a refund: both are committed, or neither. */
export type TransactionHook = { topics: readonly Topic[]; run: (tx: Tx) => Promise<void> }

/** How much goes back, and what is written with the refund once it is stored. */
export type RefundDecision = { cents: number; store: (refundId: string) => Promise<void> }

export type RefundRequest = {
  topics: readonly Topic[]
  /**
   * Runs in the transaction that decides on the refund, with the reference locked, and only reads: how much goes back of
   * what is left, or nothing. A refund that is refused has written nothing.
   */
  decide: (tx: Tx, leftCents: number) => Promise<RefundDecision | undefined>
}

/** Refunds a part of the payment for a reference, or all that is left. The refund is stored first, then sent. */
export async function refund(
  ctx: PaymentsContext,
  reference: string,
  { topics, decide }: RefundRequest,
): Promise<RefundOutcome> {
  const stored = await ctx.database.change(topics, async (tx) => {
    await ctx.payable.lock(tx, reference)
    const [applied] = await paymentsFor(tx, reference, 'applied')
    return applied && insertRefundOf(ctx, tx, applied.transaction_id, 'given back by the shop', decide)
  })
  return stored ? sendRefund(ctx, stored, { isNew: true }) : { state: 'nothing-to-refund' }
}

/** Inserts a refund of a payment, never of more than is left; undefined when nothing is, or none is wanted. */
async function insertRefundOf(
  ctx: PaymentsContext,
  tx: Tx,
  transactionId: string,
  reason: string,
  decide: RefundRequest['decide'],
) {
  const payment = (await lockPayment(tx, ctx.database.locking, transactionId))!
  const before = await refundsOf(tx, transactionId)
  const leftCents = await leftCentsOf(tx, payment)
  if (leftCents <= 0) return undefined
  const decision = await decide(tx, leftCents)
  if (!decision || decision.cents <= 0) return undefined
  const amount_cents = Math.min(leftCents, decision.cents)
  const { transaction_id, reference } = payment
  const row = await insertRefund(tx, { transaction_id, reference, amount_cents, reason }, nowIso(ctx))
  await decision.store(row.id)
  // A payment that is refunded in part is still a payment.
  if (amount_cents === leftCents && payment.state === 'applied') {
    payment.state = 'refund_due'
    await tx
      .updateTable('payments')
      .set({ state: 'refund_due', reason, checked_at: nowIso(ctx) })
      .where('transaction_id', '=', transaction_id)
      .execute()
  }
  await applyRefunds(ctx, tx, payment, before)
  return row
}

/**
 * Sends a stored refund to the provider. A retry reads the provider's list first: a lost response must not lead to a
 * second refund. The idempotency key follows from the request.
 */
export async function sendRefund(
  ctx: PaymentsContext,
  stored: RefundRow,
  { isNew = false } = {},
): Promise<RefundOutcome> {
  const { provider, shop, database } = ctx
  if (!isNew) await reconcile(ctx, stored.transaction_id)
  const row = isNew ? stored : await refundRow(database.db, stored.id)
  if (!row || !isUnsent(row)) return outcomeOf(ctx, stored)
  // The bank has the money already: it would go back twice.
  if (currentDispute(await disputesOf(database.db, row.transaction_id))?.state === 'open')
    return recordRefusal(ctx, row, disputedWords)
  let created: ProviderRefund
  try {
    created = await provider.createRefund({
      transactionId: row.transaction_id,
      amountCents: row.amount_cents,
      metadata: { shop, refund: row.id },
      key: [shop, 'refund', row.id, row.attempt].join(':'),
    })
  } catch (error) {
    if (error instanceof ProviderRefused) return recordRefusal(ctx, row, error.providerMessage)
    if (!(error instanceof ProviderDown)) throw error
    // The provider would repeat a stored error for this key, so the next attempt needs a new one.
    const attempt = row.attempt + (error.isReplayed ? 1 : 0)
    await updateRefund(database.db, row.id, { attempt, due_at: nowIso(ctx) })
    if (isNew) return { state: 'requested' }
    throw error
  }
  await recordRefunds(ctx, row.transaction_id, [created])
  return outcomeOf(ctx, row)
}

/** The provider refuses, for now or for good: admins see why, and it is sent again later. */
async function recordRefusal(
  ctx: PaymentsContext,
  row: RefundRow,
  providerMessage: string,
): Promise<RefundOutcome> {
  // It may have been refunded by hand meanwhile.
  await reconcile(ctx, row.transaction_id).catch((error) => {
    if (!(error instanceof ProviderError)) throw error
  })
  await ctx.database.change([], async (tx) => {
    if (row.reference) await ctx.payable.lock(tx, row.reference)
    const payment = await lockPayment(tx, ctx.database.locking, row.transaction_id)
    const before = await refundsOf(tx, row.transaction_id)
    const current = before.find(({ id }) => id === row.id)
    if (!payment || !current || !isUnsent(current)) return
    await updateRefund(tx, row.id, {
      state: 'refused',
      provider_reason: providerMessage.slice(0, maxReasonLength),
      attempt: current.attempt + 1,
      changed_at: nowIso(ctx),
      due_at: nextRetryAt(current.attempt, nowIso(ctx)),
    })
    await applyRefunds(ctx, tx, payment, before)
  })
  ctx.log.error({ transaction: row.transaction_id, refund: row.id }, 'the provider refuses a refund')
  return outcomeOf(ctx, row)
}

const disputedWords =
  'The bank has charged back this payment. Nothing is refunded until the dispute is decided.'

const maxReasonLength = 300

/** A row that is gone was refunded by hand. */
async function outcomeOf(ctx: PaymentsContext, { id }: RefundRow): Promise<RefundOutcome> {
  const row = await refundRow(ctx.database.db, id)
  if (!row) return { state: 'succeeded' }
  return { state: row.state, ...(row.provider_reason && { reason: row.provider_reason }) }
}

/** For admins: sends a refund again that was refused or has failed. */
export async function retryRefund(
  ctx: PaymentsContext,
  id: string,
  hook?: TransactionHook,
): Promise<RefundOutcome> {
  const retried = await ctx.database.change(hook?.topics ?? [], async (tx) => {
    const row = await lockFailedRefund(ctx, tx, id)
    if (!row) return undefined
    if (row.state === 'refused') {
      await hook?.run(tx)
      return row
    }
    // A failed refund stays failed at the provider: another try is another refund.
    return insertRefundOf(ctx, tx, row.transaction_id, row.reason, async () => ({
      cents: owedCents(row),
      async store(by) {
        await updateRefund(tx, id, replacedAt(nowIso(ctx)))
        await ctx.payable.onRefundReplaced(tx, { id, by })
        await hook?.run(tx)
      },
    }))
  })
  return retried ? sendRefund(ctx, retried) : { state: 'nothing-to-refund' }
}

/**
 * For admins: the refund is settled otherwise. It is neither sent nor shown any more, and what it was for is not refunded
 * again. False when it was not refused and has not failed.
 */
export const closeRefund = (ctx: PaymentsContext, id: string, hook?: TransactionHook) =>
  ctx.database.change(hook?.topics ?? [], async (tx) => {
    const row = await lockFailedRefund(ctx, tx, id)
    if (!row) return false
    await updateRefund(tx, id, { closed_at: nowIso(ctx), closed_as: 'settled', due_at: null })
    const payment = (await findPayment(tx, row.transaction_id))!
    await applyRefunds(ctx, tx, payment, await refundsOf(tx, row.transaction_id))
    await hook?.run(tx)
    return true
  })

/** Locks in the usual order: what is owed, then its payment. */
async function lockFailedRefund(ctx: PaymentsContext, tx: Tx, id: string) {
  const seen = await refundRow(tx, id)
  if (!seen) return undefined
  if (seen.reference) await ctx.payable.lock(tx, seen.reference)
  await lockPayment(tx, ctx.database.locking, seen.transaction_id)
  const row = await refundRow(tx, id)
  return row && isFailed(row) ? row : undefined
}
