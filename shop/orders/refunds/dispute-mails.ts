import type { DisputeRow, OrderRow } from '~/database/tables.ts'
import { mailBody } from '~/platform/mail/paragraphs.ts'
import { urls } from '~/shop/urls.ts'
import { dollars, mail, pieceLines } from '../mails.ts'
import { shownTransactionId } from '../rules.ts'

/** To the owner, when the bank asks, takes the money and decides. */
export const disputeMail = (
  shopEmail: string,
  orders: OrderRow[],
  { id, state, amount_cents, reason, transaction_id }: DisputeRow,
) => {
  const { subject, text } = words[state]
  return {
    to: shopEmail,
    subject: `${subject}: ${dollars(amount_cents)}`,
    ...mailBody([
      `${orders[0]!.user_name} (${orders[0]!.email}) had paid for:`,
      pieceLines(orders),
      text,
      `Reason given to the bank: ${reason.replaceAll('_', ' ')}. Transaction ${shownTransactionId(transaction_id)}`,
      urls.allOrders(),
    ]),
    event: `dispute:${id}:${state}`,
  }
}

const words: Record<DisputeRow['state'], { subject: string; text: string }> = {
  inquiry: {
    subject: 'The bank asks about a payment',
    text: "The customer's bank asks what this payment was for; it has not taken the money. Answer it in the dashboard of the payment provider before its time is up, or refund the order, which ends the inquiry. Until then nothing of this order is sent.",
  },
  open: {
    subject: 'A payment is disputed',
    text: "The customer's bank asks for the money back. Answer it in the dashboard of the payment provider before its time is up. Until the bank has decided, nothing of this order is sent or refunded.",
  },
  closed: {
    subject: 'An inquiry is closed',
    text: 'The bank has asked no further. What is not refunded of the order goes on.',
  },
  won: {
    subject: 'A dispute is won',
    text: 'The bank has decided for the shop: the payment stands, and the order goes on.',
  },
  lost: {
    subject: 'A dispute is lost',
    text: 'The bank has taken the money back. The order counts as refunded as far as it did, with a credit note, and is not refunded as well.',
  },
}

/** To the owner: the customer has the money twice. */
export const overpaidMail = (
  shopEmail: string,
  orders: OrderRow[],
  { transactionId, overpaidCents }: { transactionId: string; overpaidCents: number },
) => ({
  to: shopEmail,
  subject: `Money to claim back: ${dollars(overpaidCents)}`,
  ...mailBody([
    `${orders[0]!.user_name} (${orders[0]!.email}) has got more back than was paid for:`,
    pieceLines(orders),
    `The shop has refunded the payment, and the bank has taken it back as well: ${dollars(overpaidCents)} too much has gone back. Claim it from the bank through the dashboard of the payment provider, or ask the customer for it.`,
    `Transaction ${shownTransactionId(transactionId)}`,
    urls.allOrders(),
  ]),
  event: `overpaid:${transactionId}:${overpaidCents}`,
})

export const takenBackMail = (
  orders: OrderRow[],
  { id, amount_cents, transaction_id }: DisputeRow,
  creditNote: string | undefined,
) =>
  mail(
    orders,
    {
      event: `dispute:${id}:taken-back`,
      ...(creditNote && { link: urls.receipt(orders[0]!.id) }),
    },
    'Your bank has returned your payment',
    [
      `Your bank has taken back ${dollars(amount_cents)} that you had paid us for:`,
      pieceLines(orders),
      ...(creditNote ? [`Credit note ${creditNote}`] : []),
      `Transaction ${shownTransactionId(transaction_id)}. If you did not ask your bank for this, please write to us.`,
    ],
  )
