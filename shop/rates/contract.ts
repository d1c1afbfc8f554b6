import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { typed } from '~/platform/http/input/schemas.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { countries, statesOf } from '~/shop/addresses/countries.ts'
import type { Area } from './areas.ts'
import { isClaimedTwice, postcodeProblem } from './areas.ts'
import type { Tax } from './tax.ts'
import type { Delivery, Way } from './ways.ts'
import { collectionId } from './ways.ts'

const mostCents = 100_000_000
const mostGrams = 100_000_000
const mostDays = 365

const Id = z
  .string()
  .regex(/^[\w-]{1,40}$/)
  .refine((id) => id !== collectionId)
const Name = typed(60, 'Name is required')
const Country = z.string().refine((code) => countries.some((it) => it.code === code), 'Choose a country')
const hasRegion = ({ country, region }: { country: string; region?: string | undefined }) =>
  region === undefined ||
  statesOf(countries.find(({ code }) => code === country)?.name).some(({ code }) => code === region)

/** A country with what narrows it down. */
export const PlaceOf = z
  .object({
    country: Country,
    region: z.string().max(3).optional(),
    postcode: z.string().max(16).optional(),
  })
  .refine(hasRegion, { path: ['region'], message: 'This country has no such state' })

const AreaOf = z
  .object({
    country: z.union([z.literal('*'), Country]),
    region: z.string().max(3).optional(),
    postcodes: z
      .array(
        z
          .string()
          .max(40)
          .superRefine((text, context) => {
            const message = postcodeProblem(text)
            if (message) context.addIssue({ code: 'custom', message })
          }),
      )
      .max(200, 'At most 200 postcodes')
      .optional(),
  })
  .refine(hasRegion, { path: ['region'], message: 'This country has no such state' })
  .refine(({ country, postcodes }) => country !== '*' || !postcodes?.length, {
    path: ['postcodes'],
    message: 'Postcodes need a country',
  })
const Areas = z.array(AreaOf).min(1, 'Name at least one country').max(100)

const wholeUpTo = (most: number, words: string) => z.number(words).int(words).min(0, words).max(most, words)
const DaysOf = z
  .object({
    least: wholeUpTo(mostDays, 'Days are a number up to 365'),
    most: wholeUpTo(mostDays, 'Days are a number up to 365'),
  })
  .refine(({ least, most }) => least <= most, { path: ['most'], message: 'The last day is before the first' })

const WayOf = z
  .object({
    id: Id,
    name: Name,
    kind: z.enum(['parcel', 'freight']),
    by: z.enum(['flat', 'weight', 'sum']),
    steps: z
      .array(
        z.object({
          upTo: wholeUpTo(mostGrams, 'A limit is a number').min(1, 'A limit is more than nothing').optional(),
          cents: wholeUpTo(mostCents, 'A price is needed, like 4.90'),
        }),
      )
      .min(1, 'A price is needed, like 4.90')
      .max(20, 'At most 20 prices'),
    freeFromCents: wholeUpTo(mostCents, 'The sum is an amount, like 100.00')
      .min(1, 'The sum is an amount, like 100.00')
      .optional(),
    days: DaysOf,
    isOff: z.boolean().optional(),
  })
  .superRefine(({ by, steps }: Pick<Way, 'by' | 'steps'>, context) => {
    const problem = (n: number, message: string) =>
      context.addIssue({ code: 'custom', path: ['steps', n, 'upTo'], message })
    if (by === 'flat' && (steps.length > 1 || steps[0]?.upTo !== undefined))
      problem(0, 'One price needs no limit')
    for (const [n, { upTo }] of steps.entries()) {
      const before = steps[n - 1]
      if (before && before.upTo === undefined) problem(n - 1, 'Only the last price has no limit')
      else if (before && upTo !== undefined && upTo <= before.upTo!)
        problem(n, 'Each limit is above the one before')
    }
  })

/** Refuses what two claim: nobody could say who wins. */
function requireOwnAreas(
  owners: { name: string; areas: Area[] }[],
  report: (n: number, message: string) => void,
) {
  for (const [n, owner] of owners.entries())
    for (const earlier of owners.slice(0, n))
      if (owner.areas.some((area) => earlier.areas.some((other) => isClaimedTwice(area, other))))
        report(n, `“${earlier.name}” has one of these places already`)
}

const hasOwnIds = (owners: { id: string }[]) => new Set(owners.map(({ id }) => id)).size === owners.length

export const DeliveryOf: z.ZodType<Delivery> = z
  .object({
    home: PlaceOf,
    assumedGrams: wholeUpTo(mostGrams, 'A weight is a number of grams').optional(),
    collection: z
      .object({
        address: typed(300, 'Address is required'),
        hours: typed(300),
        days: DaysOf,
      })
      .optional(),
    zones: z
      .array(
        z.object({
          id: Id,
          name: Name,
          areas: Areas,
          ways: z.array(WayOf).max(10, 'At most 10 ways'),
        }),
      )
      .min(1, 'Name at least one zone')
      .max(50, 'At most 50 zones'),
  })
  .superRefine(({ zones, assumedGrams }, context) => {
    const report = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    requireOwnAreas(zones, (n, message) => report(['zones', n, 'areas'], message))
    if (!hasOwnIds(zones) || !hasOwnIds(zones.flatMap(({ ways }) => ways)))
      report(['zones'], 'Two zones or ways have one id')
    if (assumedGrams === undefined && zones.some(({ ways }) => ways.some(({ by }) => by === 'weight')))
      report(['assumedGrams'], 'Say what a part weighs whose weight is not known')
  })

