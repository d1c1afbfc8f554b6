import { sql } from 'kysely'
import type { PaymentRow, RefundRow } from '~/database/tables.ts'
import { hours, minutes } from '~/platform/time.ts'
import { endAndSettle } from './cancel-intents.server.ts'
import type { PaymentsContext } from './context.server.ts'
import { time } from './context.server.ts'
import { ProviderDown, ProviderTrouble } from './provider.server.ts'
import { reconcile } from './reconcile.server.ts'
import { refundUnassigned } from './refunds/refund.server.ts'
import { bookRefund, changeRefund, isUnsent, refundRow, refundsOf } from './refunds/refund-book.server.ts'
import { nextLookAt } from './refunds/refund-times.ts'
import { settle, settleIntent, waits } from './settle.server.ts'
import { paymentOf } from './store.server.ts'

/** A browser or a webhook may still be on its way. */
const settlesByItselfMs = minutes(2)
/** What nobody has paid for so long is looked at less often. */
const freshMs = hours(1)
const seldomMs = minutes(30)
/** A float that pays nothing for so long is ended, or given back. */
const floatLivesMs = minutes(15)
const atOnce = 100
const mostFailures = 3

/** Finds what neither the browser nor a webhook told: every step may be repeated, and by several servers at once. */
export async function sweep(parts: PaymentsContext, listSince: Date) {
  await each(
    parts,
    await unheardOf(parts),
    (payment) => lookAfter(parts, payment),
    ({ transaction_id: id }) => lastInLine(parts, id),
  )
  const listed = await adoptUnknown(parts, listSince)
  await each(
    parts,
    await refundsDue(parts),
    (refund) => lookAfterRefund(parts, refund),
    ({ id }) => changeRefund(parts.database.db, id, { due_at: time(parts) }),
  )
  return { listed }
}

/**
 * One that fails does not keep the others waiting, in this round or the next: it goes to the end of the line. Only a
 * provider that cannot be reached ends a round, which is then not asked a hundred times.
 */
async function each<T>(
  { log }: PaymentsContext,
  items: T[],
  act: (item: T) => Promise<unknown>,
  moveBack: (item: T) => Promise<unknown>,
) {
  let unreachable = 0
  for (const item of items) {
    if (unreachable >= mostFailures) return
    try {
      await act(item)
    } catch (error) {
      if (error instanceof ProviderDown) unreachable += 1
      else if (!(error instanceof ProviderTrouble))
        log.error({ err: error }, 'a payment could not be looked after')
      await moveBack(item)
    }
  }
}

const ago = ({ now }: PaymentsContext, ms: number) => new Date(now().getTime() - ms).toISOString()

/** Behind all others that are due, and still due. */
const lastInLine = (parts: PaymentsContext, transactionId: string) =>
  parts.database.db
    .updateTable('payments')
    .set({ checked_at: ago(parts, settlesByItselfMs + 1) })
    .where('transaction_id', '=', transactionId)
    .where('state', '=', 'open')
    .execute()

/** As a literal: SQLite takes an index of some rows only when it can see that no others are wanted. */
const isToDo = sql<boolean>`state in ('open', 'refund_due')`

const unheardOf = (parts: PaymentsContext) =>
  parts.database.db
    .selectFrom('payments')
    .selectAll()
    .where(isToDo)
    .where('state', '=', 'open')
    .where('checked_at', '<', ago(parts, settlesByItselfMs))
    .where((e) =>
      e.or([
        e('created_at', '>', ago(parts, freshMs)),
        e('checked_at', '<', ago(parts, seldomMs)),
        e('reference', 'is', null),
      ]),
    )
    .orderBy('checked_at')
    .limit(atOnce)
    .execute()

const refundsDue = (parts: PaymentsContext) =>
  parts.database.db
    .selectFrom('refunds')
    .selectAll()
    .where('due_at', '<=', time(parts))
    .orderBy('due_at')
    .limit(atOnce)
    .execute()

/** One that was not taken yet is asked for, one that was taken is asked after. */
async function lookAfterRefund(parts: PaymentsContext, refund: RefundRow) {
  if (isUnsent(refund)) return refundUnassigned(parts, refund)
  await reconcile(parts, refund.transaction_id)
  const seen = await refundRow(parts.database.db, refund.id)
  if (!seen || seen.due_at !== refund.due_at) return
  const due_at = nextLookAt(seen.state, { since: seen.changed_at, now: time(parts) })
  await changeRefund(parts.database.db, refund.id, { due_at })
}

async function lookAfter(parts: PaymentsContext, payment: PaymentRow) {
  const intent = await parts.provider.ask(payment.transaction_id)
  // The provider has forgotten it: others come first.
  if (!intent) return lastInLine(parts, payment.transaction_id)
  const { kind } = await settleIntent(parts, intent)
  if (kind !== 'pending') return
  if (payment.reference) return endUnlessOwed(parts, payment.transaction_id, payment.reference)
  const isOld = payment.created_at < ago(parts, floatLivesMs)
  if (intent.status === 'succeeded') return placeFloat(parts, payment, isOld)
  if (isOld) await endAndSettle(parts, payment.transaction_id)
}

async function endUnlessOwed(parts: PaymentsContext, transactionId: string, reference: string) {
  const due = await parts.database.change([], (tx) => parts.payable.lock(tx, reference))
  if (due?.state !== 'unpaid') await endAndSettle(parts, transactionId)
}

/** Paid for an amount alone: it pays the only thing that costs so much, or goes back. */
async function placeFloat(parts: PaymentsContext, payment: PaymentRow, isOld: boolean) {
  const { owner_id: ownerId, amount_cents, transaction_id } = payment
  const { database, payable } = parts
  const fitting = await database.change([], (tx) => payable.unpaid(tx, ownerId, amount_cents))
  if (fitting.length === 1) {
    await settle(parts, transaction_id, { reference: fitting[0]!, ownerId })
    return
  }
  // Seen as paid in an earlier round: whoever paid has had time to say for what.
  if (!isOld || payment.reason !== waits) return
  const reason = 'fits nothing'
  await database.change([], async (tx) => {
    const decided = await tx
      .updateTable('payments')
      .set({ state: 'refund_due', reason, checked_at: time(parts) })
      .where('transaction_id', '=', transaction_id)
      .where('state', '=', 'open')
      .where('reference', 'is', null)
      .returning('transaction_id')
      .executeTakeFirst()
    if (decided) await bookRefund(tx, { transaction_id, reference: null, amount_cents, reason }, time(parts))
  })
}

/**
 * Paid transactions of ours that are not in our books, as after going back to an older copy of the database; and refunds
 * that no notice told us of.
 */
async function adoptUnknown(parts: PaymentsContext, since: Date) {
  const { db } = parts.database
  try {
    for await (const intent of parts.provider.since(since)) {
      if (intent.metadata.shop !== parts.shop || intent.status !== 'succeeded') continue
      if (!(await paymentOf(db, intent.id))) await settle(parts, intent.id)
    }
    for await (const refund of parts.provider.refundsSince(since)) {
      if (!refund.transactionId) continue
      const rows = await refundsOf(db, refund.transactionId)
      const isBooked = rows.some((row) => row.provider_refund_id === refund.id && row.state === refund.state)
      if (!isBooked) await reconcile(parts, refund.transactionId)
    }
    return true
  } catch (error) {
    if (!(error instanceof ProviderTrouble)) throw error
    return false
  }
}
