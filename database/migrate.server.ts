import type { Kysely, Migration } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, Migrator, sql } from 'kysely'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import * as publicSide from './migrations/001-public-side.ts'
import * as users from './migrations/002-users.ts'
import * as payments from './migrations/003-payments.ts'
import * as orders from './migrations/004-orders.ts'
import * as imagesAndAudit from './migrations/005-images-and-audit.ts'
import * as people from './migrations/006-people.ts'
import * as counts from './migrations/007-counts.ts'
import * as standInForgets from './migrations/008-stand-in-forgets.ts'
import * as ordersByEmail from './migrations/009-orders-by-email.ts'
import * as search from './migrations/010-search.ts'
import * as productsTotal from './migrations/011-products-total.ts'
import * as oneOrderOfProducts from './migrations/012-one-order-of-products.ts'
import * as productsShortOfStock from './migrations/013-products-short-of-stock.ts'
import * as rowsOfOnePerson from './migrations/014-rows-of-one-person.ts'
import * as reviewsTotal from './migrations/015-reviews-total.ts'
import * as ordersStillUnpaid from './migrations/016-orders-still-unpaid.ts'
import * as registrationsByBrowser from './migrations/017-registrations-by-browser.ts'
import * as unpaidLimit from './migrations/018-unpaid-limit.ts'
import * as namesWithoutInvisibleCharacters from './migrations/019-names-without-invisible-characters.ts'
import * as bestSellers from './migrations/021-best-sellers.ts'
import * as authenticators from './migrations/022-authenticators.ts'
import * as refundBook from './migrations/023-refund-book.ts'
import * as partNumbers from './migrations/024-part-numbers.ts'
import * as categories from './migrations/025-categories.ts'
import * as attributes from './migrations/026-attributes.ts'
import * as synonyms from './migrations/027-synonyms.ts'
import * as vehicles from './migrations/030-vehicles.ts'
import * as purchases from './migrations/040-purchases.ts'
import * as carts from './migrations/041-carts.ts'
import * as addresses from './migrations/042-addresses.ts'
import * as stockAlerts from './migrations/060-stock-alerts.ts'
import * as morePictures from './migrations/061-more-pictures.ts'
import * as carOfAnOrder from './migrations/062-car-of-an-order.ts'
import * as receipts from './migrations/063-receipts.ts'
import * as mailEvents from './migrations/064-mail-events.ts'
import * as returns from './migrations/065-returns.ts'
import * as disputes from './migrations/066-disputes.ts'
import * as refundsOnce from './migrations/067-refunds-once.ts'
import * as freeRests from './migrations/070-free-rests.ts'
import * as keptAndSold from './migrations/071-kept-and-sold.ts'
import * as addressesUsed from './migrations/073-addresses-used.ts'
import * as writeProbe from './migrations/074-write-probe.ts'
import * as mailQueues from './migrations/075-mail-queues.ts'
import * as picturesToFetch from './migrations/078-pictures-to-fetch.ts'

/** Applied in the order of their names, each once, on both engines. */
const migrations: Record<string, Migration> = {
  '001-public-side': publicSide,
  '002-users': users,
  '003-payments': payments,
  '004-orders': orders,
  '005-images-and-audit': imagesAndAudit,
  '006-people': people,
  '007-counts': counts,
  '008-stand-in-forgets': standInForgets,
  '009-orders-by-email': ordersByEmail,
  '010-search': search,
  '011-products-total': productsTotal,
  '012-one-order-of-products': oneOrderOfProducts,
  '013-products-short-of-stock': productsShortOfStock,
  '014-rows-of-one-person': rowsOfOnePerson,
  '015-reviews-total': reviewsTotal,
  '016-orders-still-unpaid': ordersStillUnpaid,
  '017-registrations-by-browser': registrationsByBrowser,
  '018-unpaid-limit': unpaidLimit,
  '019-names-without-invisible-characters': namesWithoutInvisibleCharacters,
  '021-best-sellers': bestSellers,
  '022-authenticators': authenticators,
  '023-refund-book': refundBook,
  '024-part-numbers': partNumbers,
  '025-categories': categories,
  '026-attributes': attributes,
  '027-synonyms': synonyms,
  '030-vehicles': vehicles,
  '040-purchases': purchases,
  '041-carts': carts,
  '042-addresses': addresses,
  '060-stock-alerts': stockAlerts,
  '061-more-pictures': morePictures,
  '062-car-of-an-order': carOfAnOrder,
  '063-receipts': receipts,
  '064-mail-events': mailEvents,
  '065-returns': returns,
  '066-disputes': disputes,
  '067-refunds-once': refundsOnce,
  '070-free-rests': freeRests,
  '071-kept-and-sold': keptAndSold,
  '073-addresses-used': addressesUsed,
  '074-write-probe': writeProbe,
  '075-mail-queues': mailQueues,
  '078-pictures-to-fetch': picturesToFetch,
}

export async function migrate(db: Db) {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (!error) return
  const unknown = /previously executed migration (\S+) is missing/.exec((error as Error).message)?.[1]
  if (unknown)
    throw new Error(
      `This shop is older than its database: it does not know ${unknown}. Start the newer version, or restore a backup of this one.`,
    )
  throw error
}

/** Those that a database lacks after these; all of them must be known. */
export function migrationsAfter(names: string[]) {
  const unknown = names.find((name) => !migrations[name])
  if (unknown)
    throw new Error(
      `This shop is older than the backup: it does not know ${unknown}. Restore it with the version that made it, or a newer one.`,
    )
  return Object.keys(migrations).filter((name) => !names.includes(name))
}

/** Runs exactly these, in a transaction of the caller's, who lists them as applied. */
export async function migrateWithin(tx: Tx, names: string[]) {
  for (const name of names) await migrations[name]!.up(tx as unknown as Kysely<unknown>)
}

/** The list of applied migrations can be written only where there is one: an empty database gets it with its tables. */
export async function prepareMigrations(db: Db) {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) await migrate(db)
}

export async function listAsApplied(tx: Tx, names: string[]) {
  const list = sql.table(DEFAULT_MIGRATION_TABLE)
  const at = new Date().toISOString()
  await sql`delete from ${list}`.execute(tx)
  for (const name of names)
    await sql`insert into ${list} (name, timestamp) values (${name}, ${at})`.execute(tx)
}
