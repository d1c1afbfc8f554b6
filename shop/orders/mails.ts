import type { OrderRow, ParcelRow, PurchaseRow, RefundRow } from '~/database/tables.ts'
import { longDay } from '~/platform/dates.ts'
import type { MailSum, Paragraph } from '~/platform/mail/paragraphs.ts'
import { mailBody } from '~/platform/mail/paragraphs.ts'
import { formatDollars, toDollars } from '~/platform/money.ts'
import { minutes } from '~/platform/time.ts'
import type { Address } from '~/shop/addresses/rules.ts'
import { addressLines } from '~/shop/addresses/rules.ts'
import { urls } from '~/shop/urls.ts'
import { addressIn, carriers, isCollected, progressOf } from './deliver/delivery-rules.ts'
import { orderNumber, shownTransactionId } from './rules.ts'

/** To the owner, as soon as there is something to pack. */
export const newOrderMail = (shopEmail: string, purchase: PurchaseRow, orders: OrderRow[]) => ({
  to: shopEmail,
  subject: `New order: ${orders[0]!.product_name}${orders.length > 1 ? ` and ${orders.length - 1} more` : ''}`,
  ...mailBody([
    `${orders[0]!.user_name} (${orders[0]!.email}) has ordered for ${dollars(sumOf(orders) + purchase.fee_cents)}:`,
    pricedLines(orders, { feeCents: purchase.fee_cents, total: 'Total' }),
    purchase.address
      ? addressBlock(addressIn(purchase)!)
      : isCollected(purchase)
        ? 'It is collected at the workshop.'
        : 'To:\nthe address is not known yet',
    urls.parcels(),
  ]),
  event: `purchase:${purchase.id}:new-order`,
})

type Paid = { transactionId: string; receipt: string }

export const paidMail = (purchase: PurchaseRow, orders: OrderRow[], { transactionId, receipt }: Paid) =>
  mail(
    orders,
    { event: `purchase:${purchase.id}:paid`, link: urls.receipt(orders[0]!.id) },
    orders.length > 1 ? 'Your orders are paid' : 'Your order is paid',
    [
      `Thank you. We received ${dollars(sumOf(orders) + purchase.fee_cents)} for:`,
      pricedLines(orders, { feeCents: purchase.fee_cents, total: 'Paid', saysFee: true }),
      ...(purchase.address
        ? [{ block: { title: 'Deliver to', address: addressLines(addressIn(purchase)!) } }]
        : isCollected(purchase)
          ? ['We write to you as soon as you can collect it.']
          : ['Please tell us where to send it, and we pack it.', urls.purchase(orders[0]!.id)]),
      `Receipt ${receipt}, transaction ${shownTransactionId(transactionId)}`,
    ],
  )

export const cancelledMail = (
  orders: OrderRow[],
  by: 'customer' | 'admin' | 'expiry',
  restCents: number | undefined,
) =>
  mail(orders, { event: `order:${orders[0]?.id}:cancelled` }, cancelledSubject(orders.length > 1, by), [
    {
      customer: 'As you asked, we cancelled:',
      admin: 'The shop had to cancel:',
      expiry: `We kept ${orders.length > 1 ? 'these orders' : 'this order'} for you, but ${orders.length > 1 ? 'they were' : 'it was'} not paid in time:`,
    }[by],
    pieceLines(orders),
    'Nothing was charged. Should a payment still arrive, it goes back in full.',
    ...(restCents
      ? [`What is left of this purchase comes to ${dollars(restCents)}, delivery included.`]
      : []),
  ])

const cancelledSubject = (several: boolean, by: 'customer' | 'admin' | 'expiry') => {
  if (by === 'expiry') return several ? 'Your orders have ended unpaid' : 'Your order has ended unpaid'
  return several ? 'Your orders are cancelled' : 'Your order is cancelled'
}

