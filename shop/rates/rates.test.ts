import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seed } from '~/test/random.ts'
import { closestTo, isClaimedTwice, postcodeKey, postcodeProblem } from './areas.ts'
import type { PurchaseTax, Tax, TaxEntry } from './tax.ts'
import {
  creditedEntries,
  creditedTaxCents,
  includedTaxCents,
  sharesOf,
  taxEntries,
  taxOf,
  taxOfLines,
} from './tax.ts'
import type { Delivery, Line, Way, Zone } from './ways.ts'
import { kindOf, offersFor } from './ways.ts'

const runs = { seed, numRuns: 500 }
const days = { least: 2, most: 4 }
const zone = (id: string, ...areas: Zone['areas']): Zone => ({ id, name: id, areas, ways: [] })
const zones = [
  zone('us', { country: 'US' }),
  zone('far', { country: 'US', region: 'AK' }, { country: 'US', region: 'HI' }),
  zone('near', { country: 'US', postcodes: ['90001-90899'] }),
  zone('gb', { country: 'GB' }),
  zone('highlands', { country: 'GB', postcodes: ['PH16', 'KW*'] }),
  zone('world', { country: '*' }),
]
/** What a person would say. */
const places = [
  [{ country: 'US', region: 'CA', postcode: '90210' }, 'near'],
  [{ country: 'US', region: 'CA', postcode: '90210-1234' }, 'near'],
  [{ country: 'US', region: 'CA', postcode: '90001' }, 'near'],
  [{ country: 'US', region: 'CA', postcode: '90899' }, 'near'],
  [{ country: 'US', region: 'CA', postcode: '90900' }, 'us'],
  [{ country: 'US', region: 'CA', postcode: '9021' }, 'us'],
  [{ country: 'US', region: 'CA' }, 'us'],
  [{ country: 'US', region: 'AK', postcode: '99501' }, 'far'],
  [{ country: 'US' }, 'us'],
  [{ country: 'GB', postcode: 'PH1 5AA' }, 'gb'],
  [{ country: 'GB', postcode: 'ph16 5aa' }, 'highlands'],
  [{ country: 'GB', postcode: 'kw15-1aa' }, 'highlands'],
  [{ country: 'DE', postcode: '90210' }, 'world'],
] as const

describe('the zone of a place', () => {
  test.each(places)('of %j is %s', (place, id) => {
    expect(closestTo(zones, place)?.id).toBe(id)
    expect(closestTo(zones.toReversed(), place)?.id).toBe(id)
  })

  test('does not depend on the order of the list, also where two claim the same', () => {
    const claims = [...zones, zone('other', { country: 'US' }), zone('another', { country: 'GB' })]
    const shuffled = fc.shuffledSubarray(claims, { minLength: claims.length })
    fc.assert(
      fc.property(shuffled, fc.constantFrom(...places), (list, [place]) => {
        expect(closestTo(list, place)?.id).toBe(closestTo(claims, place)?.id)
      }),
      runs,
    )
  })

  test('PH1* is the district PH1 and not PH16, and elsewhere a beginning is a beginning', () => {
    const of = (country: string, rule: string, postcode: string) =>
      closestTo([zone('z', { country, postcodes: [rule] })], { country, postcode })?.id
    expect([of('GB', 'PH1*', 'PH16 5AA'), of('GB', 'PH1*', 'PH1 5AA')]).toEqual([undefined, 'z'])
    expect([of('CA', 'V0*', 'V0N 1B0'), of('CA', 'V0*', 'V1N 1B0')]).toEqual(['z', undefined])
    expect(postcodeKey('DE', ' 10 115 ')).toBe('10115')
  })

  test.each([
    ['90899-90001', '90899-90001: the first is above the last'],
    ['1-90001', '1-90001: both ends need the same number of digits'],
    ['!', '!: write 90210, 90001-90899 or V0*'],
    ['V0*', undefined],
    ['90001 - 90899', undefined],
  ])('the rule %j is read, or said to be wrong', (rule, problem) => {
    expect(postcodeProblem(rule)).toBe(problem)
  })

  test('two zones that say the same of a place are found', () => {
    const us = (...postcodes: string[]) => ({ country: 'US', postcodes })
    expect(isClaimedTwice({ country: 'US' }, { country: 'US', postcodes: [] })).toBe(true)
    expect(isClaimedTwice({ country: 'US' }, { country: 'US', region: 'CA' })).toBe(false)
    expect(isClaimedTwice(us('90001-90300'), us('90300-90899'))).toBe(true)
    expect(isClaimedTwice(us('90001-90299'), us('90300-90899'))).toBe(false)
    expect(isClaimedTwice(us('902*'), us('90001-90299'))).toBe(true)
    expect(isClaimedTwice(us('90210'), us('902*'))).toBe(true)
    expect(isClaimedTwice(us('90210-1234'), us('90210'))).toBe(true)
    const gb = (rule: string) => ({ country: 'GB', postcodes: [rule] })
    expect(isClaimedTwice(gb('PH1*'), gb('PH16'))).toBe(false)
  })
})

