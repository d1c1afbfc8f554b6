import { longDay } from '~/platform/dates.ts'
import type { Address } from '~/shop/addresses/rules.ts'
import { addressLines } from '~/shop/addresses/rules.ts'
import { urls } from '~/shop/urls.ts'
import type { OrderLine } from '../mails.ts'
import { dollars, mail, summary } from '../mails.ts'

type Placed = {
  purchaseId: string
  totalCents: number
  /** Null for what is held for good. */
  expiresAt: string | null
  /** Where it goes, of what costs nothing. */
  address: Address | undefined
}

/** Made once: every order has a mail. */
const myOrders = urls.myOrders()

export const orderedMail = (orders: OrderLine[], placed: Placed) =>
  mail(
    orders,
    {
      event: `purchase:${placed.purchaseId}:ordered`,
      link: placed.totalCents === 0 ? urls.delivery(placed.purchaseId) : myOrders,
    },
    'We have your order',
    ['thank you for your order:', summary(orders), whatToDo(placed)],
  )

function whatToDo({ totalCents, expiresAt, address }: Placed) {
  if (totalCents === 0)
    return address
      ? ['There is nothing to pay. We send it to:', ...addressLines(address)].join('\n')
      : 'There is nothing to pay. Please tell us where to send it.'
  const total = dollars(totalCents)
  return expiresAt
    ? `It comes to ${total}, delivery included. We keep it for you until ${shownTime(new Date(expiresAt))}; please pay by then.`
    : `It comes to ${total}, delivery included. You can pay in My Orders.`
}

const shownTime = (at: Date) => `${longDay(at)}, ${at.toISOString().slice(11, 16)} UTC`