export const takenOutMail = (order: OrderRow) =>
  mail([order], { event: `order:${order.id}:taken-out` }, 'A part of your order does not come', [
    'We cannot send you:',
    pieceLines([order]),
    'It cost nothing, so there is nothing to return to you. Whatever else you ordered with it comes as planned.',
  ])

type Refunded = Pick<RefundRow, 'id' | 'transaction_id' | 'amount_cents'>

export const refundedMail = (
  orders: OrderRow[],
  { id, transaction_id, amount_cents }: Refunded,
  { creditNote, feeCents }: { creditNote: string | undefined; feeCents: number },
) =>
  mail(
    orders,
    { event: `refund:${id}:succeeded`, ...(creditNote && { link: urls.receipt(orders[0]!.id) }) },
    'Your money is on its way back',
    [
      `We returned ${dollars(amount_cents)} to your card for:`,
      // Only the delivery, when that was all that was left.
      returnedLines(feeCents < amount_cents ? orders : [], { feeCents, amountCents: amount_cents }),
      ...(creditNote ? [`Credit note ${creditNote}`] : []),
      `Transaction ${shownTransactionId(transaction_id)}. Your bank may need a few days to show it.`,
    ],
  )

/** After the one above: what it said is no longer so. */
export const refundFailedMail = (orders: OrderRow[], { id, transaction_id, amount_cents }: Refunded) =>
  mail(orders, { event: `refund:${id}:bounced` }, 'Your refund did not arrive', [
    `Your bank sent ${dollars(amount_cents)} back to us that we had returned to your card for:`,
    pieceLines(orders),
    'The card may have been closed. We are looking into it and will find another way to return your money.',
    `Transaction ${shownTransactionId(transaction_id)}`,
  ])

/** To the customer of what is to be sent, and nobody has said where. */
export const addressMail = ({ id }: PurchaseRow, orders: OrderRow[], day: string) =>
  mail(
    orders,
    { event: `purchase:${id}:address:${day}`, link: urls.purchase(id) },
    'Where should your parcel go?',
    [
      'We would like to pack this for you, and do not know yet where it should go:',
      pieceLines(orders),
      'Please tell us the address here, and it is packed:',
    ],
  )

/** What is in a parcel, and what comes in others. */
export type Sent = { lines: OrderRow[]; toCome: OrderRow[] }

/** By the carrier's own page where there is one. */
export const shippedMail = (purchase: PurchaseRow, parcel: ParcelRow, { lines, toCome }: Sent) => {
  const { carrier, trackingNumber, trackingUrl: url } = progressOf('shipped', parcel)
  const address = addressIn(purchase)
  if (isCollected(purchase)) return readyMail(purchase, parcel, { lines, toCome })
  return mail(
    lines,
    { event: `parcel:${parcel.id}:shipped:${parcel.shipped_at}` },
    'Your parcel is on its way',
    [
      `We sent${carrier && carrier !== carriers.other.name ? ` with ${carrier}` : ''}:`,
      pieceLines(lines),
      ...(address ? [addressBlock(address)] : []),
      ...(trackingNumber ? [`Tracking number ${trackingNumber}${url ? `\n${url}` : ''}`] : []),
      ...stillToCome(toCome),
    ],
  )
}

const stillToCome = (toCome: OrderRow[]): Paragraph[] =>
  toCome.length > 0 ? ['Still to come, in another parcel:', pieceLines(toCome)] : []

const readyMail = (
  { delivery }: PurchaseRow,
  { id, shipped_at }: ParcelRow,
  { lines, toCome }: Pick<Sent, 'lines' | 'toCome'>,
) => {
  const { collection } = JSON.parse(delivery!) as { collection?: { address: string; hours: string } }
  return mail(lines, { event: `parcel:${id}:shipped:${shipped_at}` }, 'Your parts are ready to collect', [
    'You can collect at the workshop:',
    pieceLines(lines),
    [collection?.address, collection?.hours].filter(Boolean).join('\n'),
    ...stillToCome(toCome),
  ])
}