export const TaxOf: z.ZodType<Tax> = z
  .object({
    name: typed(40, 'Name is required'),
    places: z
      .array(
        z.object({
          id: Id,
          name: Name,
          areas: Areas,
          rate: wholeUpTo(99_999, 'A rate is a percentage, like 19 or 8.875'),
          taxesDelivery: z.boolean(),
          taxesDeposits: z.boolean().optional(),
          note: typed(120).optional(),
        }),
      )
      .max(100, 'At most 100 places'),
  })
  .superRefine(({ places }, context) => {
    requireOwnAreas(places, (n, message) =>
      context.addIssue({ code: 'custom', path: ['places', n, 'areas'], message }),
    )
    if (!hasOwnIds(places)) context.addIssue({ code: 'custom', path: ['places'], message: 'Two have one id' })
  })

const ShownPlace = z.object({
  country: z.string(),
  region: z.string().optional(),
  postcode: z.string().optional(),
})
const ShownAreas = z.array(
  z.object({
    country: z.string(),
    region: z.string().optional(),
    postcodes: z.array(z.string()).optional(),
  }),
)
const ShownDays = z.object({ least: z.number(), most: z.number() })
const ShownZone = z.object({
  id: z.string(),
  name: z.string(),
  areas: ShownAreas,
  ways: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kind: z.enum(['parcel', 'freight']),
      by: z.enum(['flat', 'weight', 'sum']),
      steps: z.array(z.object({ upTo: z.number().optional(), cents: z.number() })),
      freeFromCents: z.number().optional(),
      days: ShownDays,
      isOff: z.boolean().optional(),
    }),
  ),
})
const ShownCollection = z.object({ address: z.string(), hours: z.string(), days: ShownDays })

/** What can be chosen at a place. */
export const DeliveryTo = z.object({
  place: ShownPlace,
  /** Whether it is the place of the workshop, which is assumed where none is named. */
  isHome: z.boolean(),
  zone: ShownZone.optional(),
  assumedGrams: z.number().int(),
  collection: ShownCollection.optional(),
})
export type DeliveryTo = z.infer<typeof DeliveryTo>

const ShownDelivery = z.object({
  home: ShownPlace,
  assumedGrams: z.number().optional(),
  collection: ShownCollection.optional(),
  zones: z.array(ShownZone),
})
const ShownTax = z.object({
  name: z.string(),
  places: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      areas: ShownAreas,
      rate: z.number(),
      taxesDelivery: z.boolean(),
      taxesDeposits: z.boolean().optional(),
      note: z.string().optional(),
    }),
  ),
})

const version = z.number().int().min(0).max(2_000_000_000)
const Saved = z.object({ modifiedCount: z.number().int() })

export const ratesContract = {
  getRates: {
    response: z.object({
      delivery: z.object({ version, value: ShownDelivery.optional() }),
      tax: z.object({ version, value: ShownTax.optional() }),
      /** What is saved and cannot be read: the checkout is closed until it is saved again. */
      broken: z.array(z.enum(['delivery', 'tax'])),
      /** What the settings of the server say while nothing is saved. */
      server: z.object({
        deliveryFee: z.number(),
        freeOver: z.number(),
        taxRate: z.number(),
        days: ShownDays,
      }),
      /** How many parts have no weight. */
      unweighed: z.number().int(),
    }),
  },
  /** `version` is that of what the admin saw: what somebody else has saved since is not overwritten. */
  saveDelivery: { body: z.object({ version, value: ShownDelivery }), response: Saved },
  saveTax: { body: z.object({ version, value: ShownTax }), response: Saved },
} satisfies Contract

/** For everybody who wants to know what delivery costs. */
export const deliveryContract = {
  getDeliveryTo: {
    /** Without a country that of the workshop. */
    query: z.object({
      country: Country.optional(),
      region: z.string().max(3).optional(),
      postcode: z.string().max(16).optional(),
    }),
    /** Absent where the owner has set nothing. */
    response: z.object({ delivery: DeliveryTo.optional() }),
  },
} satisfies Contract
export type DeliveryContract = typeof deliveryContract
export type RatesContract = typeof ratesContract
export type SavedRates = z.infer<(typeof ratesContract)['getRates']['response']>

export const refuse = refusalsOf({
  invalid: [422, '{first}'],
  delivery_first: [
    409,
    'Set delivery first: it says where the workshop is, by which collected parts and orders without an address are taxed.',
  ],
  rates_broken: [
    503,
    'The checkout is closed for a moment: the shop has to correct its {what} settings. Your cart is kept.',
  ],
})
