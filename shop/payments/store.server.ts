import type { PaymentRow } from '~/database/tables.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import type { Intent } from './provider.server.ts'

export const findPayment = (db: Db | Tx, transactionId: string) =>
  db.selectFrom('payments').selectAll().where('transaction_id', '=', transactionId).executeTakeFirst()

export const lockPayment = (tx: Tx, locking: Database['locking'], transactionId: string) =>
  locking(
    tx.selectFrom('payments').selectAll().where('transaction_id', '=', transactionId),
  ).executeTakeFirst()

export const paymentsFor = (db: Db | Tx, reference: string, state: PaymentRow['state']) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('reference', '=', reference)
    .where('state', '=', state)
    .execute()

/** The newest payment that this person started for the amount alone. */
export const openUnassignedPayment = (db: Db, ownerId: string, amountCents: number) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('amount_cents', '=', amountCents)
    .where('reference', 'is', null)
    .where('state', '=', 'open')
    .orderBy('created_at', 'desc')
    .executeTakeFirst()

type NewPayment = Pick<PaymentRow, 'transaction_id' | 'reference' | 'owner_id' | 'amount_cents' | 'currency'>
export const toNewPayment = (intent: Intent, ownerId: string, reference: string | null): NewPayment => ({
  transaction_id: intent.id,
  reference,
  owner_id: ownerId,
  amount_cents: intent.amount,
  currency: intent.currency,
})

type Decision = Pick<PaymentRow, 'state' | 'reason'>

const row = (payment: NewPayment, decision: Decision, now: string): PaymentRow => ({
  ...payment,
  ...decision,
  created_at: now,
  checked_at: now,
  fee_cents: null,
  fee_currency: null,
  fee_due_at: now,
})

/** False when the transaction is known already, or when another one is open for the same reference. */
export async function insertOpen(tx: Db | Tx, payment: NewPayment, now: string) {
  const added = await tx
    .insertInto('payments')
    .values(row(payment, { state: 'open', reason: null }, now))
    .onConflict((c) => c.doNothing())
    .returning('transaction_id')
    .executeTakeFirst()
  return added !== undefined
}

/** Stores the decision on a transaction, known before or not. False when it was decided before, which is final. */
export async function recordDecision(tx: Tx, payment: NewPayment, decision: Decision, now: string) {
  const { reference } = payment
  const decided = await tx
    .insertInto('payments')
    .values(row(payment, decision, now))
    .onConflict((c) =>
      c
        .column('transaction_id')
        .doUpdateSet({ ...decision, reference, checked_at: now })
        .where('payments.state', '=', 'open'),
    )
    .returning('transaction_id')
    .executeTakeFirst()
  return decided !== undefined
}

export const setCheckedAt = (tx: Tx, transactionId: string, now: string) =>
  tx.updateTable('payments').set({ checked_at: now }).where('transaction_id', '=', transactionId).execute()

/** Part of the idempotency key of an intent. */
export async function currentAttempt(db: Db | Tx, reference: string) {
  const known = await db
    .selectFrom('payment_attempts')
    .select('attempt')
    .where('reference', '=', reference)
    .executeTakeFirst()
  return known?.attempt ?? 0
}

/** For when the last key is used up: it gives a cancelled intent, or an error that the provider repeats. */
export async function bumpAttempt(db: Db | Tx, reference: string, last: number) {
  await db
    .insertInto('payment_attempts')
    .values({ reference, attempt: last + 1 })
    .onConflict((c) =>
      c
        .column('reference')
        .doUpdateSet({ attempt: last + 1 })
        .where('payment_attempts.attempt', '=', last),
    )
    .execute()
}

/** Without what the provider keeps, which is between it and the shop. */
export async function exportPayments(db: Db, ownerId: string) {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('created_at')
    .execute()
  return rows.map(({ fee_cents, fee_currency, fee_due_at, ...payment }) => payment)
}
