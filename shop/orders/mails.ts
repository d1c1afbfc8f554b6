import type { OrderRow } from '~/database/tables.ts'
import { formatDollars, toDollars } from '~/platform/money.ts'
import { urls } from '~/shop/urls.ts'
import { orderNumber, shownTransactionId } from './rules.ts'

const shopName = 'Car Parts'

export const paidMail = (order: OrderRow, transactionId: string) =>
  mail(order, 'Your order is paid', [
    `Thank you. We received ${formatDollars(toDollars(order.price_cents))} for:`,
    summary(order),
    `Transaction ${shownTransactionId(transactionId)}`,
  ])

export const cancelledMail = (order: OrderRow, by: 'customer' | 'admin' | 'expiry') =>
  mail(order, by === 'expiry' ? 'Your order has ended unpaid' : 'Your order is cancelled', [
    {
      customer: 'As you asked, we cancelled:',
      admin: 'The shop had to cancel:',
      expiry: 'We kept this order for you, but it was not paid in time:',
    }[by],
    summary(order),
    'Nothing was charged. Should a payment still arrive, it goes back in full.',
  ])

export const refundedMail = (order: OrderRow, transactionId: string, cents: number) =>
  mail(order, 'Your money is on its way back', [
    `We returned ${formatDollars(toDollars(cents))} to your card for:`,
    summary(order),
    `Transaction ${shownTransactionId(transactionId)}. Your bank may need a few days to show it.`,
  ])

/** After the one above: what it said is no longer so. */
export const refundFailedMail = (order: OrderRow, transactionId: string, cents: number) =>
  mail(order, 'Your refund did not arrive', [
    `Your bank sent ${formatDollars(toDollars(cents))} back to us that we had returned to your card for:`,
    summary(order),
    'The card may have been closed. We are looking into it and will find another way to return your money.',
    `Transaction ${shownTransactionId(transactionId)}`,
  ])

const summary = ({ quantity, product_name, size, id }: OrderRow) =>
  `${quantity} x ${product_name}, size ${size} (order ${orderNumber(id)})`

const mail = (order: OrderRow, subject: string, paragraphs: string[]) => ({
  to: order.email,
  subject: `${subject} - ${shopName}`,
  text: [`Hello ${order.user_name},`, ...paragraphs, urls.myOrders(), shopName].join('\n\n'),
})
