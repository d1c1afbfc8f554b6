import { sql } from 'kysely'
import type { PaymentRow, RefundRow } from '~/database/tables.ts'
import { among } from '~/platform/db/conditions.server.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import { newId } from '~/platform/id.ts'
import { days, hours, minutes } from '~/platform/time.ts'
import { lostCents } from '../disputes/dispute-store.server.ts'

/** Its amount cannot be refunded again: it was returned, is on its way, will be requested again, or was settled otherwise. */
export const reservesAmount = ({ state, closed_as }: Pick<RefundRow, 'state' | 'closed_as'>) =>
  state !== 'failed' || closed_as === 'settled'

/** As far as we know, the provider has not accepted it. */
export const isUnsent = ({ provider_refund_id: id, state }: RefundRow) =>
  id === null && (state === 'requested' || state === 'refused')

/** An admin has to look at it. */
export const isFailed = ({ state, closed_at }: RefundRow) =>
  (state === 'refused' || state === 'failed') && closed_at === null

/** What still has to go back of one that has failed. */
export const owedCents = ({ amount_cents, covered_cents }: RefundRow) => amount_cents - covered_cents

/** The one that says most about where the money is. */
export const currentRefund = (rows: RefundRow[]) =>
  rows.findLast(isFailed) ??
  rows.findLast(({ state }) => state === 'requested') ??
  rows.findLast(({ state }) => state === 'pending') ??
  rows.at(-1)

/** A literal, because SQLite only uses a partial index when the query repeats its condition. */
const isFailedInSql = sql<boolean>`state in ('refused', 'failed') and closed_at is null`

/** Longest first. */
export const failedRefundsByAge = {
  table: 'refunds',
  keys: ['changed_at', 'id'],
  direction: 'asc',
  where: [isFailedInSql],
} as const

export async function countFailedRefunds(db: Db) {
  const { count } = await db
    .selectFrom('refunds')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where(isFailedInSql)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const sumOfRefunds = (rows: RefundRow[]) => rows.reduce((total, row) => total + row.amount_cents, 0)

export const refundsOf = (db: Db | Tx, transactionId: string) =>
  db
    .selectFrom('refunds')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const refundRow = (db: Db | Tx, id: string) =>
  db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()

type NewRefund = Pick<RefundRow, 'transaction_id' | 'reference' | 'amount_cents' | 'reason'> &
  Partial<Pick<RefundRow, 'id' | 'state' | 'made_by' | 'provider_refund_id' | 'provider_reason' | 'due_at'>>

/** Inserted in the transaction that decides on it, before the provider is asked: a crash cannot lose it. */
export async function insertRefund(tx: Tx, refund: NewRefund, now: string): Promise<RefundRow> {
  const row: RefundRow = {
    id: newId(),
    state: 'requested',
    made_by: 'shop',
    provider_refund_id: null,
    provider_reason: null,
    attempt: 0,
    created_at: now,
    changed_at: now,
    due_at: now,
    closed_at: null,
    closed_as: null,
    covered_cents: 0,
    ...refund,
  }
  await tx.insertInto('refunds').values(row).execute()
  return row
}

export const updateRefund = (db: Db | Tx, id: string, change: Partial<RefundRow>) =>
  db.updateTable('refunds').set(change).where('id', '=', id).execute()

/**
 * Another refund is for pieces of this one, which has failed: so much less has to go back. When it is for all of them,
 * this one needs nobody any more.
 */
export const coverRefund = (
  tx: Tx,
  failed: RefundRow,
  { cents, isAll, now }: { cents: number; isAll: boolean; now: string },
) =>
  updateRefund(tx, failed.id, {
    covered_cents: Math.min(failed.amount_cents, failed.covered_cents + cents),
    ...(isAll && replacedAt(now)),
  })

export const replacedAt = (now: string) => ({ closed_at: now, closed_as: 'replaced', due_at: null }) as const

/** What can still be refunded of a payment: neither returned nor on its way, nor taken back by the bank. */
export async function leftCentsOf(
  db: Db | Tx,
  { transaction_id, amount_cents }: Pick<PaymentRow, 'transaction_id' | 'amount_cents'>,
) {
  const reserved = sumOfRefunds((await refundsOf(db, transaction_id)).filter(reservesAmount))
  return amount_cents - reserved - (await lostCents(db, transaction_id))
}

/** Those of which something can still be refunded. */
export const appliedPayments = ({ db, engine }: Pick<Database, 'db' | 'engine'>, transactionIds: string[]) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('state', '=', 'applied')
    .where(among(engine, 'transaction_id', transactionIds))
    .execute()

const pendingCheckMs = minutes(30)
/** A refund that has succeeded can bounce from a closed account: it is checked for this long, less and less often. */
const firstCheckMs = days(1)
const lastCheckMs = days(30)

const later = (from: string, ms: number) => new Date(Date.parse(from) + ms).toISOString()

/** When the provider is next asked for the state of a refund that it has accepted; null for never again. */
export function nextCheckAt(state: RefundRow['state'], { since, now }: { since: string; now: string }) {
  if (state === 'pending') return later(now, pendingCheckMs)
  if (state !== 'succeeded') return null
  const ageMs = Date.parse(now) - Date.parse(since)
  return ageMs > lastCheckMs ? null : later(now, Math.max(firstCheckMs, ageMs))
}

/** A refused refund is sent again after an hour, then less and less often, at least once a day. */
export const nextRetryAt = (attempt: number, now: string) =>
  later(now, Math.min(hours(2 ** Math.min(attempt, 10)), days(1)))
