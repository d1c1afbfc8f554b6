import type { OrderRow, ReturnRow } from '~/database/tables.ts'
import { quoted } from '~/platform/mail/quoted.ts'
import { urls } from '~/shop/urls.ts'
import { orderNumber } from '../rules.ts'
import { reasonNames } from './return-rules.ts'

const shopName = 'Car Parts'

type About = { order: OrderRow; row: ReturnRow }

export const returnAskedMail = (shopEmail: string, { order, row }: About) => ({
  to: shopEmail,
  replyTo: order.email,
  subject: `A return is asked for - ${shopName}`,
  text: [
    `${order.user_name} (${order.email}) would like to return:`,
    pieces({ order, row }),
    `Reason: ${reasonNames[row.reason]}`,
    ...(row.note ? [quoted(row.note)] : []),
    urls.returns(),
  ].join('\n\n'),
  event: `return:${row.id}:asked`,
})

export const returnAcceptedMail = ({ order, row }: About) =>
  mail(order, `return:${row.id}:accepted`, 'Your return is accepted', [
    'Please send back to us:',
    pieces({ order, row }),
    row.answer,
    'Your money goes back to your card once the parcel is here.',
  ])

export const returnDeclinedMail = ({ order, row }: About) =>
  mail(order, `return:${row.id}:declined`, 'Your return is not accepted', [
    'We cannot take this back:',
    pieces({ order, row }),
    row.answer,
  ])

const pieces = ({ order, row }: About) =>
  `${row.quantity} x ${order.product_name}, size ${order.size} (order ${orderNumber(order.id)})`

const mail = (order: OrderRow, event: string, subject: string, paragraphs: string[]) => ({
  to: order.email,
  subject: `${subject} - ${shopName}`,
  text: [`Hello ${order.user_name},`, ...paragraphs, urls.purchase(order.id), shopName].join('\n\n'),
  event,
})
