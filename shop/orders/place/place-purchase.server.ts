import { sql } from 'kysely'
import type { Database, Db, Step } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { newId } from '~/platform/id.ts'
import type { MailToQueue } from '~/platform/mail/mail.server.ts'
import { insertMails, toMailRow } from '~/platform/mail/mail.server.ts'
import { Refusal, refuseRequest } from '~/platform/refusal.ts'
import { hours } from '~/platform/time.ts'
import { isSamePlace, placeOf } from '~/shop/addresses/place.ts'
import type { Address } from '~/shop/addresses/rules.ts'
import { defaultAddress, selectDefaultAddress } from '~/shop/addresses/store.server.ts'
import { searchable } from '~/shop/catalogue/rules.ts'
import type { ForSale, Taking } from '~/shop/catalogue/stock/stock.server.ts'
import { createForSale, takeStock, takingOf } from '~/shop/catalogue/stock/stock.server.ts'
import type { Config } from '~/shop/config.server.ts'
import type { CarOfLine } from '~/shop/fitment/contract.ts'
import { fitsToOrder } from '~/shop/fitment/ordered-fit.server.ts'
import { lockUser, requireIdentity, selectLockedUser } from '~/shop/identity/store.server.ts'
import type { OpenRates, Rates } from '~/shop/rates/rates.server.ts'
import { selectSameRates } from '~/shop/rates/rates.server.ts'
import { collectionId } from '~/shop/rates/ways.ts'
import type { Charges, Destination } from '../charges.server.ts'
import { chargesFor, decidedColumns } from '../charges.server.ts'
import { sendFree } from '../deliver/set-address.server.ts'
import { orderedMail } from '../mails.ts'
import type { Bill, Size } from '../rules.ts'
import { billOf, totalCents } from '../rules.ts'
import type { HoldLimits, Kept, KeyRow, Once, OrderKey, Unpaid } from './claims.server.ts'
import {
  claimKeys,
  freeSlot,
  isLarge,
  orderOfKey,
  requireRoom,
  roomBeside,
  selectRoom,
  selectUnpaid,
  toKeyRow,
} from './claims.server.ts'

export type PlaceOptions = {
  database: Database
  config: HoldLimits & Pick<Config, 'unpaidOrderHours' | 'deliveryFeeCents' | 'shopEmail'>
  rates: OpenRates
  /** For the same transaction: a statement about what is ordered. */
  alongside?: (placed: Pick<Draft, 'customerId' | 'orders'>) => Step['statement']
}

type Line = { productId: string; size: Size; quantity: number; car?: CarOfLine | undefined }

export type Wanted = {
  lines: Line[]
  to?: Destination
  /** Refuses, in the words of its page, what is not as the customer has seen it. */
  requireAsSeen: (bill: Bill) => void
  /** Nothing was to be paid for what the customer has seen. */
  isFree: boolean
}

/** What is there, what prices are decided by, and what is kept for the customer. */
type Seen = { products: Map<string, ForSale>; rates: Rates; unpaid: Unpaid[] }

/** What the statements write, and what must still be so. */
type Draft = Taking & {
  purchaseId: string
  customerId: string
  now: string
  feeCents: number
  goodsCents: number
  orders: NewOrder[]
  mails: MailToQueue[]
  keys: KeyRow[]
  roomPieces: number
  roomCents: number
  ratesVersion: number
  /** Where it goes and how, if the owner has set what that costs: one row, or none. */
  decided: (ReturnType<typeof decidedColumns> & { address: string | null })[]
}

/**
 * The one way of ordering: all lines become orders of one purchase, or none. One batch writes everything on condition that
 * it is as it was when somebody last looked. If it is not, it is looked at, without a lock, until it can be placed or must
 * be refused. Returns the id of the purchase, of the first request with the same key.
 */
