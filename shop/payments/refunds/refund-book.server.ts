import { sql } from 'kysely'
import type { RefundRow } from '~/database/tables.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { newId } from '~/platform/id.ts'

/** Its cents are spoken for: they have gone back, are on their way, or will be asked for again. */
export const claims = ({ state }: Pick<RefundRow, 'state'>) => state !== 'failed'

/** Nothing of it has reached the provider, as far as we know. */
export const isUnsent = ({ provider_refund_id: id, state }: RefundRow) =>
  id === null && (state === 'requested' || state === 'refused')

/** Somebody has to look at it. */
export const isFailed = ({ state, closed_at }: RefundRow) =>
  (state === 'refused' || state === 'failed') && closed_at === null

/** As a literal: SQLite takes an index of some rows only when it can see that no others are wanted. */
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
  Partial<Pick<RefundRow, 'state' | 'made_by' | 'provider_refund_id' | 'provider_reason' | 'due_at'>>

/** Written in the transaction that decides on it, before the provider is asked: it cannot be forgotten half-way. */
export async function bookRefund(tx: Tx, refund: NewRefund, now: string): Promise<RefundRow> {
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

export const changeRefund = (db: Db | Tx, id: string, change: Partial<RefundRow>) =>
  db.updateTable('refunds').set(change).where('id', '=', id).execute()
