import type { PaymentsContext } from './context.server.ts'
import { ProviderTrouble } from './provider.server.ts'
import { settleIntent } from './settle.server.ts'
import { paymentsFor } from './store.server.ts'

/** Ends what could still be paid. Ending it is cheaper than a refund, so it is tried even though a refund would follow. */
export async function cancelOpenIntents(parts: PaymentsContext, reference: string) {
  for (const open of await paymentsFor(parts.database.db, reference, 'open')) {
    try {
      await endAndSettle(parts, open.transaction_id)
    } catch (error) {
      if (!(error instanceof ProviderTrouble)) throw error
      parts.log.warn({ transaction: open.transaction_id }, 'a transaction could not be ended')
    }
  }
}

export async function endAndSettle(parts: PaymentsContext, transactionId: string) {
  const intent = await parts.provider.end(transactionId)
  if (intent) await settleIntent(parts, intent)
}
