import type { OrderRow, ReturnRow } from '~/database/tables.ts'
import { mailBody, quoted } from '~/platform/mail/paragraphs.ts'
import { urls } from '~/shop/urls.ts'
import { mail, pieceLines } from '../mails.ts'
import { reasonNames } from './return-rules.ts'

type About = { order: OrderRow; row: ReturnRow }

export const returnAskedMail = (shopEmail: string, { order, row }: About) => ({
  to: shopEmail,
  replyTo: order.email,
  subject: 'A return is asked for',
  isSigned: true,
  ...mailBody([
    `${order.user_name} (${order.email}) would like to return:`,
    pieces({ order, row }),
    `Reason: ${reasonNames[row.reason]}`,
    ...(row.note ? [quoted(row.note)] : []),
    urls.returns(),
  ]),
  event: `return:${row.id}:asked`,
})

export const returnAcceptedMail = ({ order, row }: About) =>
  mail([order], about(order, `return:${row.id}:accepted`), 'Your return is accepted', [
    'Please send back to us:',
    pieces({ order, row }),
    row.answer,
    'Your money goes back to your card once the parcel is here.',
  ])

export const returnDeclinedMail = ({ order, row }: About) =>
  mail([order], about(order, `return:${row.id}:declined`), 'Your return is not accepted', [
    'We cannot take this back:',
    pieces({ order, row }),
    row.answer,
  ])

const pieces = ({ order, row: { quantity } }: About) => pieceLines([{ ...order, quantity }])

const about = ({ id }: OrderRow, event: string) => ({ event, link: urls.purchase(id) })
