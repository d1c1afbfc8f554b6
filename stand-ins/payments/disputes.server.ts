import type { Database } from '~/platform/db/database.server.ts'
import type { StandInIntent } from './intents.server.ts'
import type { StandInTx } from './objects.server.ts'
import { emitEvent, lockObject, nowInSeconds, randomText, storeObject } from './objects.server.ts'

type Charge = {
  id: string
  created: number
  amount: number
  amount_refunded: number
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
  status: 'warning_needs_response' | 'warning_closed' | 'needs_response' | 'won' | 'lost'
} & Record<string, unknown>

type Opened = { amount?: number | undefined; status?: 'warning_needs_response' | 'needs_response' }

/**
 * The cardholder's bank takes the money back; until it is decided, and when it is lost, nothing can be refunded. An inquiry
 * (`warning_needs_response`) takes nothing yet.
 */
export async function openDispute(
  ctx: StandInTx,
  charge: Charge,
  { amount = charge.amount, status = 'needs_response' }: Opened = {},
) {
  const dispute: Dispute = {
    id: `du_${randomText(24)}`,
    object: 'dispute',
    amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status,
    created: nowInSeconds(),
    livemode: false,
    metadata: {},
  }
  await storeObject(ctx, 'dispute', dispute)
  const disputed: Charge = { ...charge, disputed: status === 'needs_response', dispute_id: dispute.id }
  await storeObject(ctx, 'charge', disputed)
  await emitEvent(ctx, 'charge.dispute.created', dispute)
}

export async function standInDisputesOf(ctx: StandInTx, intentId: string): Promise<Dispute[]> {
  const { latest_charge } = await lockObject<StandInIntent>(ctx, 'payment_intent', intentId)
  if (!latest_charge) return []
  const { dispute_id } = await lockObject<Charge>(ctx, 'charge', latest_charge)
  return dispute_id ? [await lockObject<Dispute>(ctx, 'dispute', dispute_id)] : []
}

/** The bank opens a dispute over a part of a charge, or over all of it, or only inquires. False when it has before. */
export const disputeIntent = (database: Database, intentId: string, opened: Opened) =>
  database.change([], async (tx) => {
    const ctx = { tx, locking: database.locking }
    const { latest_charge } = await lockObject<StandInIntent>(ctx, 'payment_intent', intentId)
    const charge = await lockObject<Charge>(ctx, 'charge', latest_charge!)
    if (charge.dispute_id) return false
    await openDispute(ctx, charge, opened)
    return true
  })

/** What a bank may do next: an inquiry becomes a dispute or is closed, a dispute is won by the shop or lost. */
const nextStatuses: Partial<Record<Dispute['status'], Dispute['status'][]>> = {
  warning_needs_response: ['needs_response', 'warning_closed'],
  needs_response: ['won', 'lost'],
}

/** What the shop has won can be refunded again. False when the bank cannot do this now. */
export const moveDispute = (database: Database, intentId: string, status: Dispute['status']) =>
  database.change([], async (tx) => {
    const ctx = { tx, locking: database.locking }
    const [dispute] = await standInDisputesOf(ctx, intentId)
    if (!dispute || !nextStatuses[dispute.status]?.includes(status)) return false
    const charge = await lockObject<Charge>(ctx, 'charge', dispute.charge)
    // A refund is how a shop ends an inquiry.
    if (status === 'needs_response' && charge.amount_refunded === charge.amount) return false
    const after: Charge = { ...charge, disputed: status === 'needs_response' || status === 'lost' }
    await storeObject(ctx, 'charge', after)
    const moved: Dispute = { ...dispute, status }
    await storeObject(ctx, 'dispute', moved)
    await emitEvent(
      ctx,
      status === 'needs_response' ? 'charge.dispute.updated' : 'charge.dispute.closed',
      moved,
    )
    return true
  })
