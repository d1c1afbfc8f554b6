import type { PaymentRow } from '~/database/tables.ts'
import type { Tx } from '~/platform/db/database.server.ts'
import type { PaymentsContext } from './context.server.ts'
import { time } from './context.server.ts'
import type { Outcome } from './outcome.ts'
import type { Due } from './payable.ts'
import type { Intent } from './provider.server.ts'
import { reconcile } from './reconcile.server.ts'
import { bookRefund, isFailed, refundsOf } from './refunds/refund-book.server.ts'
import { currency } from './rules.ts'
import {
  attemptFor,
  decideOn,
  lockedPayment,
  nextAttempt,
  noteChecked,
  paymentOf,
  rowFor,
} from './store.server.ts'

export type Wanted = { reference: string; ownerId: string }

/** The one place where something becomes paid. Asks the provider; whoever calls is not believed. */
export async function settle(
  parts: PaymentsContext,
  transactionId: string,
  wanted?: Wanted,
): Promise<Outcome> {
  const intent = await parts.provider.ask(transactionId)
  if (!intent) return { kind: 'unknown' }
  const outcome = await settleIntent(parts, intent, wanted)
  // Given back by hand before we knew that it was paid.
  if (outcome.kind === 'applied' && chargeOf(intent)?.amount_refunded) await reconcile(parts, transactionId)
  return outcome
}

/** Only where it was asked for together with its charge. */
const chargeOf = ({ latest_charge: charge }: Intent) =>
  typeof charge === 'object' && charge !== null ? charge : undefined

/** The same, for an intent that was asked for just now. May be repeated any number of times, by anyone at once. */
export const settleIntent = (parts: PaymentsContext, intent: Intent, wanted?: Wanted): Promise<Outcome> =>
  parts.database.change([], async (tx) => {
    const known = await paymentOf(tx, intent.id)
    const ownerId = known?.owner_id ?? ownerAtProvider(parts, intent)
    if (!ownerId) return { kind: 'unknown' }
    if (wanted && wanted.ownerId !== ownerId) return { kind: 'not-yours' }
    const bound = known?.reference ?? intent.metadata.reference
    const reference = bound ?? wanted?.reference ?? null
    // Everyone locks in this order, what is owed before its payment: nobody waits in a circle.
    const due = reference ? await parts.payable.lock(tx, reference) : undefined
    const payment = await lockedPayment(tx, parts.database.locking, intent.id)
    const outcome =
      payment && payment.state !== 'open'
        ? await decidedBefore(tx, payment)
        : await decide({ parts, tx, intent, ownerId, reference, due, isFloating: !bound })
    return wanted && outcome.reference !== wanted.reference ? { kind: 'not-yours' } : outcome
  })

const ownerAtProvider = ({ shop }: PaymentsContext, { metadata }: Intent) =>
  metadata.shop === shop ? metadata.owner : undefined

async function decidedBefore(tx: Tx, payment: PaymentRow): Promise<Outcome> {
  const { state, reference } = payment
  const named = reference ? { reference } : {}
  if (state === 'applied' || state === 'void') return { kind: state, ...named }
  const isStuck = (await refundsOf(tx, payment.transaction_id)).some(isFailed)
  return { kind: isStuck ? 'stuck' : 'refunding', ...named }
}

type Case = {
  parts: PaymentsContext
  tx: Tx
  intent: Intent
  ownerId: string
  reference: string | null
  due: Due | undefined
  /** Begun for an amount alone: it pays what it fits, and waits as long as it fits nothing. */
  isFloating: boolean
}

async function decide(the: Case): Promise<Outcome> {
  const { parts, tx, intent, reference, isFloating } = the
  const named = reference ? { reference } : {}
  if (intent.status === 'canceled') {
    await write(the, 'void')
    if (reference) await nextAttempt(tx, reference, await attemptFor(tx, reference))
    return { kind: 'void', ...named }
  }
  if (intent.status !== 'succeeded') {
    await noteChecked(tx, intent.id, time(parts))
    return { kind: 'pending', ...named }
  }
  if (!reference) {
    await write(the, 'open', waits)
    return { kind: 'pending' }
  }
  const problem = misfit(the)
  if (problem && isFloating) return { kind: 'not-yours' }
  if (problem) {
    const isDecided = await write(the, 'refund_due', problem)
    const due = {
      transaction_id: intent.id,
      reference,
      amount_cents: intent.amount_received,
      reason: problem,
    }
    if (isDecided) await bookRefund(tx, due, time(parts))
    return { kind: 'refunding', reference }
  }
  const cardLast4 = chargeOf(intent)?.payment_method_details?.card?.last4
  const by = { transactionId: intent.id, ...(cardLast4 && { cardLast4 }) }
  if (!(await parts.payable.markPaid(tx, reference, by)))
    throw new Error('What was locked as unpaid could not be marked as paid')
  await write(the, 'applied')
  return { kind: 'applied', reference }
}

/** The reason of a paid float that has nothing to pay yet. */
export const waits = 'waits for something of this amount'

/** Why this money cannot pay this due. */
function misfit({ parts, intent, ownerId, due }: Case) {
  if (!due) return 'nothing is owed'
  if (due.state === 'cancelled') return 'cancelled before it was paid'
  if (due.state === 'paid') return 'paid already'
  if (due.ownerId !== ownerId) return 'paid by another person'
  if (intent.amount_received !== due.amountCents) return 'another amount'
  if (intent.currency !== currency) return 'another currency'
  if (intent.livemode !== parts.provider.live) return 'another mode'
  return undefined
}

const write = (
  { parts, tx, intent, ownerId, reference }: Case,
  state: PaymentRow['state'],
  reason: string | null = null,
) => decideOn(tx, rowFor(intent, ownerId, reference), { state, reason }, time(parts))
