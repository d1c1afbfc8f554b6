import { localShortDay, localWeekday } from '~/platform/dates.ts'
import type { IconName } from '~/platform/ui/Icon.tsx'
import type { DayRange } from './buying-terms.ts'
import { arrivalDays, lastArrivalDay } from './buying-terms.ts'
import type { Order, Purchase } from './contract.ts'
import type { DeliveryState } from './deliver/delivery-rules.ts'
import { deliveryNames, rankOf } from './deliver/delivery-rules.ts'
import { returnNames } from './returns/return-rules.ts'

export type PurchaseState = { name: string; tone: Tone; icon?: IconName }
type Tone = 'plain' | 'wait' | 'bad' | 'going' | 'good'

type Whole = { total: number; deliveredAt?: string | undefined }

/** Where a purchase is, by some of its orders or all of them: what its customer waits for, or is waited for. */
export function purchaseState(
  orders: Order[],
  { total, deliveredAt }: Whole,
  { isForAdmin = false } = {},
): PurchaseState {
  const [order] = orders
  const returned = orders.find((it) => it.return && isUnderWay.has(it.return))?.return
  if (!order || order.cancelledAt) return { name: 'Cancelled', tone: 'plain' }
  if (!order.paid && total > 0)
    return { name: isForAdmin ? 'Unpaid' : 'Waiting for payment', tone: 'wait', icon: 'clock' }
  if (orders.every(({ refunded }) => refunded)) return { name: 'Refunded', tone: 'plain' }
  if (returned) return { name: returnNames[returned], tone: 'wait', icon: 'return' }
  const at = leastAdvanced(orders) ?? (lacksAddress(order, total) ? 'needs_address' : undefined)
  if (!at) return { name: 'Paid', tone: 'good', icon: 'check' }
  const name = (isForAdmin ? deliveryNames : customersNames)[at]
  return {
    name: at === 'delivered' && deliveredAt ? `${name} ${localShortDay(new Date(deliveredAt))}` : name,
    ...looks[at],
  }
}

/** Of several parcels the one that is still to come the longest way. */
const leastAdvanced = (orders: Order[]) =>
  orders
    .flatMap(({ delivery }) => delivery ?? [])
    .sort((a, b) => rankOf(a) - rankOf(b))
    .at(0)

/** What is paid waits for an address, and so does what costs nothing. */
export const lacksAddress = ({ delivery, paid }: Order, total: number) =>
  delivery === 'needs_address' || (!delivery && !paid && total === 0)

const isUnderWay = new Set(['asked', 'accepted', 'received'])

/** What staff has to do is nothing that a customer asks for. */
export const customersNames: Record<DeliveryState, string> = { ...deliveryNames, to_pack: 'Being prepared' }

const looks: Record<DeliveryState, Pick<PurchaseState, 'tone' | 'icon'>> = {
  needs_address: { tone: 'bad', icon: 'pin' },
  to_pack: { tone: 'plain', icon: 'box' },
  packed: { tone: 'going', icon: 'box' },
  shipped: { tone: 'going', icon: 'truck' },
  delivered: { tone: 'good', icon: 'check' },
}

/** What its customer wants to know first: when it comes, or what it waits for. */
export function headline(purchase: Purchase, deliveryDays: DayRange, now: Date) {
  const { name } = purchaseState(purchase.orders, purchase)
  const { deliveredAt } = purchase.parcel ?? {}
  if (deliveredAt) return `Delivered ${localWeekday(new Date(deliveredAt))}`
  if (name === customersNames.needs_address) return 'Where should it go?'
  const days = expectedDays(purchase, deliveryDays, now)
  return days ? `Arrives ${days}` : name
}

/** Fri, Nov 20 to Tue, Nov 24; undefined for what does not come, and for what should have come by now. */
export function expectedDays({ orders: [order], parcel }: Purchase, deliveryDays: DayRange, now: Date) {
  if (!order || !parcel || parcel.state === 'needs_address' || parcel.state === 'delivered') return undefined
  const start = new Date(order.paidAt ?? order.createdAt)
  const last = lastArrivalDay(start, deliveryDays)
  return last < now && last.toDateString() !== now.toDateString()
    ? undefined
    : arrivalDays(start, deliveryDays)
}
