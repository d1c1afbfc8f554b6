import type { Database } from '~/platform/db/database.server.ts'
import { emitEvent } from './events.server.ts'
import type { StandInIntent } from './intents.server.ts'
import type { StandInTx } from './objects.server.ts'
import { lockObject, nowInSeconds, randomText, storeObject } from './objects.server.ts'

type Charge = {
  id: string
  created: number
  amount: number
  payment_intent: string
  disputed: boolean
  dispute_id?: string
} & Record<string, unknown>

type Dispute = {
  id: string
  created: number
  amount: number
  charge: string
  payment_intent: string
  status: 'needs_response' | 'won' | 'lost'
} & Record<string, unknown>

/** The cardholder's bank takes the money back; until it is decided, and when it is lost, nothing can be refunded. */
export async function openDispute(ctx: StandInTx, charge: Charge, amount = charge.amount) {
  const dispute: Dispute = {
    id: `du_${randomText(24)}`,
    object: 'dispute',
    amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
    created: nowInSeconds(),
    livemode: false,
    metadata: {},
  }
  await storeObject(ctx, 'dispute', dispute)
  const disputed: Charge = { ...charge, disputed: true, dispute_id: dispute.id }
  await storeObject(ctx, 'charge', disputed)
  await emitEvent(ctx, 'charge.dispute.created', dispute)
}

export async function standInDisputesOf(ctx: StandInTx, intentId: string): Promise<Dispute[]> {
  const { latest_charge } = await lockObject<StandInIntent>(ctx, 'payment_intent', intentId)
  if (!latest_charge) return []
  const { dispute_id } = await lockObject<Charge>(ctx, 'charge', latest_charge)
  return dispute_id ? [await lockObject<Dispute>(ctx, 'dispute', dispute_id)] : []
}

/** The bank opens a dispute over a part of a charge, or over all of it. */
export const disputeIntent = (database: Database, intentId: string, amount?: number) =>
  database.change([], async (tx) => {
    const ctx = { tx, locking: database.locking }
    const { latest_charge } = await lockObject<StandInIntent>(ctx, 'payment_intent', intentId)
    await openDispute(ctx, await lockObject<Charge>(ctx, 'charge', latest_charge!), amount)
  })

/** The bank decides; what the shop has won can be refunded again. False when nothing is to be decided. */
export const decideDispute = (database: Database, intentId: string, status: 'won' | 'lost') =>
  database.change([], async (tx) => {
    const ctx = { tx, locking: database.locking }
    const [dispute] = await standInDisputesOf(ctx, intentId)
    if (dispute?.status !== 'needs_response') return false
    const charge = await lockObject<Charge>(ctx, 'charge', dispute.charge)
    const after: Charge = { ...charge, disputed: status === 'lost' }
    await storeObject(ctx, 'charge', after)
    const decided: Dispute = { ...dispute, status }
    await storeObject(ctx, 'dispute', decided)
    await emitEvent(ctx, 'charge.dispute.closed', decided)
    return true
  })