export function createPlacePurchase({ database, config, rates, alongside }: PlaceOptions) {
  const { db } = database
  const limitsSums = config.mostUnpaidPieces > 0 || config.mostUnpaidCents > 0
  const limitsCount = config.mostUnpaidOrders > 0
  const forSale = createForSale(db)
  const steps = (draft: Draft): Step[] => [
    { statement: lockUser(database, db, draft.customerId), rows: 1 },
    ...(draft.keys.length > 0 ? [{ statement: claimKeys(db, draft.keys), rows: 1 }] : []),
    ...(limitsSums ? [{ statement: selectRoom(db, draft), rows: 1 }] : []),
    { statement: selectSameRates(db, draft.ratesVersion), rows: 1 },
    { statement: insertPurchase(db, draft), rows: 1 },
    // Fewer when the slot is taken.
    { statement: insertOrders(db, draft.orders), rows: draft.orders.length },
    { statement: insertMails(db, draft.mails), rows: 1 },
    ...takeStock(database, draft),
    ...(alongside ? [{ statement: alongside(draft) }] : []),
  ]
  const write = database.changeBatch(['products'], (draft: Draft) => [steps(draft)])
  const writeAlone = database.changeBatch(['products'], (draft: Draft) => [
    [{ statement: selectLockedUser(database, db, draft.customerId), rows: 1 }],
    steps(draft),
  ])

  return async function placePurchase(customer: Caller, wanted: Wanted, once?: Once): Promise<string> {
    const purchaseId = await place(customer, wanted, once)
    if (wanted.isFree) await sendFree({ database, config }, customer, purchaseId)
    return purchaseId
  }

  async function place(customer: Caller, wanted: Wanted, once: Once | undefined) {
    const orderKey = once && { ...once, customerId: customer.userId }
    const writeIf = async (seen: Seen) => {
      const found = await find(customer, wanted, seen)
      const draft = draftOf(found, orderKey)
      const isWritten = await (isLarge(found.sum, config) ? writeAlone : write)(draft)
      return isWritten ? draft.purchaseId : undefined
    }
    // Mostly the products are as they were when the last one was ordered, and nothing is kept for the customer.
    const products = forSale.remember(wanted.lines.map(({ productId }) => productId))
    const assumed = products && (await writeIf({ products, rates: rates.now, unpaid: [] }).catch(refusalIn))
    if (typeof assumed === 'string') return assumed
    // Each time another one has taken the stock, or a slot of the customer.
    for (let tries = 0; tries < config.mostUnpaidOrders + 3; tries += 1) {
      const placed = await writeIf(await look(customer, wanted)).catch(refusalIn)
      if (typeof placed === 'string') return placed
      // After the reason: that may be the purchase which the same key has placed meanwhile.
      const first = orderKey && (await orderOfKey(db, orderKey))
      if (first) return first
      if (placed instanceof Refusal) throw placed
      await requireIdentity(database, db, customer.userId)
    }
    throw refuseRequest('busy')
  }

  async function look(customer: Caller, { lines }: Wanted): Promise<Seen> {
    const [products, unpaid, looked] = await Promise.all([
      forSale.read(lines.map(({ productId }) => productId)),
      limitsSums || limitsCount ? selectUnpaid(db, customer.userId).execute() : [],
      rates.look(),
    ])
    return { products, unpaid, rates: looked }
  }

  /** All that the purchase is made of, by what was seen; throws if it must be refused. */
  async function find(customer: Caller, { lines, to = {}, requireAsSeen }: Wanted, seen: Seen) {
    const { products, unpaid } = seen
    const goods = billOf(lines, (id) => products.get(id))
    // Mostly nobody has set anything, and the statement that inserts the purchase finds the address itself.
    const isDecided = seen.rates.delivery !== undefined
    const saved = isDecided ? await defaultAddress(db, customer.userId) : undefined
    const place = to.place ?? (saved && placeOf(saved))
    const charges =
      goods.problems.length > 0
        ? { feeCents: 0 }
        : chargesFor(
            seen.rates,
            {
              lines: lines.map(({ productId, quantity }) => {
                const { price_cents: unitCents, weight_grams: grams, ships } = products.get(productId)!
                return { unitCents, quantity, grams, ships }
              }),
              serverFeeCents: config.deliveryFeeCents,
            },
            { ...to, place },
          )
    const bill = { ...goods, feeCents: charges.feeCents }
    requireAsSeen(bill)
    const fits = await fitsToOrder(db, lines)
    const sum = { pieces: lines.reduce((all, { quantity }) => all + quantity, 0), cents: bill.goodsCents }
    const room = roomBeside(sum, config)
    requireRoom(unpaid, room, config)
    const isFree = bill.goodsCents === 0
    // In the order of the lines; the purchase has the id of the first.
    const ids = lines.map(() => newId()).sort()
    const slot = isFree || !limitsCount ? null : freeSlot(unpaid, ids[0]!, config.mostUnpaidOrders)
    const now = Date.now()
    const expires = !isFree && config.unpaidOrderHours > 0
    const purchase = {
      id: ids[0]!,
      customer,
      at: new Date(now).toISOString(),
      expiresAt: expires ? new Date(now + hours(config.unpaidOrderHours)).toISOString() : null,
    }
    const orders = lines.map((line, n) =>
      toOrderRow(purchase, { ...line, id: ids[n]!, product: products.get(line.productId)!, fit: fits[n]! }),
    )
    // One for the purchase, which the first order that costs something holds.
    if (slot !== null) orders.find(({ price_cents }) => price_cents > 0)!.unpaid_slot = slot
    const address = isDecided
      ? addressFor(charges, saved)
      : isFree
        ? await defaultAddress(db, customer.userId)
        : undefined
    return { bill, sum, room, purchase, orders, address, charges, ratesVersion: seen.rates.version }
  }
}