export const deliveredMail = (
  { id: purchaseId }: PurchaseRow,
  { id, delivered_at }: ParcelRow,
  { lines }: Sent,
) =>
  mail(
    lines,
    { event: `parcel:${id}:delivered:${delivered_at}`, link: urls.purchase(purchaseId) },
    'Your parcel has arrived',
    [
      'This was delivered to you:',
      pieceLines(lines),
      'Is something missing or damaged? Write to us, and we put it right.',
    ],
  )

export const dollars = (cents: number) => formatDollars(toDollars(cents))

/** What a mail says of an order, and to whom. */
export type OrderLine = Pick<
  OrderRow,
  | 'id'
  | 'purchase_id'
  | 'email'
  | 'user_name'
  | 'product_name'
  | 'image'
  | 'price_cents'
  | 'quantity'
  | 'size'
> &
  Partial<Pick<OrderRow, 'discount_cents' | 'discount_code' | 'deposit_cents'>>

/** Without deposits. */
export const goodsOf = (orders: OrderLine[]) => sumOf(orders) - depositOf(orders)

const depositOf = (orders: OrderLine[]) =>
  orders.reduce((sum, { deposit_cents = 0, quantity }) => sum + deposit_cents * quantity, 0)

export const sumOf = (orders: Pick<OrderRow, 'price_cents'>[]) =>
  orders.reduce((total, { price_cents }) => total + price_cents, 0)

const summary = (orders: OrderLine[]) =>
  orders
    .map(
      ({ quantity, product_name, size, id }) =>
        `${quantity} x ${product_name}, size ${size} (order ${orderNumber(id)})`,
    )
    .join('\n')

/** Under the number that the purchase has on its page: a customer knows one number, however many parts it has. */
const lineOf = ({ quantity, product_name, image, size, purchase_id }: OrderLine) => ({
  name: product_name,
  note: `${quantity} × size ${size}, no. ${orderNumber(purchase_id)}`,
  picture: image,
})

/** How many of what, without prices: they may be fewer pieces than were paid for. */
export const pieceLines = (orders: OrderLine[], sums: MailSum[] = []): Paragraph => ({
  text: summary(orders),
  block: { lines: orders.map(lineOf), sums },
})

type Priced = {
  feeCents: number
  /** What the sum is called. */
  total: 'Paid' | 'Total' | 'To pay'
  /** The text names the delivery in a paragraph of its own. */
  saysFee?: boolean
}

const pricedLines = (orders: OrderLine[], { feeCents, total, saysFee }: Priced): Paragraph => ({
  text: [
    summary(orders),
    ...[...discountOf(orders), ...depositsOf(orders)].map(inWords),
    ...(saysFee ? feeOf(feeCents) : []),
  ].join('\n\n'),
  block: {
    lines: orders.map((order) => ({
      ...lineOf(order),
      amount: dollars(goodsOf([order]) + (order.discount_cents ?? 0)),
    })),
    sums: [
      ...discountOf(orders),
      ...depositsOf(orders),
      { name: 'Delivery', amount: feeCents > 0 ? dollars(feeCents) : 'included' },
      { name: total, amount: dollars(sumOf(orders) + feeCents) },
    ],
  },
})

/** What a code took off the prices above it. */
function discountOf(orders: OrderLine[]): MailSum[] {
  const cents = orders.reduce((total, { discount_cents = 0 }) => total + discount_cents, 0)
  const code = orders.find(({ discount_code }) => discount_code)?.discount_code
  return code ? [{ name: `Discount ${code}`, amount: dollars(-cents) }] : []
}

/** Paid with them, and not for them. */
function depositsOf(orders: OrderLine[]): MailSum[] {
  const cents = depositOf(orders)
  return cents > 0 ? [{ name: 'Deposit, back when you return your old part', amount: dollars(cents) }] : []
}

const inWords = ({ name, amount }: MailSum) => `${name}: ${amount}`

