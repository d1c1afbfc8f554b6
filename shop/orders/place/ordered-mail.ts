import { longDay } from '~/platform/dates.ts'
import { formatDollars, toDollars } from '~/platform/money.ts'
import type { Address } from '~/shop/addresses/rules.ts'
import { addressLines } from '~/shop/addresses/rules.ts'
import { urls } from '~/shop/urls.ts'

type Placed = {
  purchaseId: string
  name: string
  totalCents: number
  /** Null for what is held for good. */
  expiresAt: string | null
  /** Where it goes, of what costs nothing. */
  address: Address | undefined
}

/** Made once: every order has a mail. */
const myOrders = urls.myOrders()

/** In two parts: the name of a single part is known to the statement that orders it, and stands in between. */
export const orderedMail = (placed: Placed) => ({
  subject: 'We have your order - Car Parts',
  before: `Hello ${placed.name},\n\nthank you for your order:\n\n`,
  after: [
    '',
    whatToDo(placed),
    placed.totalCents === 0 ? urls.delivery(placed.purchaseId) : myOrders,
    'Car Parts',
  ].join('\n\n'),
  event: `purchase:${placed.purchaseId}:ordered`,
})

function whatToDo({ totalCents, expiresAt, address }: Placed) {
  if (totalCents === 0)
    return address
      ? ['There is nothing to pay. We send it to:', ...addressLines(address)].join('\n')
      : 'There is nothing to pay. Please tell us where to send it.'
  const total = formatDollars(toDollars(totalCents))
  return expiresAt
    ? `It comes to ${total}, delivery included. We keep it for you until ${shownTime(new Date(expiresAt))}; please pay by then.`
    : `It comes to ${total}, delivery included. You can pay in My Orders.`
}

const shownTime = (at: Date) => `${longDay(at)}, ${at.toISOString().slice(11, 16)} UTC`
