import type { Place } from '~/shop/addresses/place.ts'
import type { Area } from './areas.ts'
import { closestTo } from './areas.ts'

/** How a part can leave the shop. */
export const shipping = ['parcel', 'freight', 'collect'] as const
export type Ships = (typeof shipping)[number]

/** A price up to so many grams or cents, both ends in; without a limit for everything above. */
export type RateStep = { upTo?: number | undefined; cents: number }

/** A way to a zone, with its price. */
export type Way = {
  id: string
  name: string
  kind: 'parcel' | 'freight'
  by: 'flat' | 'weight' | 'sum'
  /** From the smallest on; a flat price is one step without a limit. */
  steps: RateStep[]
  /** Parts for so many cents, or more, are brought for nothing. */
  freeFromCents?: number | undefined
  /** Working days after the payment. */
  days: Days
  /** Not offered for the time being. */
  isOff?: boolean | undefined
}
export type Days = { least: number; most: number }

/** 2 to 4 working days. */
export const workingDays = ({ least, most }: Days) =>
  `${least === most ? most : `${least} to ${most}`} working ${most === 1 ? 'day' : 'days'}`

export type Zone = { id: string; name: string; areas: Area[]; ways: Way[] }

/** What the owner says of delivery. */
export type Delivery = {
  /** Where the workshop is: collected parts are taxed there, and orders that name no place are priced for it. */
  home: Place
  /** What a part weighs that says nothing. */
  assumedGrams?: number | undefined
  /** Where and when parts can be collected; absent where they cannot. */
  collection?: { address: string; hours: string; days: Days } | undefined
  zones: Zone[]
}

/** Pieces of one part. */
export type Line = { unitCents: number; quantity: number; grams: number | null; ships: Ships }

/** One that can be chosen for these parts. */
export type Offer = { id: string; name: string; cents: number; days: Days; zone?: string; terms?: Way }

export const collectionId = 'collect'
export const collectionName = 'Collection at the workshop'

export const goodsCentsOf = (lines: Pick<Line, 'unitCents' | 'quantity'>[]) =>
  lines.reduce((sum, { unitCents, quantity }) => sum + unitCents * quantity, 0)

/** No weight is not no grams: what nobody has weighed counts as the owner assumes. */
export const gramsOf = (lines: Pick<Line, 'grams' | 'quantity'>[], assumedGrams: number) =>
  lines.reduce((sum, { grams, quantity }) => sum + (grams ?? assumedGrams) * quantity, 0)

/** What all of it needs: one part that needs freight takes the others with it. */
export function kindOf(lines: Pick<Line, 'ships'>[]): Ships {
  if (lines.some(({ ships }) => ships === 'collect')) return 'collect'
  return lines.some(({ ships }) => ships === 'freight') ? 'freight' : 'parcel'
}

/** What a way costs for so much; undefined when it is more than the way takes. */
export function centsOfWay(
  { by, steps, freeFromCents }: Way,
  { cents, grams }: { cents: number; grams: number },
) {
  const measure = { flat: 0, weight: grams, sum: cents }[by]
  const step = steps.find(({ upTo }) => upTo === undefined || measure <= upTo)
  if (!step) return undefined
  // It is free for a sum whatever it weighs, and what costs nothing is brought for nothing.
  return cents === 0 || (freeFromCents !== undefined && cents >= freeFromCents) ? 0 : step.cents
}

/** How these parts can get there: the cheapest first, and collection last, which nobody gets unasked. */
export function offersFor(delivery: Delivery, lines: Line[], place: Place): Offer[] {
  const offers = offersOfZone(closestTo(delivery.zones, place), lines, delivery.assumedGrams ?? 0)
  const { collection } = delivery
  return collection
    ? [...offers, { id: collectionId, name: collectionName, cents: 0, days: collection.days }]
    : offers
}

export function offersOfZone(zone: Zone | undefined, lines: Line[], assumedGrams: number): Offer[] {
  const kind = kindOf(lines)
  const measures = { cents: goodsCentsOf(lines), grams: gramsOf(lines, assumedGrams) }
  return (zone?.ways ?? [])
    .filter((way) => way.kind === kind && !way.isOff)
    .flatMap((way) => {
      const cents = centsOfWay(way, measures)
      const { id, name, days } = way
      return cents === undefined ? [] : [{ id, name, cents, days, zone: zone!.id, terms: way }]
    })
    .toSorted((a, b) => a.cents - b.cents || (a.id < b.id ? -1 : 1))
}