type Found = {
  bill: Bill
  room: Kept
  purchase: PurchaseToPlace
  orders: NewOrder[]
  address: Address | undefined
  charges: Charges
  ratesVersion: number
}

/** Only where its price was decided for; else it is asked for with the payment. What is collected goes nowhere. */
function addressFor({ decided }: Charges, saved: Address | undefined) {
  const isSame =
    decided && decided.delivery.way !== collectionId && isSamePlace(saved && placeOf(saved), decided.place)
  return isSame ? saved : undefined
}

function draftOf(found: Found, orderKey: OrderKey | undefined): Draft {
  const { bill, room, purchase, orders, address, charges, ratesVersion } = found
  const { id: purchaseId, customer, at, expiresAt } = purchase
  const totalCents = bill.goodsCents + bill.feeCents
  return {
    purchaseId,
    customerId: customer.userId,
    now: at,
    feeCents: bill.feeCents,
    goodsCents: bill.goodsCents,
    orders,
    mails: [toMailRow(orderedMail(orders, { purchaseId, totalCents, expiresAt, address }))],
    keys: orderKey ? [toKeyRow(orderKey, purchaseId, at)] : [],
    roomPieces: room.pieces,
    roomCents: room.cents,
    ratesVersion,
    decided: charges.decided
      ? [{ ...decidedColumns(charges.decided), address: address ? JSON.stringify(address) : null }]
      : [],
    ...takingOf(orders),
  }
}

/** A refusal is thrown later, if the same key has placed nothing; anything else is a failure. */
function refusalIn(error: unknown) {
  if (error instanceof Refusal) return error
  throw error
}

/** What costs nothing gets its address when it is sent. */
const insertPurchase = (
  db: Db,
  { purchaseId, customerId, now, feeCents, goodsCents, decided: [decided] }: Draft,
) =>
  db
    .insertInto('purchases')
    .values({
      id: purchaseId,
      customer_id: customerId,
      created_at: now,
      fee_cents: feeCents,
      ...(decided ?? {
        address: selectDefaultAddress(db, customerId).where(sql<boolean>`cast(${goodsCents} as bigint) > 0`),
      }),
    })
    .returning('id')

const insertOrders = (db: Db, orders: NewOrder[]) =>
  db
    .insertInto('orders')
    .values(orders)
    .onConflict((c) => c.doNothing())
    .returning('id')

type NewOrder = ReturnType<typeof toOrderRow>

type PurchaseToPlace = { id: string; customer: Caller; at: string; expiresAt: string | null }
type LineToPlace = Line & { id: string; product: ForSale; fit: string | null }

const toOrderRow = (
  { id: purchaseId, customer, at, expiresAt }: PurchaseToPlace,
  { id, product, quantity, size, fit }: LineToPlace,
) => ({
  id,
  purchase_id: purchaseId,
  customer_id: customer.userId,
  email: customer.email,
  user_name: customer.name,
  product_id: product.id,
  product_name: product.product_name,
  image: product.image,
  unit_cents: product.price_cents,
  price_cents: totalCents(product.price_cents, quantity),
  quantity,
  size,
  state: 'unpaid' as const,
  created_at: at,
  expires_at: expiresAt,
  search_text: `${product.name_key} ${searchable(`${customer.email} ${customer.name}`)}`,
  unpaid_slot: null as number | null,
  fit,
  weight_grams: product.weight_grams,
  ships: product.ships,
})
