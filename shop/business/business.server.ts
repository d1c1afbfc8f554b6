import type { Database, Db } from '~/platform/db/database.server.ts'
import type { Log } from '~/platform/log.server.ts'
import type { Config } from '~/shop/config.server.ts'
import type { Business, BusinessField } from './fields.ts'
import { eachField, sections } from './fields.ts'
import { linesOf } from './shown.ts'

/** What a page depends on that shows any of it. */
export const businessTopics = ['shop_records'] as const

/** The settings of the server that name a first value, by their names. */
export type FirstValues = Config['firstValues']

export type OpenBusiness = ReturnType<typeof openBusiness> extends Promise<infer T> ? T : never

/** What the owner says of the business: read once, and again after each change, here or on another server. */
export async function openBusiness(database: Database, firstValues: FirstValues, log: Log) {
  const read = () => readBusiness(database.db, firstValues)
  let now = await read()
  let reading: Promise<void> = Promise.resolve()
  database.onChange((changed) => {
    if (changed.includes('shop_records')) reading = readAgain()
  })
  return {
    /** What was known last: also while the database is away. */
    get now() {
      return now
    },
    /** What a page that is rendered now shall say. */
    async current() {
      await reading
      return now
    },
    firstOf: (field: BusinessField) => firstOf(firstValues, field),
  }

  async function readAgain() {
    try {
      now = await read()
    } catch (error) {
      if (!database.isClosing)
        log.error({ err: error }, 'what the shop says of itself could not be read again')
    }
  }
}

/** What the owner has stored, or else what the settings of the server say, or else the first value. */
export async function readBusiness(db: Db, firstValues: FirstValues): Promise<Business> {
  const stored = await storedRecords(db)
  return eachField((section, name, field) => stored.get(section)?.[name] ?? firstOf(firstValues, field))
}

const firstOf = (firstValues: FirstValues, { setting, first }: BusinessField) =>
  (setting && firstValues[setting as keyof FirstValues]) ?? first

async function storedRecords(db: Db) {
  const rows = await db.selectFrom('shop_records').selectAll().execute()
  return new Map<string, Record<string, string>>(
    rows.map(({ section, value }) => [section, JSON.parse(value)]),
  )
}

/** Pictures that are shown now. */
export async function picturesOfBusiness(db: Db) {
  const stored = await storedRecords(db)
  return [stored.get('look')?.logo, stored.get('returns')?.notice].filter((address) => address !== undefined)
}

/** Whether anybody has said who sells, in the shop or by a setting. */
export const hasSeller = ({ seller }: Business) =>
  seller.name !== sections.seller.fields.name.first || seller.address !== sections.seller.fields.address.first

/** As receipts name the shop. */
export function sellerOf({ seller: { name, address, taxId } }: Business) {
  return { name, address: linesOf(address), ...(taxId && { taxId }) }
}

/** For how long who may withdraw from a purchase, and where its parts go then. */
export function withdrawalOf({ returns, seller }: Business) {
  const returnTo = linesOf(returns.address)
  return {
    days: Number(returns.days),
    isForEverybody: returns.places === 'everybody',
    isPaidByShop: returns.payer === 'shop',
    returnTo: (returnTo.length > 0 ? returnTo : [seller.name, ...linesOf(seller.address)]).join('\n'),
  }
}
