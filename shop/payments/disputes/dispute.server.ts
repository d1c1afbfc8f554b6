import type { PaymentsContext } from '../context.server.ts'
import { nowIso } from '../context.server.ts'
import { settleBooks } from '../reconcile.server.ts'
import { findPayment, lockPayment } from '../store.server.ts'
import { showDisputes, storeDispute } from './dispute-store.server.ts'

/** Reads the disputes of a transaction from the provider and stores them. Idempotent, in any order and concurrently. */
export async function reconcileDisputes(ctx: PaymentsContext, transactionId: string) {
  const { database, provider } = ctx
  if (!(await findPayment(database.db, transactionId))) return
  const listed = await provider.listDisputes(transactionId)
  await database.change([], async (tx) => {
    const known = await findPayment(tx, transactionId)
    // Always locked in this order, what is owed before its payment.
    if (known?.reference) await ctx.payable.lock(tx, known.reference)
    const payment = await lockPayment(tx, database.locking, transactionId)
    if (!payment) return
    let isNew = false
    for (const dispute of listed)
      if (await storeDispute(tx, transactionId, dispute, nowIso(ctx))) isNew = true
    if (!isNew) return
    // What the bank has taken back is not refunded as well.
    await settleBooks(ctx, tx, payment)
    await showDisputes(ctx, tx, payment)
  })
}
