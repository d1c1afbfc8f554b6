import type { PaymentRow } from '~/database/tables.ts'
import type { Tx } from '~/platform/db/database.server.ts'
import type { PaymentsContext } from '../context.server.ts'
import { currentDispute, disputesOf } from './dispute-store.server.ts'

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
