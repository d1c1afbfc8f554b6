import { formatDollars, toDollars } from '~/platform/money.ts'
import type { PaymentsContext } from './context.server.ts'
import { nowIso } from './context.server.ts'
import { refuse } from './contract.ts'
import type { Due } from './payable.ts'
import type { Intent } from './provider.server.ts'
import { ProviderDown } from './provider.server.ts'
import { currency, isChargeable } from './rules.ts'
import { settleIntent } from './settle.server.ts'
import {
  bumpAttempt,
  currentAttempt,
  findPayment,
  insertOpen,
  openUnassignedPayment,
  paymentsFor,
  toNewPayment,
} from './store.server.ts'

export type StartInput = { reference?: string; amountCents?: number }

/** An intent for what is owed. The amount always comes from what is owed, never from the caller. */
export async function start(ctx: PaymentsContext, owner: { id: string }, input: StartInput) {
  const reference = input.reference ?? (await onlyUnpaidMatch(ctx, owner.id, input.amountCents))
  const intent = reference
    ? await intentFor(ctx, await requireDue(ctx, owner.id, { ...input, reference }))
    : await unassignedIntent(ctx, owner.id, input.amountCents!)
  return { clientSecret: intent.client_secret! }
}

/**
 * A price alone identifies a reference when exactly one unpaid reference of this person costs that much. One that comes
 * to another amount with what else is paid with it is refused now: the card would be charged for nothing.
 */
async function onlyUnpaidMatch(
  { database, payable }: PaymentsContext,
  ownerId: string,
  amountCents?: number,
) {
  if (amountCents === undefined) throw refuse('price_missing')
  const found = await database.change([], (tx) => payable.findUnpaid(tx, ownerId, amountCents))
  const matches = found.filter((due) => due.amountCents === amountCents)
  if (found.length > 0 && matches.length === 0) throw priceDiffers(found[0]!)
  return matches.length === 1 ? matches[0]!.reference : undefined
}

async function requireDue(
  ctx: PaymentsContext,
  ownerId: string,
  input: { reference: string; amountCents?: number },
) {
  const due = await lockDue(ctx, input.reference)
  if (!due) throw refuse('not_found')
  if (due.ownerId !== ownerId) throw refuse('not_yours')
  refuseUnlessUnpaid(due)
  if (due.amountCents === 0) throw refuse('free')
  if (!isChargeable(due.amountCents)) throw refuse('not_chargeable')
  if (input.amountCents !== undefined && input.amountCents !== due.amountCents) throw priceDiffers(due)
  return due
}

function priceDiffers({ amountCents }: Pick<Due, 'amountCents'>) {
  const price = toDollars(amountCents)
  return refuse('price_differs', { values: { price: formatDollars(price) }, details: { price } })
}

const lockDue = ({ database, payable }: PaymentsContext, reference: string) =>
  database.change([], (tx) => payable.lock(tx, reference))

function refuseUnlessUnpaid({ state }: Due) {
  if (state === 'paid') throw refuse('already_paid')
  if (state === 'cancelled') throw refuse('cancelled')
}

const maxRounds = 4

/** One open intent per reference, however many tabs ask for it at once. */
async function intentFor(ctx: PaymentsContext, due: Due): Promise<Intent> {
  for (let round = 0; round < maxRounds; round++) {
    const intent = (await reuseOpenIntent(ctx, due)) ?? (await createIntent(ctx, due))
    if (intent) return intent
  }
  throw new ProviderDown(false)
}

/** The intent that is open already, if it can still be paid. */
async function reuseOpenIntent(ctx: PaymentsContext, due: Due) {
  const [open] = await paymentsFor(ctx.database.db, due.reference, 'open')
  if (!open) return undefined
  const intent = await ctx.provider.retrieveIntent(open.transaction_id)
  if (!intent) throw new Error(`The provider has forgotten ${open.transaction_id}`)
  if (canBePaid(intent) && intent.amount === due.amountCents) return intent
  // One for another amount is never changed: it is cancelled, so that an open page fails instead of paying what it does
  // not show.
  const current = canBePaid(intent) ? await ctx.provider.cancelIntent(intent.id) : intent
  const { kind } = await settleIntent(ctx, current ?? intent)
  if (kind === 'applied') refuseUnlessUnpaid({ ...due, state: 'paid' })
  return undefined
}

const canBePaid = ({ status }: Intent) => status.startsWith('requires_') || status === 'processing'

/** A new intent, or that of another tab, which has the same idempotency key. Undefined: try again. */
async function createIntent(ctx: PaymentsContext, due: Due) {
  const { reference, ownerId, amountCents } = due
  const { provider, shop, database } = ctx
  const attempt = await currentAttempt(database.db, reference)
  // All parameters follow from the key: the provider refuses a key that comes with other parameters.
  const key = [shop, reference, ownerId, amountCents, attempt].join(':')
  const metadata = { shop, owner: ownerId, reference }
  let intent: Intent
  try {
    intent = await provider.createIntent({ amountCents, currency, metadata, key })
  } catch (error) {
    if (error instanceof ProviderDown && error.isReplayed) await bumpAttempt(database.db, reference, attempt)
    throw error
  }
  const result = await recordOpen(ctx, due, intent)
  if (result === 'too-late') {
    await provider.cancelIntent(intent.id).catch(() => {})
    const current = (await lockDue(ctx, reference)) ?? { ...due, state: 'cancelled' }
    refuseUnlessUnpaid(current)
    throw priceDiffers(current)
  }
  if (result === 'dead') await bumpAttempt(database.db, reference, attempt)
  return result === 'open' && canBePaid(intent) ? intent : undefined
}

/** A client secret is only handed out once its intent is stored. */
const recordOpen = ({ database, payable, ...ctx }: PaymentsContext, due: Due, intent: Intent) =>
  database.change([], async (tx) => {
    const current = await payable.lock(tx, due.reference)
    if (current?.state !== 'unpaid' || current.amountCents !== due.amountCents) return 'too-late'
    if (await insertOpen(tx, toNewPayment(intent, due.ownerId, due.reference), nowIso(ctx))) return 'open'
    const known = await findPayment(tx, intent.id)
    if (!known) return 'another-is-open'
    return known.state === 'open' ? 'open' : 'dead'
  })

/** An intent for an amount alone: it pays nothing until it is settled for a reference of exactly this amount. */
async function unassignedIntent(ctx: PaymentsContext, ownerId: string, amountCents: number) {
  const { database, provider, shop } = ctx
  const open = await openUnassignedPayment(database.db, ownerId, amountCents)
  const existing = open && (await provider.retrieveIntent(open.transaction_id))
  if (existing && canBePaid(existing)) return existing
  const metadata = { shop, owner: ownerId }
  const intent = await provider.createIntent({ amountCents, currency, metadata, key: crypto.randomUUID() })
  await insertOpen(database.db, toNewPayment(intent, ownerId, null), nowIso(ctx))
  return intent
}
