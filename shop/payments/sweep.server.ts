import { sql } from 'kysely'
import type { PaymentRow, RefundRow } from '~/database/tables.ts'
import { hours, minutes } from '~/platform/time.ts'
import { cancelAndSettle } from './cancel-intents.server.ts'
import type { PaymentsContext } from './context.server.ts'
import { nowIso } from './context.server.ts'
import { reconcileDisputes } from './disputes/dispute.server.ts'
import { disputesOf, setDisputeChecked, undecidedDisputes } from './disputes/dispute-store.server.ts'
import { checkFee, feesDue, postponeFee } from './fees.server.ts'
import { ProviderDown, ProviderError } from './provider.server.ts'
import { reconcile } from './reconcile.server.ts'
import { sendRefund } from './refunds/refund.server.ts'
import {
  insertRefund,
  isUnsent,
  nextCheckAt,
  refundRow,
  refundsOf,
  updateRefund,
} from './refunds/refund-store.server.ts'
import { settle, settleIntent, waitingReason } from './settle.server.ts'
import { findPayment } from './store.server.ts'

/** Until then, the browser or a webhook may still report the payment. */
const graceMs = minutes(2)
/** An intent that is older and still unpaid is checked less often. */
const freshMs = hours(1)
const rareCheckMs = minutes(30)
/** An unassigned payment is cancelled or refunded after this time. */
const unassignedLifetimeMs = minutes(15)
/** A dispute is decided after weeks. */
const disputeCheckMs = hours(6)
const batchSize = 100
const maxFailures = 3

/** Finds what neither the browser nor a webhook reported. Every step is idempotent, also across several servers. */
export async function sweep(ctx: PaymentsContext, listSince: Date) {
  await processEach(
    ctx,
    await paymentsToCheck(ctx),
    (payment) => checkPayment(ctx, payment),
    ({ transaction_id: id }) => moveToEnd(ctx, id),
  )
  const listed = await importUnknown(ctx, listSince)
  await processEach(
    ctx,
    await refundsDue(ctx),
    (refund) => checkRefund(ctx, refund),
    ({ id }) => updateRefund(ctx.database.db, id, { due_at: nowIso(ctx) }),
  )
  await processEach(
    ctx,
    await feesDue(ctx, batchSize),
    (payment) => checkFee(ctx, payment),
    (payment) => postponeFee(ctx, payment),
  )
  await processEach(
    ctx,
    await undecidedDisputes(ctx.database.db, {
      checkedBefore: ago(ctx, disputeCheckMs),
      limit: batchSize,
    }),
    async ({ id, transaction_id }) => {
      await reconcileDisputes(ctx, transaction_id)
      await setDisputeChecked(ctx.database.db, id, nowIso(ctx))
    },
    ({ id }) => setDisputeChecked(ctx.database.db, id, nowIso(ctx)),
  )
  return { listed }
}

/**
 * An item that fails does not hold up the others: it is moved to the end. Only when the provider cannot be reached does
 * the round stop early, instead of asking it a hundred times.
 */
async function processEach<T>(
  { log }: PaymentsContext,
  items: T[],
  process: (item: T) => Promise<unknown>,
  postpone: (item: T) => Promise<unknown>,
) {
  let unreachable = 0
  for (const item of items) {
    if (unreachable >= maxFailures) return
    try {
      await process(item)
    } catch (error) {
      if (error instanceof ProviderDown) unreachable += 1
      else if (!(error instanceof ProviderError))
        log.error({ err: error }, 'a payment could not be looked after')
      await postpone(item)
    }
  }
}

const ago = ({ now }: PaymentsContext, ms: number) => new Date(now().getTime() - ms).toISOString()

/** Still due, but behind all others that are. */
const moveToEnd = (ctx: PaymentsContext, transactionId: string) =>
  ctx.database.db
    .updateTable('payments')
    .set({ checked_at: ago(ctx, graceMs + 1) })
    .where('transaction_id', '=', transactionId)
    .where('state', '=', 'open')
    .execute()

/** A literal, because SQLite only uses a partial index when the query repeats its condition. */
const isUndecided = sql<boolean>`state in ('open', 'refund_due')`

const paymentsToCheck = (ctx: PaymentsContext) =>
  ctx.database.db
    .selectFrom('payments')
    .selectAll()
    .where(isUndecided)
    .where('state', '=', 'open')
    .where('checked_at', '<', ago(ctx, graceMs))
    .where((e) =>
      e.or([
        e('created_at', '>', ago(ctx, freshMs)),
        e('checked_at', '<', ago(ctx, rareCheckMs)),
        e('reference', 'is', null),
      ]),
    )
    .orderBy('checked_at')
    .limit(batchSize)
    .execute()