const aLine = fc.record<Line>({
  unitCents: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 90_000 })),
  quantity: fc.integer({ min: 1, max: 9 }),
  grams: fc.option(fc.nat({ max: 9000 })),
  ships: fc.oneof(
    { weight: 9, arbitrary: fc.constant('parcel' as const) },
    { weight: 1, arbitrary: fc.constantFrom('freight' as const, 'collect' as const) },
  ),
})
const lines = fc.array(aLine, { minLength: 1, maxLength: 6 })
const aWay = fc
  .record({
    kind: fc.constantFrom('parcel' as const, 'freight' as const),
    by: fc.constantFrom('flat' as const, 'weight' as const, 'sum' as const),
    widths: fc.array(fc.integer({ min: 1, max: 30_000 }), { minLength: 1, maxLength: 5 }),
    isOpen: fc.boolean(),
    cents: fc.nat({ max: 3000 }),
    freeFromCents: fc.option(fc.integer({ min: 1, max: 60_000 }), { nil: undefined }),
  })
  .map(({ widths, isOpen, cents, ...way }): Omit<Way, 'id' | 'name' | 'days'> => {
    const steps = widths.map((_, n) => ({
      upTo: widths.slice(0, n + 1).reduce((all, width) => all + width),
      cents: cents + n * 100,
    }))
    if (way.by === 'flat') return { ...way, steps: [{ cents }] }
    return { ...way, steps: isOpen ? [...steps, { cents: cents + 900 }] : steps }
  })
const deliveries = fc
  .record({
    ways: fc.array(aWay, { maxLength: 4 }),
    assumedGrams: fc.nat({ max: 5000 }),
    isCollected: fc.boolean(),
  })
  .map(
    ({ ways, assumedGrams, isCollected }): Delivery => ({
      home: { country: 'US', region: 'CA' },
      assumedGrams,
      ...(isCollected && { collection: { address: '', hours: '', days } }),
      zones: [
        {
          ...zone('us', { country: 'US' }),
          ways: ways.map((way, n) => ({ ...way, id: `w${n}`, name: '', days })),
        },
      ],
    }),
  )

