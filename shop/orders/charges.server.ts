import type { OrderRow, PurchaseRow } from '~/database/tables.ts'
import { toDollars } from '~/platform/money.ts'
import type { Place } from '~/shop/addresses/place.ts'
import { placeName } from '~/shop/addresses/place.ts'
import type { Rates } from '~/shop/rates/rates.server.ts'
import type { PurchaseTax } from '~/shop/rates/tax.ts'
import { taxOf } from '~/shop/rates/tax.ts'
import type { Days, Line, Offer, Way } from '~/shop/rates/ways.ts'
import { centsOfWay, collectionId, goodsCentsOf, gramsOf, offersFor } from '~/shop/rates/ways.ts'
import { refuse } from './contract.ts'
import { deliveryCents } from './rules.ts'

/** Where it goes and how; the workshop's place and the cheapest way where nothing is said. */
export type Destination = { place?: Place | undefined; way?: string | undefined }

/** The way of a purchase with the terms that it was chosen by: the settings may be others tomorrow. */
export type ChosenWay = {
  way: string
  zone?: string
  name: string
  days: Days
  grams: number
  /** Of a part without a weight. */
  assumedGrams: number
  /** What the cheapest way would have cost. */
  standardCents: number
  terms?: Way
  /** Of what is collected. */
  collection?: { address: string; hours: string }
}

export type Charges = {
  feeCents: number
  /** Absent where the owner has set nothing: then the settings of the server count. */
  decided?: { delivery: ChosenWay; tax: PurchaseTax | undefined; place: Place }
}

type Charged = { lines: Line[]; discountCents?: number; serverFeeCents: number }

/** What a purchase pays for its delivery and is taxed by: decided here alone, for placing, for another address and for tests. */
export function chargesFor(
  { delivery, tax }: Rates,
  { lines, discountCents = 0, serverFeeCents }: Charged,
  { place, way }: Destination,
): Charges {
  const goodsCents = goodsCentsOf(lines)
  // By what stands on the price tags, so that a code never costs anybody the free delivery; what costs nothing is brought
  // for nothing.
  const isFree = goodsCents === discountCents
  if (!delivery) return { feeCents: isFree ? 0 : deliveryCents(goodsCents, serverFeeCents) }
  const { assumedGrams = 0 } = delivery
  const to = place ?? delivery.home
  const offers = offersFor(delivery, lines, to)
  const carried = offers.filter(({ id }) => id !== collectionId)
  const offer = way ? offers.find(({ id }) => id === way) : carried[0]
  if (!offer)
    throw carried.length > 0
      ? refuse('way_gone', { details: { ways: shownOffers(offers) } })
      : notDelivered(to, offers)
  const { id, zone, name, days, terms } = offer
  return {
    feeCents: isFree ? 0 : offer.cents,
    decided: {
      delivery: {
        way: id,
        ...(zone && { zone }),
        name,
        days,
        grams: gramsOf(lines, assumedGrams),
        assumedGrams,
        standardCents: isFree ? 0 : (carried[0]?.cents ?? 0),
        ...(terms && { terms }),
        ...(id === collectionId &&
          delivery.collection && { collection: placeOfCollection(delivery.collection) }),
      },
      tax: tax && taxOf(tax, delivery.home, id, to),
      place: id === collectionId ? delivery.home : to,
    },
  }
}

const placeOfCollection = ({ address, hours }: { address: string; hours: string }) => ({ address, hours })

const notDelivered = (place: Place, offers: Offer[]) =>
  refuse(offers.length > 0 ? 'only_collected' : 'not_delivered_there', {
    values: { place: placeName(place) },
    details: { ways: shownOffers(offers) },
  })

/** For clients, in dollars. */
const shownOffers = (offers: Offer[]) =>
  offers.map(({ id, name, cents, days }) => ({ id, name, price: toDollars(cents), days }))

/** What is left of a purchase pays as before; more where what was cancelled had made its delivery cheaper, by the terms of then. */
export function feeOfRest(
  { terms, assumedGrams }: ChosenWay,
  { lines, discountCents, feeCents }: { lines: Line[]; discountCents: number; feeCents: number },
) {
  const cents = goodsCentsOf(lines)
  if (cents === discountCents || !terms) return 0
  const ofRest = centsOfWay(terms, { cents, grams: gramsOf(lines, assumedGrams) })
  return Math.max(feeCents, ofRest ?? 0)
}

/** As it was decided; undefined where the settings of the server counted. */
export const chosenWay = ({ delivery }: Pick<PurchaseRow, 'delivery'>) =>
  delivery ? (JSON.parse(delivery) as ChosenWay) : undefined

/** What its customer pays for delivery beyond the cheapest way there was. */
export const surplusCents = (purchase: Pick<PurchaseRow, 'delivery' | 'fee_cents'>) =>
  Math.max(0, purchase.fee_cents - (chosenWay(purchase)?.standardCents ?? purchase.fee_cents))

/** With another fee what was dearer than needed stays so by the same amount. */
export function deliveryWithFee(purchase: Pick<PurchaseRow, 'delivery' | 'fee_cents'>, feeCents: number) {
  const chosen = chosenWay(purchase)
  if (!chosen) return null
  const standardCents = Math.max(0, feeCents - surplusCents(purchase))
  return JSON.stringify({ ...chosen, standardCents } satisfies ChosenWay)
}

export const taxIn = ({ tax }: Pick<PurchaseRow, 'tax'>) =>
  tax ? (JSON.parse(tax) as PurchaseTax) : undefined

/** What was ordered, as delivery is priced by it. */
export const lineOf = ({
  unit_cents,
  quantity,
  weight_grams,
  ships,
}: Pick<OrderRow, 'unit_cents' | 'quantity' | 'weight_grams' | 'ships'>): Line => ({
  unitCents: unit_cents,
  quantity,
  grams: weight_grams,
  ships,
})

/** As the columns of a purchase have it. */
export const decidedColumns = ({ delivery, tax, place }: NonNullable<Charges['decided']>) => ({
  delivery: JSON.stringify(delivery),
  tax: tax ? JSON.stringify(tax) : null,
  place: [place.country, ...(place.region ? [place.region] : [])].join('-'),
})
