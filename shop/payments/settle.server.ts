import type { PaymentRow } from '~/database/tables.ts'
import type { Tx } from '~/platform/db/database.server.ts'
import type { Outcome } from './outcome.ts'
import type { Parts } from './parts.server.ts'
import { time } from './parts.server.ts'
import type { Due } from './payable.ts'
import type { Intent } from './provider.server.ts'
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
export async function settle(parts: Parts, transactionId: string, wanted?: Wanted): Promise<Outcome> {
  const intent = await parts.provider.ask(transactionId)
  return intent ? settleIntent(parts, intent, wanted) : { kind: 'unknown' }
}

/** The same, for an intent that was asked for just now. May be repeated any number of times, by anyone at once. */
export const settleIntent = (parts: Parts, intent: Intent, wanted?: Wanted): Promise<Outcome> =>
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
        ? decidedBefore(payment)
        : await decide({ parts, tx, intent, ownerId, reference, due, isFloating: !bound })
    return wanted && outcome.reference !== wanted.reference ? { kind: 'not-yours' } : outcome
  })

const ownerAtProvider = ({ shop }: Parts, { metadata }: Intent) =>
  metadata.shop === shop ? metadata.owner : undefined

const decidedBefore = ({ state, reference }: PaymentRow): Outcome => ({
  kind: state === 'applied' ? 'applied' : state === 'void' ? 'void' : 'refunding',
  ...(reference && { reference }),
})

type Case = {
  parts: Parts
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
    await write(the, 'refund_due', problem)
    return { kind: 'refunding', reference }
  }
  if (!(await parts.payable.markPaid(tx, reference, intent.id)))
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
