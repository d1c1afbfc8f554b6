import { toDollars } from '~/platform/money.ts'
import { Refusal } from '~/platform/refusal.ts'
import type { PaymentsContext } from './context.server.ts'
import { time } from './context.server.ts'
import type { Due } from './payable.ts'
import type { Intent } from './provider.server.ts'
import { ProviderDown } from './provider.server.ts'
import { currency, isChargeable } from './rules.ts'
import { settleIntent } from './settle.server.ts'
import {
  addOpen,
  attemptFor,
  nextAttempt,
  openUnassigned,
  paymentOf,
  paymentsFor,
  rowFor,
} from './store.server.ts'

type Wish = { reference?: string; amountCents?: number }

/** A transaction for what is owed. The amount is always what is owed, never what the caller says. */
export async function start(parts: PaymentsContext, owner: { id: string }, wish: Wish) {
  const reference = wish.reference ?? (await onlyOneOf(parts, owner.id, wish.amountCents))
  const intent = reference
    ? await intentFor(parts, await owed(parts, owner.id, { ...wish, reference }))
    : await floatingIntent(parts, owner.id, wish.amountCents!)
  return { clientSecret: intent.client_secret! }
}

/** A price alone names a reference when exactly one of this person's costs that much. */
async function onlyOneOf({ database, payable }: PaymentsContext, ownerId: string, amountCents?: number) {
  if (amountCents === undefined) throw new Refusal(422, 'invalid', 'Price is required')
  const fitting = await database.change([], (tx) => payable.unpaid(tx, ownerId, amountCents))
  return fitting.length === 1 ? fitting[0] : undefined
}

async function owed(
  parts: PaymentsContext,
  ownerId: string,
  wish: { reference: string; amountCents?: number },
) {
  const due = await lookUp(parts, wish.reference)
  if (!due) throw new Refusal(404, 'not_found', 'There is no such order.')
  if (due.ownerId !== ownerId)
    throw new Refusal(403, 'forbidden', 'You are not authorized to pay for this order.')
  refuseUnlessUnpaid(due)
  if (due.amountCents === 0) throw new Refusal(409, 'free', 'This order is free: there is nothing to pay.')
  if (!isChargeable(due.amountCents))
    throw new Refusal(409, 'not_chargeable', 'A card can pay from $0.50 up to $999,999.99.')
  if (wish.amountCents !== undefined && wish.amountCents !== due.amountCents)
    throw new Refusal(
      409,
      'price_differs',
      `The price of this order is $${toDollars(due.amountCents).toFixed(2)}.`,
    )
  return due
}

const lookUp = ({ database, payable }: PaymentsContext, reference: string) =>
  database.change([], (tx) => payable.lock(tx, reference))

function refuseUnlessUnpaid({ state }: Due) {
  if (state === 'paid') throw new Refusal(409, 'already_paid', 'This order is already paid.')
  if (state === 'cancelled') throw new Refusal(409, 'cancelled', 'This order was cancelled.')
}

const mostRounds = 4

/** One open transaction per reference, however many tabs ask for it at once. */
async function intentFor(parts: PaymentsContext, due: Due): Promise<Intent> {
  for (let round = 0; round < mostRounds; round++) {
    const intent = (await reopened(parts, due)) ?? (await begun(parts, due))
    if (intent) return intent
  }
  throw new ProviderDown(false)
}

/** The transaction that is open already, if it can still be paid. */
async function reopened(parts: PaymentsContext, due: Due) {
  const [open] = await paymentsFor(parts.database.db, due.reference, 'open')
  if (!open) return undefined
  const intent = await parts.provider.ask(open.transaction_id)
  if (!intent) throw new Error(`The provider has forgotten ${open.transaction_id}`)
  if (canBePaid(intent)) return intent
  const { kind } = await settleIntent(parts, intent)
  if (kind === 'applied') refuseUnlessUnpaid({ ...due, state: 'paid' })
  return undefined
}

const canBePaid = ({ status }: Intent) => status.startsWith('requires_') || status === 'processing'

/** A new one, or the one of another tab: the same key gives the same transaction. Undefined: look again. */
async function begun(parts: PaymentsContext, due: Due) {
  const { reference, ownerId, amountCents } = due
  const { provider, shop, database } = parts
  const attempt = await attemptFor(database.db, reference)
  // What is sent is a function of the key alone: the same key with another wish would be refused.
  const key = [shop, reference, ownerId, amountCents, attempt].join(':')
  const metadata = { shop, owner: ownerId, reference }
  let intent: Intent
  try {
    intent = await provider.begin({ amountCents, currency, metadata, key })
  } catch (error) {
    if (error instanceof ProviderDown && error.remembered) await nextAttempt(database.db, reference, attempt)
    throw error
  }
  const fate = await keepOpen(parts, due, intent)
  if (fate === 'too-late') {
    await provider.end(intent.id).catch(() => {})
    refuseUnlessUnpaid((await lookUp(parts, reference)) ?? { ...due, state: 'cancelled' })
  }
  if (fate === 'dead') await nextAttempt(database.db, reference, attempt)
  return fate === 'open' && canBePaid(intent) ? intent : undefined
}

/** Nobody learns the client secret of a transaction that is not in our books. */
const keepOpen = ({ database, payable, ...parts }: PaymentsContext, due: Due, intent: Intent) =>
  database.change([], async (tx) => {
    const now = await payable.lock(tx, due.reference)
    if (now?.state !== 'unpaid') return 'too-late'
    if (await addOpen(tx, rowFor(intent, due.ownerId, due.reference), time(parts))) return 'open'
    const known = await paymentOf(tx, intent.id)
    if (!known) return 'another-is-open'
    return known.state === 'open' ? 'open' : 'dead'
  })

/** For an amount that names nothing: it buys nothing until it is settled for something of this very amount. */
async function floatingIntent(parts: PaymentsContext, ownerId: string, amountCents: number) {
  const { database, provider, shop } = parts
  const open = await openUnassigned(database.db, ownerId, amountCents)
  const former = open && (await provider.ask(open.transaction_id))
  if (former && canBePaid(former)) return former
  const metadata = { shop, owner: ownerId }
  const intent = await provider.begin({ amountCents, currency, metadata, key: crypto.randomUUID() })
  await addOpen(database.db, rowFor(intent, ownerId, null), time(parts))
  return intent
}
