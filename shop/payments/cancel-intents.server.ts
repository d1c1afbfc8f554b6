import type { PaymentsContext } from './context.server.ts'
import { ProviderError } from './provider.server.ts'
import { settleIntent } from './settle.server.ts'
import { paymentsFor } from './store.server.ts'

/** Cancels what could still be paid. Cheaper than a refund, so it is tried even though a refund would follow. */
export async function cancelOpenIntents(ctx: PaymentsContext, reference: string) {
  for (const open of await paymentsFor(ctx.database.db, reference, 'open')) {
    try {
      await cancelAndSettle(ctx, open.transaction_id)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      ctx.log.warn({ transaction: open.transaction_id }, 'a transaction could not be ended')
    }
  }
}

export async function cancelAndSettle(ctx: PaymentsContext, transactionId: string) {
  const intent = await ctx.provider.cancelIntent(transactionId)
  if (intent) await settleIntent(ctx, intent)
}
