import type { z } from 'zod'
import type { Database } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { toDollars } from '~/platform/money.ts'
import type { Place } from '~/shop/addresses/place.ts'
import { ratesRoutes } from '~/shop/admin-routes.ts'
import { record } from '~/shop/audit/record.server.ts'
import { businessTopics } from '~/shop/business/business.server.ts'
import { changeRecord, readRecord } from '~/shop/business/records.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { deliveryRoutes } from '~/shop/routes.ts'
import { closestTo } from './areas.ts'
import type { DeliveryTo } from './contract.ts'
import { DeliveryOf, deliveryContract, ratesContract, refuse, TaxOf } from './contract.ts'
import type { OpenRates, Rates, RatesSection } from './rates.server.ts'
import type { Tax } from './tax.ts'
import type { Delivery } from './ways.ts'

type RatesContext = {
  database: Database
  rates: OpenRates
  config: Pick<Config, 'deliveryFeeCents' | 'deliveryDays' | 'taxRate'>
  freeDeliveryCents: number
  countUnweighed: () => Promise<number>
}

export const ratesApi = (ctx: RatesContext) => [
  ...endpoints(ratesRoutes, ratesContract, {
    getRates: {
      access: 'settings',
      summary: 'What the owner has set about delivery and tax, for its forms',
      async handler() {
        return {
          delivery: await stored<Delivery>(ctx, 'delivery'),
          tax: await stored<Tax>(ctx, 'tax'),
          broken: ctx.rates.broken(),
          server: {
            deliveryFee: toDollars(ctx.config.deliveryFeeCents),
            freeOver: toDollars(ctx.freeDeliveryCents),
            taxRate: ctx.config.taxRate,
            days: ctx.config.deliveryDays,
          },
          unweighed: await ctx.countUnweighed(),
        }
      },
    },
    saveDelivery: {
      access: 'settings',
      summary: 'Sets where the shop delivers, by which ways and for what, unless somebody else has',
      handler: ({ body, caller }) => save(ctx, caller, 'delivery', checked(DeliveryOf, body)),
    },
    saveTax: {
      access: 'settings',
      summary: 'Sets by which rates prices include tax where, unless somebody else has',
      async handler({ body, caller }) {
        if (!(await readRecord(ctx.database.db, 'delivery')).value) throw refuse('delivery_first')
        return save(ctx, caller, 'tax', checked(TaxOf, body))
      },
    },
  }),
  ...endpoints(deliveryRoutes, deliveryContract, {
    getDeliveryTo: {
      access: 'everyone',
      perMinute: 120,
      topics: businessTopics,
      isCached: ({ country }) => country === undefined,
      summary: 'How parts get to a place and for what; without a country, to that of the workshop',
      async handler({ query: { country, ...within } }) {
        // Pages stay open while the checkout is closed.
        if (ctx.rates.broken().length > 0) return {}
        const delivery = deliveryTo(await ctx.rates.current(), country ? { country, ...within } : undefined)
        return { ...(delivery && { delivery }) }
      },
    },
  }),
]

async function stored<T>(
  { database, rates }: Pick<RatesContext, 'database' | 'rates'>,
  section: RatesSection,
) {
  const { version, value } = await readRecord(database.db, section)
  const isBroken = rates.broken().includes(section)
  return { version, ...(value && !isBroken && { value: JSON.parse(value) as T }) }
}

/** What is wrong is named by where it stands in the whole: `zones.1.areas`. */
function checked<T>(schema: z.ZodType<T>, { version, value }: { version: number; value: unknown }) {
  const { data, error } = schema.safeParse(value)
  if (data) return { version, value: data }
  const fields: Record<string, string> = {}
  for (const { path, message } of error!.issues) fields[path.join('.')] ??= message
  throw refuse('invalid', { values: { first: Object.values(fields)[0]! }, fields })
}

type Saved = { version: number; value: Delivery | Tax }

/** The next answer knows it. */
async function save(
  { database, rates }: Pick<RatesContext, 'database' | 'rates'>,
  by: Caller,
  section: RatesSection,
  { version, value }: Saved,
) {
  const after = JSON.stringify(value)
  const modifiedCount = await changeRecord(database, { section, version }, async (tx, before) => {
    if (before === after) return undefined
    await record(tx, by, {
      what: 'shop settings changed',
      subject: section === 'delivery' ? 'Delivery' : 'Tax',
      details: { value: { from: before ?? '', to: after } },
    })
    return after
  })
  await rates.look()
  return { modifiedCount }
}

/** What can be chosen at a place; undefined where the owner has set nothing. */
export function deliveryTo({ delivery }: Rates, place: Place | undefined): DeliveryTo | undefined {
  if (!delivery) return undefined
  const { home, assumedGrams = 0, collection, zones } = delivery
  const zone = closestTo(zones, place ?? home)
  return {
    place: place ?? home,
    isHome: !place,
    assumedGrams,
    ...(zone && { zone }),
    ...(collection && { collection }),
  }
}
