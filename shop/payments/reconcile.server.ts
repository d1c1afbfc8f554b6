import type { PaymentRow, RefundRow } from '~/database/tables.ts'
import type { Tx } from '~/platform/db/database.server.ts'
import type { PaymentsContext } from './context.server.ts'
import { time } from './context.server.ts'
import type { ProviderRefund } from './provider.server.ts'
import {
  bookRefund,
  changeRefund,
  claims,
  isFailed,
  isUnsent,
  refundsOf,
  sumOf,
} from './refunds/refund-book.server.ts'
import { nextLookAt } from './refunds/refund-times.ts'
import { lockedPayment, paymentOf } from './store.server.ts'

/** Asks the provider for all refunds of a transaction and makes the book say the same, whoever made them. */
export async function reconcile(parts: PaymentsContext, transactionId: string) {
  if (!(await paymentOf(parts.database.db, transactionId))) return
  await bookAll(parts, transactionId, await parts.provider.refundsOf(transactionId))
}

/** May be repeated, in any order and by anyone at once: what is further on is never taken back. */
export const bookAll = (parts: PaymentsContext, transactionId: string, listed: ProviderRefund[]) =>
  parts.database.change([], async (tx) => {
    const known = await paymentOf(tx, transactionId)
    // Everyone locks in this order, what is owed before its payment.
    if (known?.reference) await parts.payable.lock(tx, known.reference)
    const payment = await lockedPayment(tx, parts.database.locking, transactionId)
    if (!payment) return
    const before = await refundsOf(tx, transactionId)
    for (const told of listed) await bookOne(parts, tx, payment, told)
    await leaveRoom(parts, tx, payment)
    await conclude(parts, tx, payment, before)
  })

async function bookOne(parts: PaymentsContext, tx: Tx, payment: PaymentRow, told: ProviderRefund) {
  const rows = await refundsOf(tx, payment.transaction_id)
  const { state, reason, metadata } = told
  const bookedAs = metadata.shop === parts.shop ? metadata.refund : undefined
  const now = time(parts)
  const row =
    rows.find((it) => it.provider_refund_id === told.id) ??
    rows.find((it) => it.provider_refund_id === null && it.id === bookedAs) ??
    // Made by hand instead of the one that we could not get through.
    rows.find((it) => isUnsent(it) && !bookedAs && it.amount_cents === told.amountCents)
  const due_at = nextLookAt(state, { since: now, now })
  if (!row) {
    const facts = {
      amount_cents: told.amountCents,
      reason: 'by hand at the provider',
      made_by: 'provider' as const,
    }
    const { transaction_id, reference } = payment
    await bookRefund(
      tx,
      {
        transaction_id,
        reference,
        ...facts,
        state,
        provider_refund_id: told.id,
        provider_reason: reason,
        due_at,
      },
      now,
    )
    return
  }
  if (row.provider_refund_id !== null && further[state] <= further[row.state]) return
  const by = bookedAs ? row.made_by : ('provider' as const)
  await changeRefund(tx, row.id, {
    provider_refund_id: told.id,
    made_by: row.provider_refund_id ? row.made_by : by,
    state,
    provider_reason: reason,
    changed_at: now,
    due_at,
    closed_at: null,
  })
}

/** Money that has arrived can still come back; nothing follows on that. */
const further: Record<RefundRow['state'], number> = {
  requested: 0,
  refused: 0,
  pending: 1,
  succeeded: 2,
  failed: 3,
}

/** What went back by other hands is not asked for again. */
async function leaveRoom(parts: PaymentsContext, tx: Tx, payment: PaymentRow) {
  const rows = await refundsOf(tx, payment.transaction_id)
  const sent = rows.filter((row) => row.provider_refund_id !== null && claims(row))
  let left = payment.amount_cents - sumOf(sent)
  for (const row of rows.filter(isUnsent)) {
    const amount_cents = Math.min(row.amount_cents, left)
    left -= amount_cents
    if (amount_cents === row.amount_cents) continue
    if (amount_cents <= 0) await tx.deleteFrom('refunds').where('id', '=', row.id).execute()
    // Another amount is another request, and needs another key.
    else await changeRefund(tx, row.id, { amount_cents, attempt: row.attempt + 1, changed_at: time(parts) })
  }
}

/** What the whole book of a transaction means for the payment, and for what it has paid. */
export async function conclude(parts: PaymentsContext, tx: Tx, payment: PaymentRow, before: RefundRow[]) {
  const rows = await refundsOf(tx, payment.transaction_id)
  const returnedCents = sumOf(rows.filter(({ state }) => state === 'succeeded'))
  const isWhole = returnedCents >= payment.amount_cents
  const state = stateAfter(payment.state, isWhole)
  if (state !== payment.state)
    await tx
      .updateTable('payments')
      .set({ state, checked_at: time(parts) })
      .where('transaction_id', '=', payment.transaction_id)
      .execute()
  const wasState = new Map(before.map((row) => [row.id, row.state]))
  const became = (wanted: RefundRow['state'], from?: RefundRow['state']) =>
    rows.filter((row) => {
      const was = wasState.get(row.id)
      return row.state === wanted && was !== wanted && (from === undefined || was === from)
    })
  if (!payment.reference) return
  const standing = standingOf(rows)
  await parts.payable.noteRefund(tx, payment.reference, {
    transactionId: payment.transaction_id,
    state: standing?.state,
    reason: standing?.provider_reason ?? undefined,
    returnedCents,
    isWhole,
    returned: became('succeeded').map((row) => row.amount_cents),
    cameBack: became('failed', 'succeeded').map((row) => row.amount_cents),
  })
}

function stateAfter(state: PaymentRow['state'], isWhole: boolean) {
  if (isWhole && (state === 'applied' || state === 'refund_due')) return 'refunded'
  return !isWhole && state === 'refunded' ? 'refund_due' : state
}

/** The one that says most about where the money is. */
const standingOf = (rows: RefundRow[]) =>
  rows.findLast(isFailed) ??
  rows.findLast(({ state }) => state === 'requested') ??
  rows.findLast(({ state }) => state === 'pending') ??
  rows.at(-1)
