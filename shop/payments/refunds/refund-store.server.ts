import { sql } from 'kysely'
import type { RefundRow } from '~/database/tables.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { newId } from '~/platform/id.ts'

/** Its amount cannot be refunded again: it was returned, is on its way, or will be requested again. */
export const reservesAmount = ({ state }: Pick<RefundRow, 'state'>) => state !== 'failed'

/** As far as we know, the provider has not accepted it. */
export const isUnsent = ({ provider_refund_id: id, state }: RefundRow) =>
  id === null && (state === 'requested' || state === 'refused')

/** An admin has to look at it. */
export const isFailed = ({ state, closed_at }: RefundRow) =>
  (state === 'refused' || state === 'failed') && closed_at === null

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
  where: isFailedInSql,
} as const

export async function countFailedRefunds(db: Db) {
  const { count } = await db
    .selectFrom('refunds')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where(isFailedInSql)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const sumOf = (rows: RefundRow[]) => rows.reduce((total, row) => total + row.amount_cents, 0)

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
    ...refund,
  }
  await tx.insertInto('refunds').values(row).execute()
  return row
}

export const updateRefund = (db: Db | Tx, id: string, change: Partial<RefundRow>) =>
  db.updateTable('refunds').set(change).where('id', '=', id).execute()
