import type { Tx } from '~/platform/db/database.server.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import type { DisputeUpdate } from '~/shop/payments/payable.ts'
import { ordersOfPurchase } from '../purchases.server.ts'
import { creditLostDispute } from '../receipts/issue.server.ts'
import { disputeMail, takenBackMail } from '../refunds/dispute-mails.ts'

/** Shows on the orders how the dispute of their payment stands, tells the owner, and credits what the bank has taken. */
export async function applyDisputes(
  tx: Tx,
  purchaseId: string,
  { transactionId, state, disputes }: DisputeUpdate,
  shopEmail: string,
) {
  await tx
    .updateTable('orders')
    .set({ dispute_state: state })
    .where('purchase_id', '=', purchaseId)
    .where('transaction_id', '=', transactionId)
    .execute()
  const orders = await ordersOfPurchase(tx, purchaseId)
  // A payment that came too late, or twice, has not paid the purchase: nobody has a receipt for it.
  const paid = orders.filter(({ transaction_id }) => transaction_id === transactionId)
  for (const dispute of disputes) {
    await queueMail(tx, disputeMail(shopEmail, paid.length > 0 ? paid : orders, dispute))
    if (dispute.state !== 'lost' || paid.length === 0) continue
    const note = await creditLostDispute(tx, purchaseId, dispute)
    await queueMail(tx, takenBackMail(paid, dispute, note))
  }
}
