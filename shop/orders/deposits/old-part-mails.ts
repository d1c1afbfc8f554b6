import type { OldPartRow, OrderRow } from '~/database/tables.ts'
import { mailBody, quoted } from '~/platform/mail/paragraphs.ts'
import { urls } from '~/shop/urls.ts'
import { dollars, mail, pieceLines } from '../mails.ts'

type About = { order: OrderRow; row: OldPartRow }

export const oldPartAskedMail = (shopEmail: string, { order, row }: About) => ({
  to: shopEmail,
  replyTo: order.email,
  subject: 'An old part comes back',
  isSigned: true,
  ...mailBody([
    `${order.user_name} (${order.email}) returns old parts for their deposit of ${dollars(order.deposit_cents * row.quantity)}:`,
    pieces({ order, row }),
    ...(row.note ? [quoted(row.note)] : []),
    urls.oldParts(),
  ]),
  event: `old-part:${row.id}:asked`,
})

export const oldPartDeclinedMail = ({ order, row }: About) =>
  mail(
    [order],
    { event: `old-part:${row.id}:declined`, link: urls.purchase(order.id) },
    'Your old part is not accepted',
    ['We cannot give the deposit back for:', pieces({ order, row }), row.answer],
  )

const pieces = ({ order, row: { quantity } }: About) =>
  pieceLines([{ ...order, quantity, product_name: `Old part of ${order.product_name}` }])
