import type { Place } from '~/shop/addresses/place.ts'

/** A way as it is saved; the model prices it by itself. */
type Way = { kind: string; by: string; steps: { upTo?: number; cents: number }[]; freeFromCents?: number }
type Line = { cents: number; grams: number | null; quantity: number; ships: string }

const assumedGrams = 2000
const days = { least: 2, most: 4 }
const way = (id: string, kind: string, by: string, steps: Way['steps'], more: object = {}) => ({
  id,
  name: id,
  kind,
  by,
  steps,
  days,
  ...more,
})

/** What an owner might set; `cents` is what is changed now and then. */
export const deliveryFor = (cents: number) => ({
  home: { country: 'US', region: 'OH' },
  assumedGrams,
  zones: [
    {
      id: 'home',
      name: 'United States',
      areas: [{ country: 'US' }],
      ways: [
        way('parcel', 'parcel', 'flat', [{ cents }], { freeFromCents: 10_000 }),
        way('truck', 'freight', 'flat', [{ cents: 2500 }]),
      ],
    },
    {
      id: 'far',
      name: 'Alaska',
      areas: [{ country: 'US', region: 'AK' }],
      ways: [
        way('air', 'parcel', 'weight', [
          { upTo: 2000, cents: 900 },
          { upTo: 12_000, cents: cents + 1500 },
        ]),
      ],
    },
    {
      id: 'britain',
      name: 'Britain',
      areas: [{ country: 'GB' }],
      ways: [
        way('sea', 'parcel', 'sum', [{ upTo: 5000, cents: 700 }, { upTo: 20_000, cents: 450 }, { cents: 0 }]),
        way('ship', 'freight', 'weight', [{ cents: 4000 }]),
      ],
    },
    {
      id: 'germany',
      name: 'Germany',
      areas: [{ country: 'DE', postcodes: ['10001-19999'] }],
      ways: [way('dhl', 'parcel', 'flat', [{ cents }])],
    },
  ],
})

export const tax = {
  name: 'VAT',
  places: [
    taxed('US-OH', { country: 'US', region: 'OH' }, 5750, false, false),
    taxed('GB', { country: 'GB' }, 20_000, true, false),
    taxed('DE', { country: 'DE' }, 19_000, true),
    taxed('rest', { country: '*' }, 0, true),
  ],
}

function taxed(id: string, area: object, rate: number, taxesDelivery: boolean, taxesDeposits = true) {
  return { id, name: id, areas: [area], rate, taxesDelivery, taxesDeposits }
}

/** By the name of a place as a purchase has it. */
export const taxAt = (place: string) =>
  tax.places.find(({ id }) => id === place) ?? tax.places.find(({ id }) => id === 'rest')!

/** The last ones are not delivered to. */
export const places: { place: Place; address: object }[] = [
  at({ country: 'US', region: 'OH', postcode: '44101' }, 'United States', 'OH'),
  at({ country: 'US', region: 'AK', postcode: '99501' }, 'USA', 'Alaska'),
  at({ country: 'GB', postcode: 'SW1Y 4JH' }, 'UK'),
  at({ country: 'DE', postcode: '10115' }, 'Deutschland'),
  at({ country: 'DE', postcode: '80331' }, 'Germany'),
]

function at(place: Place, country: string, state?: string) {
  const address = { name: 'Ada', street: 'Mill Lane 1', town: 'Town', postalCode: place.postcode, country }
  return { place, address: { ...address, ...(state && { state }) } }
}

/** What a way costs, found from its largest price down. */
export function priceOfWay({ by, steps, freeFromCents }: Way, lines: Line[]) {
  let goods = 0
  let grams = 0
  for (const line of lines) {
    goods += line.cents
    grams += (line.grams === null ? assumedGrams : line.grams) * line.quantity
  }
  const measure = by === 'weight' ? grams : by === 'sum' ? goods : 0
  let price: number | undefined
  for (const { upTo, cents } of steps.toReversed()) if (!(upTo !== undefined && measure > upTo)) price = cents
  if (price === undefined) return undefined
  return goods === 0 || goods >= (freeFromCents ?? Number.POSITIVE_INFINITY) ? 0 : price
}

/** What the cheapest way of a zone costs; undefined when nothing goes there. */
export function cheapest(ways: Way[], lines: Line[]) {
  const kind = lines.some(({ ships }) => ships === 'freight') ? 'freight' : 'parcel'
  const prices = ways.filter((one) => one.kind === kind).flatMap((one) => priceOfWay(one, lines) ?? [])
  return prices.length > 0 ? Math.min(...prices) : undefined
}

/** Half cents up, without a fraction in between. */
export const includedTax = (gross: number, rate: number) => {
  const [over, under] = [BigInt(gross) * BigInt(rate), 100_000n + BigInt(rate)]
  return Number((over * 2n) / under / 2n + (((over * 2n) / under) % 2n))
}