const refundsDue = (ctx: PaymentsContext) =>
  ctx.database.db
    .selectFrom('refunds')
    .selectAll()
    .where('due_at', '<=', nowIso(ctx))
    .orderBy('due_at')
    .limit(batchSize)
    .execute()

/** Sends a refund that the provider has not accepted yet, and reads the state of one that it has. */
async function checkRefund(ctx: PaymentsContext, refund: RefundRow) {
  if (isUnsent(refund)) return sendRefund(ctx, refund)
  await reconcile(ctx, refund.transaction_id)
  const current = await refundRow(ctx.database.db, refund.id)
  if (!current || current.due_at !== refund.due_at) return
  const due_at = nextCheckAt(current.state, { since: current.changed_at, now: nowIso(ctx) })
  await updateRefund(ctx.database.db, refund.id, { due_at })
}

async function checkPayment(ctx: PaymentsContext, payment: PaymentRow) {
  const intent = await ctx.provider.retrieveIntent(payment.transaction_id)
  // The provider no longer knows it: others come first.
  if (!intent) return moveToEnd(ctx, payment.transaction_id)
  const { kind } = await settleIntent(ctx, intent)
  if (kind !== 'pending') return
  if (payment.reference) return cancelUnlessDue(ctx, payment.transaction_id, payment.reference)
  const isOld = payment.created_at < ago(ctx, unassignedLifetimeMs)
  if (intent.status === 'succeeded') return assignOrRefund(ctx, payment, isOld)
  if (isOld) await cancelAndSettle(ctx, payment.transaction_id)
}

async function cancelUnlessDue(ctx: PaymentsContext, transactionId: string, reference: string) {
  const due = await ctx.database.change([], (tx) => ctx.payable.lock(tx, reference))
  if (due?.state !== 'unpaid') await cancelAndSettle(ctx, transactionId)
}

/** Assigns an unassigned payment to the only unpaid reference of this amount, or refunds it. */
async function assignOrRefund(ctx: PaymentsContext, payment: PaymentRow, isOld: boolean) {
  const { owner_id: ownerId, amount_cents, transaction_id } = payment
  const { database, payable } = ctx
  const found = await database.change([], (tx) => payable.findUnpaid(tx, ownerId, amount_cents))
  const matches = found.filter((due) => due.amountCents === amount_cents)
  if (matches.length === 1) {
    await settle(ctx, transaction_id, { reference: matches[0]!.reference, ownerId })
    return
  }
  // It was seen as paid in an earlier round: the customer has had time to say for what.
  if (!isOld || payment.reason !== waitingReason) return
  const reason = 'fits nothing'
  await database.change([], async (tx) => {
    const decided = await tx
      .updateTable('payments')
      .set({ state: 'refund_due', reason, checked_at: nowIso(ctx) })
      .where('transaction_id', '=', transaction_id)
      .where('state', '=', 'open')
      .where('reference', 'is', null)
      .returning('transaction_id')
      .executeTakeFirst()
    if (decided)
      await insertRefund(tx, { transaction_id, reference: null, amount_cents, reason }, nowIso(ctx))
  })
}

/**
 * Imports paid intents of this shop that are missing from the database, as after restoring an older backup, and refunds
 * and disputes that no webhook reported.
 */
async function importUnknown(ctx: PaymentsContext, since: Date) {
  const { db } = ctx.database
  try {
    for await (const intent of ctx.provider.listIntentsSince(since)) {
      if (intent.metadata.shop !== ctx.shop || intent.status !== 'succeeded') continue
      if (!(await findPayment(db, intent.id))) await settle(ctx, intent.id)
    }
    for await (const refund of ctx.provider.listRefundsSince(since)) {
      if (!refund.transactionId) continue
      const rows = await refundsOf(db, refund.transactionId)
      const isBooked = rows.some((row) => row.provider_refund_id === refund.id && row.state === refund.state)
      if (!isBooked) await reconcile(ctx, refund.transactionId)
    }
    for await (const { id, state, transactionId } of ctx.provider.listDisputesSince(since)) {
      if (!transactionId) continue
      const known = (await disputesOf(db, transactionId)).find((row) => row.id === id)
      if (known?.state !== state) await reconcileDisputes(ctx, transactionId)
    }
    return true
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return false
  }
}
