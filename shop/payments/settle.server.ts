import type { PaymentRow } from '~/database/tables.ts'
import type { Tx } from '~/platform/db/database.server.ts'
import type { PaymentsContext } from './context.server.ts'
import { nowIso } from './context.server.ts'
import { lostCents, showDisputes } from './disputes/dispute-store.server.ts'
import type { Outcome } from './outcome.ts'
import type { Due } from './payable.ts'
import type { Intent } from './provider.server.ts'
import { reconcile, settleBooks } from './reconcile.server.ts'
import { insertRefund, isFailed, refundsOf } from './refunds/refund-store.server.ts'
import { currency } from './rules.ts'
import {
  bumpAttempt,
  currentAttempt,
  findPayment,
  lockPayment,
  recordDecision,
  setCheckedAt,
  toNewPayment,
} from './store.server.ts'

export type ExpectedPayment = { reference: string; ownerId: string }

/** The one place where something is marked as paid. Asks the provider; the caller's claim is never trusted. */
export async function settle(
  ctx: PaymentsContext,
  transactionId: string,
  expected?: ExpectedPayment,
): Promise<Outcome> {
  const intent = await ctx.provider.retrieveIntent(transactionId)
  if (!intent) return { kind: 'unknown' }
  const outcome = await settleIntent(ctx, intent, expected)
  // Refunded by hand, and the shop has not heard of that either.
  if (outcome.kind === 'applied' && chargeOf(intent)?.amount_refunded) await reconcile(ctx, transactionId)
  return outcome
}

/** Undefined unless the intent was retrieved with its charge expanded. */
const chargeOf = ({ latest_charge: charge }: Intent) =>
  typeof charge === 'object' && charge !== null ? charge : undefined

/** The same, for an intent that was retrieved just now. Idempotent, also when called concurrently. */
export const settleIntent = (
  ctx: PaymentsContext,
  intent: Intent,
  expected?: ExpectedPayment,
): Promise<Outcome> =>
  ctx.database.change([], async (tx) => {
    const known = await findPayment(tx, intent.id)
    const ownerId = known?.owner_id ?? ownerAtProvider(ctx, intent)
    if (!ownerId) return { kind: 'unknown' }
    if (expected && expected.ownerId !== ownerId) return { kind: 'not-yours' }
    const assigned = known?.reference ?? intent.metadata.reference
    const reference = assigned ?? expected?.reference ?? null
    // Always locked in this order, what is owed before its payment: no deadlock.
    const due = reference ? await ctx.payable.lock(tx, reference) : undefined
    const payment = await lockPayment(tx, ctx.database.locking, intent.id)
    const outcome =
      payment && payment.state !== 'open'
        ? await previousOutcome(tx, payment)
        : await decide({ ctx, tx, intent, ownerId, reference, due, isUnassigned: !assigned })
    return expected && outcome.reference !== expected.reference ? { kind: 'not-yours' } : outcome
  })

const ownerAtProvider = ({ shop }: PaymentsContext, { metadata }: Intent) =>
  metadata.shop === shop ? metadata.owner : undefined

async function previousOutcome(tx: Tx, payment: PaymentRow): Promise<Outcome> {
  const { state, reference } = payment
  const forReference = reference ? { reference } : {}
  if (state === 'applied' || state === 'void') return { kind: state, ...forReference }
  const isStuck = (await refundsOf(tx, payment.transaction_id)).some(isFailed)
  return { kind: isStuck ? 'stuck' : 'refunding', ...forReference }
}

type Settlement = {
  ctx: PaymentsContext
  tx: Tx
  intent: Intent
  ownerId: string
  reference: string | null
  due: Due | undefined
  /** Started for an amount alone: it pays whatever it matches, and stays open while it matches nothing. */
  isUnassigned: boolean
}

async function decide(settlement: Settlement): Promise<Outcome> {
  const { ctx, tx, intent, reference, isUnassigned } = settlement
  const forReference = reference ? { reference } : {}
  if (intent.status === 'canceled') {
    await record(settlement, 'void')
    if (reference) await bumpAttempt(tx, reference, await currentAttempt(tx, reference))
    return { kind: 'void', ...forReference }
  }
  if (intent.status !== 'succeeded') {
    await setCheckedAt(tx, intent.id, nowIso(ctx))
    return { kind: 'pending', ...forReference }
  }
  if (!reference) {
    await record(settlement, 'open', waitingReason)
    return { kind: 'pending' }
  }
  const mismatch = mismatchReason(settlement)
  if (mismatch && isUnassigned) return { kind: 'not-yours' }
  if (mismatch) {
    const isDecided = await record(settlement, 'refund_due', mismatch)
    const refund = {
      transaction_id: intent.id,
      reference,
      amount_cents: intent.amount_received,
      reason: mismatch,
    }
    if (isDecided) await insertRefund(tx, refund, nowIso(ctx))
    return { kind: 'refunding', reference }
  }
  const cardLast4 = chargeOf(intent)?.payment_method_details?.card?.last4
  const by = { transactionId: intent.id, ...(cardLast4 && { cardLast4 }) }
  await record(settlement, 'applied')
  if (!(await ctx.payable.markPaid(tx, reference, by)))
    throw new Error('What was locked as unpaid could not be marked as paid')
  // Refunded by hand, or taken back by the bank, before the shop knew of the payment.
  if ((await refundsOf(tx, intent.id)).length > 0 || (await lostCents(tx, intent.id)) > 0)
    await settleBooks(ctx, tx, (await findPayment(tx, intent.id))!)
  await showDisputes(ctx, tx, { transaction_id: intent.id, reference })
  return { kind: 'applied', reference }
}

/** The stored reason of an unassigned payment that has nothing to pay yet. */
export const waitingReason = 'waits for something of this amount'

/** Why this payment cannot pay what is due; undefined when it can. */
function mismatchReason({ ctx, intent, ownerId, due }: Settlement) {
  if (!due) return 'nothing is owed'
  if (due.state === 'cancelled') return 'cancelled before it was paid'
  if (due.state === 'paid') return 'paid already'
  if (due.ownerId !== ownerId) return 'paid by another person'
  if (intent.amount_received !== due.amountCents) return 'another amount'
  if (intent.currency !== currency) return 'another currency'
  if (intent.livemode !== ctx.provider.live) return 'another mode'
  return undefined
}

const record = (
  { ctx, tx, intent, ownerId, reference }: Settlement,
  state: PaymentRow['state'],
  reason: string | null = null,
) => recordDecision(tx, toNewPayment(intent, ownerId, reference), { state, reason }, nowIso(ctx))