describe('the ways to a place', () => {
  test('cost what a simple second model says, the cheapest first and collection last', () => {
    fc.assert(
      fc.property(deliveries, lines, (delivery, parts) => {
        const offers = offersFor(delivery, parts, { country: 'US' })
        let goods = 0
        let grams = 0
        for (const { unitCents, quantity, grams: each } of parts) {
          goods += unitCents * quantity
          grams += (each === null ? delivery.assumedGrams! : each) * quantity
        }
        const kinds = parts.map(({ ships }) => ships)
        const wanted = new Map<string, number>()
        for (const { id, kind, by, steps, freeFromCents } of delivery.zones[0]!.ways) {
          if (kinds.includes('collect') || (kind === 'freight') !== kinds.includes('freight')) continue
          const measure = by === 'weight' ? grams : by === 'sum' ? goods : 0
          let price: number | undefined
          for (const { upTo, cents } of steps.toReversed())
            if (!(upTo !== undefined && measure > upTo)) price = cents
          if (price === undefined) continue
          wanted.set(id, goods === 0 || goods >= (freeFromCents ?? Number.POSITIVE_INFINITY) ? 0 : price)
        }
        const carried = offers.filter(({ id }) => id !== 'collect')
        expect(new Map(carried.map(({ id, cents }) => [id, cents]))).toEqual(wanted)
        expect(carried.map(({ cents }) => cents)).toEqual([...wanted.values()].sort((a, b) => a - b))
        expect(offers.at(-1)?.id === 'collect').toBe(delivery.collection !== undefined)
        if (kindOf(parts) === 'collect') expect(carried).toEqual([])
      }),
      runs,
    )
  })

  test('a limit is in, free begins at its sum, and what nobody has weighed is not weightless', () => {
    const way: Way = {
      id: 'w',
      name: '',
      kind: 'parcel',
      by: 'weight',
      steps: [{ upTo: 1000, cents: 500 }],
      freeFromCents: 10_000,
      days,
    }
    const delivery: Delivery = {
      home: { country: 'US' },
      assumedGrams: 1001,
      zones: [{ ...zone('us', { country: 'US' }), ways: [way] }],
    }
    const cents = (unitCents: number, grams: number | null, ships: Line['ships'] = 'parcel') =>
      offersFor(delivery, [{ unitCents, quantity: 1, grams, ships }], { country: 'US' })[0]?.cents
    expect([cents(9999, 1000), cents(10_000, 1000), cents(9999, 1001)]).toEqual([500, 0, undefined])
    expect([cents(9999, null), cents(9999, 0), cents(0, 0)]).toEqual([undefined, 500, 0])
    expect([cents(9999, 1000, 'freight'), cents(9999, 1000, 'collect')]).toEqual([undefined, undefined])
    way.isOff = true
    expect(cents(9999, 1000)).toBeUndefined()
  })
})

const tax: Tax = {
  name: 'VAT',
  places: [
    {
      id: 'ca',
      name: 'California',
      areas: [{ country: 'US', region: 'CA' }],
      rate: 7250,
      taxesDelivery: false,
    },
    { id: 'gb', name: 'Britain', areas: [{ country: 'GB' }], rate: 20_000, taxesDelivery: true },
    {
      id: 'out',
      name: 'Elsewhere',
      areas: [{ country: '*' }],
      rate: 0,
      taxesDelivery: true,
      note: 'No VAT: export',
    },
  ],
}
const home = { country: 'US', region: 'CA' }

test('collected parts are taxed where the workshop is, others where they go', () => {
  const of = (way: string, to: { country: string; region?: string }) => taxOf(tax, home, way, to)
  expect(of('collect', { country: 'GB' })).toMatchObject({ id: 'ca', rate: 7250 })
  expect(of('w', { country: 'GB' })).toMatchObject({ id: 'gb', rate: 20_000, name: 'VAT' })
  expect(of('w', { country: 'US', region: 'NY' })).toMatchObject({ id: 'out', note: 'No VAT: export' })
  expect(taxOf({ name: 'VAT', places: [] }, home, 'w', home)).toEqual({
    name: 'VAT',
    rate: 0,
    taxesDelivery: true,
  })
})

test.each([
  [11_900, 19_000, 1900],
  [3490, 19_000, 557],
  [2000, 8875, 163],
  [1, 19_000, 0],
  // Half a cent goes up.
  [6, 9_091, 1],
  [3, 20_000, 1],
  [99_999_999, 19_000, 15_966_386],
  [1234, 0, 0],
])('%d cents at %d thousandths of a percent include %d cents of tax', (cents, rate, included) => {
  expect(includedTaxCents(cents, rate)).toBe(included)
})

const taxes = fc.record<PurchaseTax>({
  name: fc.constant('VAT'),
  rate: fc.constantFrom(0, 5500, 7000, 7250, 8875, 19_000, 20_000, 25_000),
  taxesDelivery: fc.boolean(),
})
const documentLines = fc
  .tuple(fc.array(fc.nat({ max: 40_000 }), { minLength: 1, maxLength: 8 }), fc.nat({ max: 2000 }))
  .map(([goods, fee]) => [
    ...goods.map((cents) => ({ cents })),
    ...(fee > 0 ? [{ cents: fee, isDelivery: true }] : []),
  ])

