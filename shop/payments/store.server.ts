import type { PaymentRow } from '~/database/tables.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import type { Intent } from './provider.server.ts'

export const paymentOf = (db: Db | Tx, transactionId: string) =>
  db.selectFrom('payments').selectAll().where('transaction_id', '=', transactionId).executeTakeFirst()

export const lockedPayment = (tx: Tx, locking: Database['locking'], transactionId: string) =>
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

/** The newest transaction that this person began for the amount alone. */
export const openUnassigned = (db: Db, ownerId: string, amountCents: number) =>
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
export const rowFor = (intent: Intent, ownerId: string, reference: string | null): NewPayment => ({
  transaction_id: intent.id,
  reference,
  owner_id: ownerId,
  amount_cents: intent.amount,
  currency: intent.currency,
})

type Verdict = Pick<PaymentRow, 'state' | 'reason'>

const row = (payment: NewPayment, verdict: Verdict, now: string): PaymentRow => ({
  ...payment,
  ...verdict,
  created_at: now,
  checked_at: now,
})

/** False when the transaction is known already, or when another one is open for the same reference. */
export async function addOpen(tx: Db | Tx, payment: NewPayment, now: string) {
  const added = await tx
    .insertInto('payments')
    .values(row(payment, { state: 'open', reason: null }, now))
    .onConflict((c) => c.doNothing())
    .returning('transaction_id')
    .executeTakeFirst()
  return added !== undefined
}

/** What was decided about a transaction, known before or not. What was decided once stays: then the answer is false. */
export async function decideOn(tx: Tx, payment: NewPayment, verdict: Verdict, now: string) {
  const { reference } = payment
  const decided = await tx
    .insertInto('payments')
    .values(row(payment, verdict, now))
    .onConflict((c) =>
      c
        .column('transaction_id')
        .doUpdateSet({ ...verdict, reference, checked_at: now })
        .where('payments.state', '=', 'open'),
    )
    .returning('transaction_id')
    .executeTakeFirst()
  return decided !== undefined
}

export const noteChecked = (tx: Tx, transactionId: string, now: string) =>
  tx.updateTable('payments').set({ checked_at: now }).where('transaction_id', '=', transactionId).execute()

/** Part of the key under which a transaction is begun. */
export async function attemptFor(db: Db | Tx, reference: string) {
  const known = await db
    .selectFrom('payment_attempts')
    .select('attempt')
    .where('reference', '=', reference)
    .executeTakeFirst()
  return known?.attempt ?? 0
}

/** The former key is of no use any more: it gives a dead transaction, or an error that the provider repeats. */
export async function nextAttempt(db: Db | Tx, reference: string, former: number) {
  await db
    .insertInto('payment_attempts')
    .values({ reference, attempt: former + 1 })
    .onConflict((c) =>
      c
        .column('reference')
        .doUpdateSet({ attempt: former + 1 })
        .where('payment_attempts.attempt', '=', former),
    )
    .execute()
}

export const exportPayments = (db: Db, ownerId: string) =>
  db.selectFrom('payments').selectAll().where('owner_id', '=', ownerId).orderBy('created_at').execute()
