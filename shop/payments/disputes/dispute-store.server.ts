import { sql } from 'kysely'
import type { DisputeRow, PaymentRow } from '~/database/tables.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import type { PaymentsContext } from '../context.server.ts'
import type { ProviderDispute } from '../provider.server.ts'

/** A literal, because SQLite only uses a partial index when the query repeats its condition. */
const isUndecided = sql<boolean>`state in ('inquiry', 'open')`

export const disputesOf = (db: Db | Tx, transactionId: string) =>
  db
    .selectFrom('disputes')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** What the bank has taken back for good. */
export async function lostCents(db: Db | Tx, transactionId: string) {
  const disputes = await disputesOf(db, transactionId)
  return disputes
    .filter(({ state }) => state === 'lost')
    .reduce((total, { amount_cents }) => total + amount_cents, 0)
}

/** What says most: one that is open, then an inquiry, then one that was lost. */
export const currentDispute = (rows: DisputeRow[]) =>
  (['open', 'inquiry', 'lost'] as const)
    .map((state) => rows.find((row) => row.state === state))
    .find((row) => row !== undefined) ?? rows.at(-1)

/** True when something is new. What is decided stays so, and a dispute never becomes an inquiry again. */
export async function storeDispute(tx: Tx, transactionId: string, dispute: ProviderDispute, now: string) {
  const { id, state, amountCents, reason } = dispute
  const change = { state, amount_cents: amountCents, reason, changed_at: now, checked_at: now }
  const stored = await tx
    .insertInto('disputes')
    .values({ id, transaction_id: transactionId, created_at: now, ...change })
    .onConflict((c) =>
      c
        .column('id')
        .doUpdateSet(change)
        .where('disputes.state', 'in', state === 'inquiry' ? ['inquiry'] : ['inquiry', 'open'])
        .where((e) =>
          e.or([e('disputes.state', '<>', state), e('disputes.amount_cents', '<>', amountCents)]),
        ),
    )
    .returning('id')
    .executeTakeFirst()
  return stored !== undefined
}

export const undecidedDisputes = (
  db: Db,
  { checkedBefore, limit }: { checkedBefore: string; limit: number },
) =>
  db
    .selectFrom('disputes')
    .selectAll()
    .where(isUndecided)
    .where('checked_at', '<', checkedBefore)
    .orderBy('checked_at')
    .limit(limit)
    .execute()

export const setDisputeChecked = (db: Db, id: string, now: string) =>
  db.updateTable('disputes').set({ checked_at: now }).where('id', '=', id).execute()

/** Tells what was paid how the disputes of its payment stand. */
export async function showDisputes(
  ctx: PaymentsContext,
  tx: Tx,
  { transaction_id, reference }: Pick<PaymentRow, 'transaction_id' | 'reference'>,
) {
  const disputes = await disputesOf(tx, transaction_id)
  const state = currentDispute(disputes)?.state
  if (state && reference)
    await ctx.payable.onDisputeChanged(tx, reference, { transactionId: transaction_id, state, disputes })
}
