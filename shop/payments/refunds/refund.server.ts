import type { RefundRow } from '~/database/tables.ts'
import type { Topic } from '~/database/topics.ts'
import type { Tx } from '~/platform/db/database.server.ts'
import type { PaymentsContext } from '../context.server.ts'
import { time } from '../context.server.ts'
import type { RefundOutcome } from '../outcome.ts'
import type { ProviderRefund } from '../provider.server.ts'
import { ProviderDown, ProviderRefused, ProviderTrouble } from '../provider.server.ts'
import { bookAll, conclude, reconcile } from '../reconcile.server.ts'
import { lockedPayment, paymentsFor } from '../store.server.ts'
import {
  bookRefund,
  changeRefund,
  claims,
  isFailed,
  isUnsent,
  refundRow,
  refundsOf,
  sumOf,
} from './refund-book.server.ts'
import { nextTryAt } from './refund-times.ts'

/** What goes with a refund, in the transaction that decides on it: both are written, or neither. */
export type Alongside = { changes: readonly Topic[]; act: (tx: Tx) => Promise<void> }

/** Gives back what is left of what was paid for a reference. First it is written down, then done. */
export async function refund(
  parts: PaymentsContext,
  reference: string,
  alongside?: Alongside,
): Promise<RefundOutcome> {
  const booked = await parts.database.change(alongside?.changes ?? [], async (tx) => {
    await parts.payable.lock(tx, reference)
    const [applied] = await paymentsFor(tx, reference, 'applied')
    const row = applied && (await bookRest(parts, tx, applied.transaction_id, 'given back by the shop'))
    if (row) await alongside?.act(tx)
    return row
  })
  return booked ? refundUnassigned(parts, booked, { isNew: true }) : { state: 'nothing-to-refund' }
}

/** A row for what is left of a payment, at most so much; undefined when nothing is. */
async function bookRest(
  parts: PaymentsContext,
  tx: Tx,
  transactionId: string,
  reason: string,
  mostCents = Infinity,
) {
  const payment = (await lockedPayment(tx, parts.database.locking, transactionId))!
  const before = await refundsOf(tx, transactionId)
  const left = payment.amount_cents - sumOf(before.filter(claims))
  const amount_cents = Math.min(left, mostCents)
  if (amount_cents <= 0) return undefined
  const { transaction_id, reference } = payment
  const row = await bookRefund(tx, { transaction_id, reference, amount_cents, reason }, time(parts))
  // Some of it back is still a payment.
  if (amount_cents === left && payment.state === 'applied') {
    payment.state = 'refund_due'
    await tx
      .updateTable('payments')
      .set({ state: 'refund_due', reason, checked_at: time(parts) })
      .where('transaction_id', '=', transaction_id)
      .execute()
  }
  await conclude(parts, tx, payment, before)
  return row
}

/**
 * Asks the provider to do what is booked. Whoever comes back to it asks for the provider's list first: an answer that got
 * lost on its way must not become a second refund. The key is a function of what is asked for.
 */
export async function refundUnassigned(
  parts: PaymentsContext,
  booked: RefundRow,
  { isNew = false } = {},
): Promise<RefundOutcome> {
  const { provider, shop, database } = parts
  if (!isNew) await reconcile(parts, booked.transaction_id)
  const row = isNew ? booked : await refundRow(database.db, booked.id)
  if (!row || !isUnsent(row)) return outcomeOf(parts, booked)
  let made: ProviderRefund
  try {
    made = await provider.giveBack({
      transactionId: row.transaction_id,
      amountCents: row.amount_cents,
      metadata: { shop, refund: row.id },
      key: [shop, 'refund', row.id, row.attempt].join(':'),
    })
  } catch (error) {
    if (error instanceof ProviderRefused) return refused(parts, row, error.said)
    if (!(error instanceof ProviderDown)) throw error
    // An error that the provider would repeat for this key: the next one. Else the same again.
    const attempt = row.attempt + (error.remembered ? 1 : 0)
    await changeRefund(database.db, row.id, { attempt, due_at: time(parts) })
    if (isNew) return { state: 'requested' }
    throw error
  }
  await bookAll(parts, row.transaction_id, [made])
  return outcomeOf(parts, row)
}

/** The provider says no, for now or for good: admins are told why, and it is tried again later. */
async function refused(parts: PaymentsContext, row: RefundRow, said: string): Promise<RefundOutcome> {
  // It may have gone back by other hands meanwhile.
  await reconcile(parts, row.transaction_id).catch((error) => {
    if (!(error instanceof ProviderTrouble)) throw error
  })
  await parts.database.change([], async (tx) => {
    if (row.reference) await parts.payable.lock(tx, row.reference)
    const payment = await lockedPayment(tx, parts.database.locking, row.transaction_id)
    const before = await refundsOf(tx, row.transaction_id)
    const now = before.find(({ id }) => id === row.id)
    if (!payment || !now || !isUnsent(now)) return
    await changeRefund(tx, row.id, {
      state: 'refused',
      provider_reason: said.slice(0, longestReason),
      attempt: now.attempt + 1,
      changed_at: time(parts),
      due_at: nextTryAt(now.attempt, time(parts)),
    })
    await conclude(parts, tx, payment, before)
  })
  parts.log.error({ transaction: row.transaction_id, refund: row.id }, 'the provider refuses a refund')
  return outcomeOf(parts, row)
}

const longestReason = 300

/** The same row says it later, too; one that is gone was made by other hands. */
async function outcomeOf(parts: PaymentsContext, { id }: RefundRow): Promise<RefundOutcome> {
  const row = await refundRow(parts.database.db, id)
  if (!row) return { state: 'succeeded' }
  return { state: row.state, ...(row.provider_reason && { reason: row.provider_reason }) }
}

/** An admin wants one that is in trouble tried again, now. */
export async function retryRefund(
  parts: PaymentsContext,
  id: string,
  alongside?: Alongside,
): Promise<RefundOutcome> {
  const again = await parts.database.change(alongside?.changes ?? [], async (tx) => {
    const row = await refundInTrouble(parts, tx, id)
    if (!row) return undefined
    await alongside?.act(tx)
    if (row.state === 'refused') return row
    // What the provider calls failed stays so: another try is another refund.
    await changeRefund(tx, id, { closed_at: time(parts), due_at: null })
    return bookRest(parts, tx, row.transaction_id, row.reason, row.amount_cents)
  })
  return again ? refundUnassigned(parts, again) : { state: 'nothing-to-refund' }
}

/** An admin has settled it in another way: it is no longer tried, and no longer shown. False when there is none such. */
export const closeRefund = (parts: PaymentsContext, id: string, alongside?: Alongside) =>
  parts.database.change(alongside?.changes ?? [], async (tx) => {
    const row = await refundInTrouble(parts, tx, id)
    if (!row) return false
    await changeRefund(tx, id, { closed_at: time(parts), due_at: null })
    await alongside?.act(tx)
    return true
  })

/** Locked as everything else is: what is owed, then its payment. */
async function refundInTrouble(parts: PaymentsContext, tx: Tx, id: string) {
  const seen = await refundRow(tx, id)
  if (!seen) return undefined
  if (seen.reference) await parts.payable.lock(tx, seen.reference)
  await lockedPayment(tx, parts.database.locking, seen.transaction_id)
  const row = await refundRow(tx, id)
  return row && isFailed(row) ? row : undefined
}