test('the taxes of lines come to the tax of what is taxed, and each is its share to the cent', () => {
  fc.assert(
    fc.property(taxes, documentLines, (of, all) => {
      const entries = taxEntries(of, all)
      const shares = taxOfLines(of, all)
      const sum = (list: number[]) => list.reduce((total, one) => total + one, 0)
      const base = all.map((line) => ('isDelivery' in line && !of.taxesDelivery ? 0 : line.cents))
      expect(sum(entries.map(({ grossCents }) => grossCents))).toBe(sum(all.map(({ cents }) => cents)))
      expect(entries[0]!.taxCents).toBe(includedTaxCents(sum(base), of.rate))
      expect(sum(shares)).toBe(sum(entries.map(({ taxCents }) => taxCents)))
      for (const [n, share] of shares.entries()) {
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(base[n]!)
        if (sum(base) > 0)
          expect(Math.abs(share - (entries[0]!.taxCents * base[n]!) / sum(base))).toBeLessThan(1)
      }
    }),
    runs,
  )
  expect(sharesOf(5, [1, 1, 1])).toEqual([2, 2, 1])
  expect(sharesOf(0, [0, 0])).toEqual([0, 0])
})

describe('credit notes', () => {
  test('show no less than no tax after one that bounced', () => {
    const receipt = { cents: 1000, taxCents: includedTaxCents(1000, 5500), taxRate: 5500 }
    const first = creditedTaxCents(receipt, { cents: 0, taxCents: 0 }, 2)
    const second = creditedTaxCents(receipt, { cents: 2, taxCents: first }, 8)
    expect([first, second]).toEqual([0, 1])
    // The first bounces: 8 cents with 1 cent of tax are credited, though 9 cents would include none.
    expect(creditedTaxCents(receipt, { cents: 8, taxCents: second }, 1)).toBe(0)
  })

  test('stay between nothing and their sum whatever bounces, and all of them come to the receipt, entry by entry', () => {
    const notes = fc.array(fc.record({ cents: fc.integer({ min: 1, max: 9000 }), bounces: fc.boolean() }))
    const smallLines = fc.oneof(
      documentLines,
      documentLines.map((all) => all.map((line) => ({ ...line, cents: line.cents % 40 }))),
    )
    fc.assert(
      fc.property(taxes, smallLines, notes, (of, all, tried) => {
        const receipt = taxEntries(of, all)
        const total = receipt.reduce((sum, { grossCents }) => sum + grossCents, 0)
        const issued: TaxEntry[][] = []
        const bouncing: TaxEntry[][] = []
        const credited = (key: 'grossCents' | 'taxCents', n?: number) =>
          issued
            .flatMap((entries) => (n === undefined ? entries : [entries[n]!]))
            .reduce((sum, entry) => sum + entry[key], 0)
        const reverse = (note: TaxEntry[]) =>
          issued.push(
            note.map((entry) => ({ ...entry, grossCents: -entry.grossCents, taxCents: -entry.taxCents })),
          )
        const issue = (wanted: number) => {
          const cents = Math.min(wanted, total - credited('grossCents'))
          if (cents === 0) return undefined
          const note = creditedEntries(receipt, issued, cents)
          expect(note.reduce((sum, { grossCents }) => sum + grossCents, 0)).toBe(cents)
          for (const { grossCents, taxCents } of note) {
            expect(taxCents).toBeGreaterThanOrEqual(0)
            expect(taxCents).toBeLessThanOrEqual(grossCents)
          }
          issued.push(note)
          // Off by a cent for each of two reversals at most.
          for (const [n, { rate }] of receipt.entries())
            expect(
              Math.abs(credited('taxCents', n) - includedTaxCents(credited('grossCents', n), rate)),
            ).toBeLessThanOrEqual(2)
          return note
        }
        let reversals = 0
        for (const { cents, bounces } of tried) {
          const note = issue(cents)
          if (note && bounces) bouncing.push(note)
          if (bouncing.length > 1 && reversals++ < 2) reverse(bouncing.shift()!)
        }
        issue(total)
        for (const [n, { grossCents, taxCents }] of receipt.entries()) {
          expect(credited('grossCents', n)).toBe(grossCents)
          if (reversals === 0) expect(credited('taxCents', n)).toBe(taxCents)
          expect(Math.abs(credited('taxCents', n) - taxCents)).toBeLessThanOrEqual(1)
        }
      }),
      runs,
    )
  })
})
