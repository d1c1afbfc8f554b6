import { sql } from 'kysely'
import type { PaymentRow } from '~/database/tables.ts'
import type { Parts } from './parts.server.ts'
import { time } from './parts.server.ts'
import { ProviderDown } from './provider.server.ts'
import { giveBack } from './refund.server.ts'
import { endAndSettle } from './release.server.ts'
import { settle, settleIntent, waits } from './settle.server.ts'
import { paymentOf } from './store.server.ts'

const minutes = (count: number) => count * 60_000
/** A browser or a webhook may still be on its way. */
const settlesByItselfMs = minutes(2)
/** What nobody has paid for so long is looked at less often. */
const freshMs = minutes(60)
const seldomMs = minutes(30)
/** A float that pays nothing for so long is ended, or given back. */
const floatLivesMs = minutes(15)
const atOnce = 100
const mostFailures = 3

/** Finds what neither the browser nor a webhook told: every step may be repeated, and by several servers at once. */
export async function sweep(parts: Parts, listSince: Date) {
  await each(parts, await unheardOf(parts), (payment) => lookAfter(parts, payment))
  const listed = await adoptUnknown(parts, listSince)
  await each(parts, await toGiveBack(parts), (payment) => giveBack(parts, payment))
  return { listed }
}

/** One that fails does not keep the others waiting; a provider that is down is not asked a hundred times. */
async function each<T>({ log }: Parts, items: T[], act: (item: T) => Promise<unknown>) {
  let failures = 0
  for (const item of items) {
    if (failures >= mostFailures) return
    try {
      await act(item)
    } catch (error) {
      failures += 1
      if (!(error instanceof ProviderDown)) log.error({ err: error }, 'a payment could not be looked after')
    }
  }
}

const ago = ({ now }: Parts, ms: number) => new Date(now().getTime() - ms).toISOString()

/** As a literal: SQLite takes an index of some rows only when it can see that no others are wanted. */
const isToDo = sql<boolean>`state in ('open', 'refund_due')`

const unheardOf = (parts: Parts) =>
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

const toGiveBack = ({ database }: Parts) =>
  database.db
    .selectFrom('payments')
    .selectAll()
    .where(isToDo)
    .where('state', '=', 'refund_due')
    .orderBy('checked_at')
    .limit(atOnce)
    .execute()

async function lookAfter(parts: Parts, payment: PaymentRow) {
  const intent = await parts.provider.ask(payment.transaction_id)
  if (!intent) return
  const { kind } = await settleIntent(parts, intent)
  if (kind !== 'pending') return
  if (payment.reference) return endUnlessOwed(parts, payment.transaction_id, payment.reference)
  const isOld = payment.created_at < ago(parts, floatLivesMs)
  if (intent.status === 'succeeded') return placeFloat(parts, payment, isOld)
  if (isOld) await endAndSettle(parts, payment.transaction_id)
}

async function endUnlessOwed(parts: Parts, transactionId: string, reference: string) {
  const due = await parts.database.change([], (tx) => parts.payable.lock(tx, reference))
  if (due?.state !== 'unpaid') await endAndSettle(parts, transactionId)
}

/** Paid for an amount alone: it pays the only thing that costs so much, or goes back. */
async function placeFloat(parts: Parts, payment: PaymentRow, isOld: boolean) {
  const { owner_id: ownerId, amount_cents, transaction_id } = payment
  const { database, payable } = parts
  const fitting = await database.change([], (tx) => payable.unpaid(tx, ownerId, amount_cents))
  if (fitting.length === 1) {
    await settle(parts, transaction_id, { reference: fitting[0]!, ownerId })
    return
  }
  // Seen as paid in an earlier round: whoever paid has had time to say for what.
  if (!isOld || payment.reason !== waits) return
  await database.db
    .updateTable('payments')
    .set({ state: 'refund_due', reason: 'fits nothing', checked_at: time(parts) })
    .where('transaction_id', '=', transaction_id)
    .where('state', '=', 'open')
    .where('reference', 'is', null)
    .execute()
}

/** Paid transactions of ours that are not in our books, as after going back to an older copy of the database. */
async function adoptUnknown(parts: Parts, since: Date) {
  try {
    for await (const intent of parts.provider.since(since)) {
      if (intent.metadata.shop !== parts.shop || intent.status !== 'succeeded') continue
      if (!(await paymentOf(parts.database.db, intent.id))) await settle(parts, intent.id)
    }
    return true
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    return false
  }
}
