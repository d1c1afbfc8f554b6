import { longDay } from '~/platform/dates.ts'
import { formatDollars, toDollars } from '~/platform/money.ts'
import { urls } from '~/shop/urls.ts'

type Placed = {
  purchaseId: string
  name: string
  totalCents: number
  /** Null for what is held for good. */
  expiresAt: string | null
}

/** Made once: every order has a mail. */
const myOrders = urls.myOrders()

/** In two parts: the name of a single part is known to the statement that orders it, and stands in between. */
export const orderedMail = ({ purchaseId, name, totalCents, expiresAt }: Placed) => ({
  subject: 'We have your order - Car Parts',
  before: `Hello ${name},\n\nthank you for your order:\n\n`,
  after: ['', whatToDo(totalCents, expiresAt), myOrders, 'Car Parts'].join('\n\n'),
  event: `purchase:${purchaseId}:ordered`,
})

function whatToDo(totalCents: number, expiresAt: string | null) {
  if (totalCents === 0) return 'There is nothing to pay. Tell us in My Orders where to send it.'
  const total = formatDollars(toDollars(totalCents))
  return expiresAt
    ? `It comes to ${total}, delivery included. We keep it for you until ${shownTime(new Date(expiresAt))}; please pay by then.`
    : `It comes to ${total}, delivery included. You can pay in My Orders.`
}

const shownTime = (at: Date) => `${longDay(at)}, ${at.toISOString().slice(11, 16)} UTC`
