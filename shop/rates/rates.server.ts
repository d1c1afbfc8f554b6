import type { Database, Db } from '~/platform/db/database.server.ts'
import type { Log } from '~/platform/log.server.ts'
import { businessTopics } from '~/shop/business/business.server.ts'
import { readRecords, selectUnchanged } from '~/shop/business/records.server.ts'
import { DeliveryOf, refuse, TaxOf } from './contract.ts'
import type { Tax } from './tax.ts'
import type { Delivery } from './ways.ts'

const sections = ['delivery', 'tax'] as const
export type RatesSection = (typeof sections)[number]

/** What prices are decided by. */
export type Rates = {
  /** Grows with every change. */
  version: number
  /** Absent where the settings of the server count. */
  delivery?: Delivery | undefined
  tax?: Tax | undefined
}

export type OpenRates = Awaited<ReturnType<typeof openRates>>

/** What the owner has set about delivery and tax: read once, and again after each change, here or on another server. */
export async function openRates(database: Database, log: Log) {
  let now = await read(database.db, log)
  let reading: Promise<void> = Promise.resolve()
  const readAgain = async () => {
    now = await read(database.db, log)
  }
  database.onChange((changed) => {
    if (businessTopics.some((topic) => changed.includes(topic)))
      reading = readAgain().catch((error) => {
        if (!database.isClosing) log.error({ err: error }, 'the rates could not be read again')
      })
  })
  return {
    /** What is broken closes the checkout: a default would silently charge another price. */
    get now() {
      return requireSound(now)
    },
    async current() {
      await reading
      return requireSound(now)
    },
    /** As they are in the database at this moment. */
    async look() {
      await readAgain()
      return requireSound(now)
    },
    broken: () => now.broken,
  }
}

/** To be a step of a batch that charges something: one row while the rates are those that it was decided by. */
export const selectSameRates = (db: Db, version: number) => selectUnchanged(db, sections, version)

async function read(db: Db, log: Log) {
  const saved = await readRecords(db, sections)
  const broken: RatesSection[] = []
  const parsed = <T>(section: RatesSection, schema: { parse(value: unknown): T }) => {
    const value = saved.valueOf(section)
    if (value === undefined) return undefined
    try {
      return schema.parse(JSON.parse(value))
    } catch (error) {
      log.error({ err: error, section }, 'saved rates cannot be read: the checkout is closed')
      broken.push(section)
      return undefined
    }
  }
  const rates = {
    version: saved.version,
    delivery: parsed('delivery', DeliveryOf),
    tax: parsed('tax', TaxOf),
  }
  return { rates, broken }
}

function requireSound({ rates, broken: [what] }: Awaited<ReturnType<typeof read>>): Rates {
  if (what) throw refuse('rates_broken', { values: { what } })
  return rates
}
