import { localWeekday } from '~/platform/dates.ts'
import { formatDollars, toCents, toDollars } from '~/platform/money.ts'
import type { DeliveryTo } from '~/shop/rates/contract.ts'
import type { Line, Offer } from '~/shop/rates/ways.ts'
import { offersOfZone } from '~/shop/rates/ways.ts'
import { deliveryCents, freeDeliveryCents } from './rules.ts'

/** What the owner has set, for everybody who buys. */
export type BuyingSettings = {
  /** In dollars, of a purchase that is not above the sum from which delivery is free; 0 when it is included. */
  deliveryFee: number
  /** Working days from the order to the door. */
  deliveryDays: DayRange
  /** 0 where the shop promises nothing. */
  returnDays: number
  /** To where the workshop is; absent where the owner has set nothing of it. */
  delivery?: DeliveryTo | undefined
}
export type DayRange = { least: number; most: number }

const freeFrom = formatDollars(toDollars(freeDeliveryCents)).replace('.00', '')

/** What is missing for delivery to cost nothing. */
export const toFreeDelivery = (goodsCents: number) =>
  `Free over ${freeFrom}: ${formatDollars(toDollars(freeDeliveryCents - goodsCents || 1))} to go`

/** What a part weighs and how it can leave the shop. */
type Sent = { weightGrams: number | ''; ships: Line['ships'] }

/** What the delivery of parts for this sum, in dollars, costs; where prices go by places, to where the workshop is. */
export function deliveryWords(
  goods: number,
  { deliveryFee, delivery }: Pick<BuyingSettings, 'deliveryFee' | 'delivery'>,
  part?: Sent,
  quantity = 1,
) {
  if (delivery) {
    const offer = cheapestOffer(goods, delivery, part, quantity)
    if (offer)
      return `${delivery.zone!.name}: ${offer.cents > 0 ? `delivery ${formatDollars(toDollars(offer.cents))}` : 'delivery included'}`
    return part?.ships === 'collect' ? 'Collected at the workshop' : 'The cart says what delivery costs'
  }
  const cents = deliveryCents(toCents(goods), toCents(deliveryFee))
  return cents > 0
    ? `Delivery ${formatDollars(toDollars(cents))}. ${toFreeDelivery(toCents(goods))}`
    : 'Delivery included'
}

/** How pieces of a part for this sum, in dollars, get to where the workshop is; undefined where they do not. */
export function cheapestOffer(
  goods: number,
  { zone, assumedGrams }: DeliveryTo,
  part?: Sent,
  quantity = 1,
): Offer | undefined {
  const grams = part && part.weightGrams !== '' ? part.weightGrams * quantity : assumedGrams * quantity
  const line: Line = { unitCents: toCents(goods), quantity: 1, grams, ships: part?.ships ?? 'parcel' }
  return offersOfZone(zone, [line], assumedGrams)[0]
}

/** Fri, Nov 20 to Tue, Nov 24: for a reader at this moment, so never on a page that is cached. */
export const arrivalDays = (now: Date, { least, most }: DayRange) =>
  inRange([least, most].map((days) => localWeekday(addWorkingDays(now, days))))

/** The last of these days, for who wants to know whether it is over. */
export const lastArrivalDay = (from: Date, { most }: DayRange) => addWorkingDays(from, most)

/** Of the cheapest way to where the workshop is, where the owner has set that. */
export const usualDays = ({ delivery, deliveryDays }: BuyingSettings) =>
  delivery?.zone?.ways.find(({ kind, isOff }) => kind === 'parcel' && !isOff)?.days ?? deliveryDays

const inRange = (ends: string[]) => [...new Set(ends)].join(' to ')

function addWorkingDays(from: Date, count: number) {
  const day = new Date(from)
  for (let left = count; left > 0; ) {
    day.setDate(day.getDate() + 1)
    if (day.getDay() % 6 !== 0) left--
  }
  return day
}
