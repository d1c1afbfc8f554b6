import type { Database } from '~/platform/db/database.server.ts'
import { badRequest } from './call.server.ts'
import type { Form } from './form.ts'
import { nestedIn, textOf, textsOf } from './form.ts'
import type { StandInIntent } from './intents.server.ts'
import type { StandInTx } from './objects.server.ts'
import { emitEvent, lockObject, nowInSeconds, randomText, readObject, storeObject } from './objects.server.ts'

type Charge = {
  id: string
  created: number
  amount: number
  amount_refunded: number
  disputed: boolean
  /** The test card decides the result of its refunds. */
  refunds_become: 'succeeded' | 'pending' | 'failed'
  refund_ids: string[]
} & Record<string, unknown>

type Refund = {
  id: string
  created: number
  amount: number
  charge: string
  payment_intent: string
  status: 'pending' | 'succeeded' | 'failed'
  failure_reason: string | null
} & Record<string, unknown>

export async function createRefund(ctx: StandInTx, form: Form) {
  const intent = await lockObject<StandInIntent>(ctx, 'payment_intent', textOf(form, 'payment_intent'))
  if (!intent.latest_charge)
    throw badRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`)
  const charge = await lockObject<Charge>(ctx, 'charge', intent.latest_charge)
  const left = charge.amount - charge.amount_refunded
  if (charge.disputed)
    throw badRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  if (left === 0)
    throw badRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  const amount = Number(textOf(form, 'amount') ?? left)
  if (!Number.isInteger(amount) || amount < 1 || amount > left)
    throw badRequest('Refund amount is greater than unrefunded amount on charge', { param: 'amount' })
  const becomes = charge.refunds_become ?? 'succeeded'
  const refund: Refund = {
    id: `re_${randomText(24)}`,
    object: 'refund',
    amount,
    currency: intent.currency,
    charge: charge.id,
    payment_intent: intent.id,
    status: becomes === 'pending' ? 'pending' : 'succeeded',
    pending_reason: becomes === 'pending' ? 'processing' : null,
    failure_reason: null,
    reason: textOf(form, 'reason') ?? null,
    metadata: textsOf(nestedIn(form, 'metadata')),
    created: nowInSeconds(),
  }
  await storeObject(ctx, 'refund', refund)
  if (becomes !== 'succeeded')
    await storeObject(ctx, 'unfinished_refund', { id: `unfinished_${refund.id}`, created: refund.created })
  const refunded = await updateCharge(ctx, charge, {
    amount_refunded: charge.amount_refunded + amount,
    refund_ids: [refund.id, ...(charge.refund_ids ?? [])],
  })
  await emitEvent(ctx, 'refund.created', refund)
  await emitEvent(ctx, 'charge.refunded', refunded)
  return refund
}

/** Newest first. */
export async function standInRefundsOf(ctx: StandInTx, intentId: string): Promise<Refund[]> {
  const intent = await lockObject<StandInIntent>(ctx, 'payment_intent', intentId)
  if (!intent.latest_charge) return []
  const { refund_ids = [] } = await lockObject<Charge>(ctx, 'charge', intent.latest_charge)
  return Promise.all(refund_ids.map((id) => lockObject<Refund>(ctx, 'refund', id)))
}

/**
 * Simulates the bank: pending refunds succeed, and refunds to a closed account bounce.
 */
export async function finishRefunds(database: Database, { olderThanSeconds = 0 } = {}) {
  const rows = await database.db
    .selectFrom('stand_in_objects')
    .select('id')
    .where('kind', '=', 'unfinished_refund')
    .where('created', '<=', nowInSeconds() - olderThanSeconds)
    .execute()
  for (const { id } of rows)
    await database.change([], async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('stand_in_objects')
        .where('id', '=', id)
        .executeTakeFirst()
      if (numDeletedRows > 0n) await finish({ tx, locking: database.locking }, id.slice('unfinished_'.length))
    })
}

/** The charge first, as everywhere: two who lock in different orders would wait for each other. */
async function lockRefund(ctx: StandInTx, refundId: string) {
  const seen = await readObject<Refund>(ctx, 'refund', refundId)
  const charge = await lockObject<Charge>(ctx, 'charge', seen.charge)
  return { charge, refund: await lockObject<Refund>(ctx, 'refund', refundId) }
}

async function finish(ctx: StandInTx, refundId: string) {
  const { refund, charge } = await lockRefund(ctx, refundId)
  if (refund.status === 'failed') return undefined
  if (refund.status === 'pending') {
    const succeeded = { ...refund, status: 'succeeded', pending_reason: null }
    await storeObject(ctx, 'refund', succeeded)
    return emitEvent(ctx, 'refund.updated', succeeded)
  }
  return bounce(ctx, refund, charge)
}

/** The bank of the cardholder sends a refund back that had succeeded. False when it had not. */
export const bounceRefund = (database: Database, refundId: string) =>
  database.change([], async (tx) => {
    const ctx = { tx, locking: database.locking }
    const { refund, charge } = await lockRefund(ctx, refundId)
    if (refund.status !== 'succeeded') return false
    await bounce(ctx, refund, charge)
    return true
  })

async function bounce(ctx: StandInTx, refund: Refund, charge: Charge) {
  await updateCharge(ctx, charge, { amount_refunded: charge.amount_refunded - refund.amount })
  const failed = { ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' }
  await storeObject(ctx, 'refund', failed)
  await emitEvent(ctx, 'refund.failed', failed)
}

async function updateCharge(ctx: StandInTx, charge: Charge, change: Partial<Charge>) {
  const changed = { ...charge, ...change }
  const updated = { ...changed, refunded: changed.amount_refunded === changed.amount }
  await storeObject(ctx, 'charge', updated)
  return updated
}