const returnedLines = (
  orders: OrderLine[],
  { feeCents, amountCents }: { feeCents: number; amountCents: number },
): Paragraph => ({
  text: [...(orders.length > 0 ? [summary(orders)] : []), ...feeOf(feeCents)].join('\n\n'),
  block: {
    lines: orders.map(lineOf),
    sums: [
      ...(feeCents > 0 ? [{ name: 'Delivery', amount: dollars(feeCents) }] : []),
      { name: 'Returned to your card', amount: dollars(amountCents) },
    ],
  },
})

const feeOf = (cents: number) => (cents > 0 ? [`Delivery: ${dollars(cents)}`] : [])

const addressBlock = (address: Address): Paragraph => ({
  text: ['To:', ...addressLines(address)].join('\n'),
  block: { title: 'Deliver to', address: addressLines(address) },
})

type About = {
  /** What happened; it is mailed once. A step that was undone and is taken again is another one. */
  event: string
  link?: string
}

/** About orders of one purchase; to nobody when there are none. */
export const mail = (
  orders: Pick<OrderRow, 'email' | 'user_name'>[],
  { event, link = urls.myOrders() }: About,
  subject: string,
  paragraphs: Paragraph[],
) => ({
  to: orders[0]?.email ?? '',
  subject,
  ...mailBody([`Hello ${orders[0]?.user_name},`, ...paragraphs, link]),
  isSigned: true,
  event,
})

type Placed = {
  purchaseId: string
  totalCents: number
  /** Null for what is held for good. */
  expiresAt: string | null
  /** Where it goes, of what costs nothing. */
  address: Address | undefined
}

/** Most pay at once: until then nobody is asked to. */
const patienceMs = minutes(10)

/** To be sent then, if it is still to be paid; at once where there is nothing to pay. */
function askForPaymentAt({ totalCents, expiresAt }: Placed) {
  if (totalCents === 0) return undefined
  const now = Date.now()
  const held = expiresAt ? Date.parse(expiresAt) - now : Number.POSITIVE_INFINITY
  return new Date(now + Math.min(patienceMs, held / 2)).toISOString()
}

export const orderedEvent = (purchaseId: string) => `purchase:${purchaseId}:ordered`

/** Made once: every order has a mail. */
const myOrders = urls.myOrders()

export const orderedMail = (orders: OrderLine[], placed: Placed) => ({
  ...mail(
    orders,
    {
      event: orderedEvent(placed.purchaseId),
      link: placed.totalCents === 0 ? urls.purchase(placed.purchaseId) : myOrders,
    },
    'We have your order',
    ['thank you for your order:', orderedLines(orders, placed), whatToDo(placed)],
  ),
  dueAt: askForPaymentAt(placed),
})

const orderedLines = (orders: OrderLine[], { totalCents }: Placed) =>
  totalCents === 0
    ? freeLines(orders)
    : pricedLines(orders, { feeCents: totalCents - sumOf(orders), total: 'To pay' })

/** With a code it did cost something before. */
const freeLines = (orders: OrderLine[]) =>
  discountOf(orders).length > 0 ? pricedLines(orders, { feeCents: 0, total: 'Total' }) : pieceLines(orders)

function whatToDo({ totalCents, expiresAt, address }: Placed): Paragraph {
  if (totalCents === 0)
    return address
      ? {
          text: ['There is nothing to pay. We send it to:', ...addressLines(address)].join('\n'),
          block: { title: 'There is nothing to pay. We send it to:', address: addressLines(address) },
        }
      : 'There is nothing to pay. Please tell us where to send it.'
  const total = dollars(totalCents)
  return expiresAt
    ? `It comes to ${total}, delivery included. We keep it for you until ${shownTime(new Date(expiresAt))}; please pay by then.`
    : `It comes to ${total}, delivery included. You can pay in My Orders.`
}

export const shownTime = (at: Date) => `${longDay(at)}, ${at.toISOString().slice(11, 16)} UTC`
