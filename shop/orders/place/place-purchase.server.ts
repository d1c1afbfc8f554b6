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
import type { OpenBusiness } from '~/shop/business/business.server.ts'
import { searchable } from '~/shop/catalogue/rules.ts'
import type { ForSale, Taking } from '~/shop/catalogue/stock/stock.server.ts'
import { createForSale, takeStock, takingOf } from '~/shop/catalogue/stock/stock.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { refuseCode } from '~/shop/discounts/contract.ts'
import type { DiscountProblem } from '~/shop/discounts/rules.ts'
import { discountOf, leavesTooLittle, problemWords } from '~/shop/discounts/rules.ts'
import type { SeenCode, UseToTake } from '~/shop/discounts/store.server.ts'
import { createCodes, noUse, takeUse, takingOfUse } from '~/shop/discounts/store.server.ts'
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
import { billOf, dueCentsOf, isPayable, totalCents } from '../rules.ts'
import { hasBought, selectNothingBought } from '../store.server.ts'
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
  business: Pick<OpenBusiness, 'current'>
  /** For the same transaction: a statement about what is ordered. */
  alongside?: (placed: Pick<Draft, 'customerId' | 'orders'>) => Step['statement']
}

type Line = { productId: string; size: Size; quantity: number; car?: CarOfLine | undefined }

export type Wanted = {
  lines: Line[]
  to?: Destination
  /** As its customer typed it. */
  code?: string | undefined
  /** Refuses, in the words of its page, what is not as the customer has seen it. */
  requireAsSeen: (bill: Bill) => void
  /** Nothing was to be paid for what the customer has seen. */
  isFree: boolean
}

/** What is there, what prices are decided by, and what is kept for the customer. */
type Seen = {
  products: Map<string, ForSale>
  rates: Rates
  unpaid: Unpaid[]
  /** Of a purchase with a code. */
  code: SeenCode | undefined
}

/** What the statements write, and what must still be so. */
type Draft = Taking &
  UseToTake & {
    purchaseId: string
    customerId: string
    now: string
    feeCents: number
    netCents: number
    orders: NewOrder[]
    mails: MailToQueue[]
    keys: KeyRow[]
    roomPieces: number
    roomCents: number
    ratesVersion: number
    /** Where it goes and how, if the owner has set what that costs: one row, or none. */
    decided: (ReturnType<typeof decidedColumns> & { address: string | null })[]
    /** Of whom nothing may have been bought before, for a code that is for that: one customer, or none. */
    firstPurchase: { customerId: string }[]
  }

/**
 * The one way of ordering: all lines become orders of one purchase, or none. One batch writes everything on condition that
 * it is as it was when somebody last looked. If it is not, it is looked at, without a lock, until it can be placed or must
 * be refused. Returns the id of the purchase, of the first request with the same key.
 */
export function createPlacePurchase({ database, config, rates, business, alongside }: PlaceOptions) {
  const { db } = database
  const limitsSums = config.mostUnpaidPieces > 0 || config.mostUnpaidCents > 0
  const limitsCount = config.mostUnpaidOrders > 0
  const forSale = createForSale(db)
  const codes = createCodes(database)
  const steps = (draft: Draft): Step[] => [
    { statement: lockUser(database, db, draft.customerId), rows: 1 },
    ...(draft.keys.length > 0 ? [{ statement: claimKeys(db, draft.keys), rows: 1 }] : []),
    ...(limitsSums ? [{ statement: selectRoom(db, draft), rows: 1 }] : []),
    { statement: selectSameRates(db, draft.ratesVersion), rows: 1 },
    ...draft.firstPurchase.map(({ customerId }) => ({
      statement: selectNothingBought(db, customerId),
      rows: 1,
    })),
    { statement: insertPurchase(db, draft), rows: 1 },
    // Fewer when the slot is taken.
    { statement: insertOrders(db, draft.orders), rows: draft.orders.length },
    { statement: insertMails(db, draft.mails), rows: 1 },
    ...takeStock(database, draft),
    ...takeUse(db, draft),
    ...(alongside ? [{ statement: alongside(draft) }] : []),
  ]
  const touchedBy = ({ taken }: Draft) => taken.map(({ product_id }) => product_id)
  const write = database.changeBatch(['stock'], (draft: Draft) => [steps(draft)], touchedBy)
  const writeAlone = database.changeBatch(
    ['stock'],
    (draft: Draft) => [
      [{ statement: selectLockedUser(database, db, draft.customerId), rows: 1 }],
      steps(draft),
    ],
    touchedBy,
  )

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
      const isAlone = isLarge(found.sum, config) || draft.firstPurchase.length > 0
      const isWritten = await (isAlone ? writeAlone : write)(draft)
      return isWritten ? draft.purchaseId : undefined
    }
    // Mostly the products are as they were when the last one was ordered, and nothing is kept for the customer.
    const products = forSale.remember(wanted.lines.map(({ productId }) => productId))
    const code = wanted.code ? codes.remember(wanted.code) : undefined
    const assumed =
      products &&
      Boolean(wanted.code) === (code !== undefined) &&
      (await writeIf({ products, rates: rates.now, unpaid: [], code }).catch(refusalIn))
    if (typeof assumed === 'string') return assumed
    // Each time another one has taken the stock, or a slot of the customer.
    for (let tries = 0; tries < config.mostUnpaidOrders + 3; tries += 1) {
      const placed = await look(customer, wanted).then(writeIf).catch(refusalIn)
      if (typeof placed === 'string') return placed
      // After the reason: that may be the purchase which the same key has placed meanwhile.
      const first = orderKey && (await orderOfKey(db, orderKey))
      if (first) return first
      if (placed instanceof Refusal) throw placed
      await requireIdentity(database, db, customer.userId)
    }
    throw refuseRequest('busy')
  }

  async function look(customer: Caller, { lines, code: typed }: Wanted): Promise<Seen> {
    const productIds = lines.map(({ productId }) => productId)
    const [products, unpaid, looked, code] = await Promise.all([
      forSale.read(productIds),
      limitsSums || limitsCount ? selectUnpaid(db, customer.userId).execute() : [],
      rates.look(),
      typed
        ? codes.look(typed, {
            customerId: customer.userId,
            productIds,
            hasBought: (id) => hasBought(db, id),
          })
        : undefined,
    ])
    return { products, unpaid, rates: looked, code }
  }

  /** All that the purchase is made of, by what was seen; throws if it must be refused. */
  async function find(customer: Caller, { lines, to = {}, requireAsSeen }: Wanted, seen: Seen) {
    const { products, unpaid, code } = seen
    const goods = billOf(lines, (id) => products.get(id))
    const discount = code && goods.problems.length === 0 ? discountFor(code, lines, products) : undefined
    const discountCents = discount?.cents ?? 0
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
              discountCents,
              serverFeeCents: config.deliveryFeeCents,
            },
            { ...to, place },
          )
    const bill = { ...goods, discountCents, feeCents: charges.feeCents }
    if (code) requireChargeable(code, bill)
    requireAsSeen(bill)
    const fits = await fitsToOrder(db, lines)
    const netCents = bill.goodsCents - discountCents + bill.depositCents
    const sum = { pieces: lines.reduce((all, { quantity }) => all + quantity, 0), cents: netCents }
    const room = roomBeside(sum, config)
    requireRoom(unpaid, room, config)
    const isFree = netCents === 0
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
      depositDays: bill.depositCents > 0 ? Number((await business.current()).returns.depositDays) : 0,
    }
    const orders = lines.map((line, n) =>
      toOrderRow(purchase, {
        ...line,
        id: ids[n]!,
        product: products.get(line.productId)!,
        fit: fits[n]!,
        discount: code && discount && { code: code.terms.code, cents: discount.shares[n]! },
      }),
    )
    // One for the purchase, which the first order that costs something holds.
    if (slot !== null) orders.find(({ price_cents }) => price_cents > 0)!.unpaid_slot = slot
    const address = isDecided
      ? addressFor(charges, saved)
      : isFree
        ? await defaultAddress(db, customer.userId)
        : undefined
    return { bill, sum, room, purchase, orders, address, charges, code, ratesVersion: seen.rates.version }
  }
}

/** Fixed here, once: what is cancelled, refunded or changed later changes no share. */
function discountFor({ terms, refusal, isFor }: SeenCode, lines: Line[], products: Seen['products']) {
  if (refusal) throw refusal
  const found = discountOf(
    terms,
    lines.map(({ productId, quantity }) => ({
      unitCents: products.get(productId)!.price_cents,
      quantity,
      isEligible: isFor(productId),
    })),
  )
  if ('problem' in found) throw refuseForCart(problemWords(found, terms), found)
  return found
}

function requireChargeable({ terms }: SeenCode, bill: Bill) {
  const cents = dueCentsOf(bill)
  // Without the code it could be paid; what is too much or too little then is said by the page.
  if (bill.problems.length === 0 && !isPayable(cents) && isPayable(cents + bill.discountCents))
    throw refuseForCart(leavesTooLittle(terms.code, cents))
}

const refuseForCart = (words: string, details?: DiscountProblem) =>
  refuseCode('code_not_for_cart', { field: 'code', values: { words }, ...(details && { details }) })

type Found = {
  bill: Bill
  room: Kept
  purchase: PurchaseToPlace
  orders: NewOrder[]
  address: Address | undefined
  charges: Charges
  code: SeenCode | undefined
  ratesVersion: number
}

/** Only where its price was decided for; else it is asked for with the payment. What is collected goes nowhere. */
function addressFor({ decided }: Charges, saved: Address | undefined) {
  const isSame =
    decided && decided.delivery.way !== collectionId && isSamePlace(saved && placeOf(saved), decided.place)
  return isSame ? saved : undefined
}

function draftOf(found: Found, orderKey: OrderKey | undefined): Draft {
  const { bill, room, purchase, orders, address, charges, code, ratesVersion } = found
  const { id: purchaseId, customer, at, expiresAt } = purchase
  const customerId = customer.userId
  const totalCents = dueCentsOf(bill)
  return {
    purchaseId,
    customerId,
    now: at,
    feeCents: bill.feeCents,
    netCents: totalCents - bill.feeCents,
    orders,
    mails: [toMailRow(orderedMail(orders, { purchaseId, totalCents, expiresAt, address }))],
    keys: orderKey ? [toKeyRow(orderKey, purchaseId, at)] : [],
    roomPieces: room.pieces,
    roomCents: room.cents,
    ratesVersion,
    decided: charges.decided
      ? [{ ...decidedColumns(charges.decided), address: address ? JSON.stringify(address) : null }]
      : [],
    firstPurchase: code?.row.customers === 'first_purchase' ? [{ customerId }] : [],
    ...(code ? takingOfUse(code, { purchaseId, customerId, cents: bill.discountCents, at }) : noUse),
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
  { purchaseId, customerId, now, feeCents, netCents, decided: [decided] }: Draft,
) =>
  db
    .insertInto('purchases')
    .values({
      id: purchaseId,
      customer_id: customerId,
      created_at: now,
      fee_cents: feeCents,
      ...(decided ?? {
        address: selectDefaultAddress(db, customerId).where(sql<boolean>`cast(${netCents} as bigint) > 0`),
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

type PurchaseToPlace = {
  id: string
  customer: Caller
  at: string
  expiresAt: string | null
  depositDays: number
}
type LineToPlace = Line & {
  id: string
  product: ForSale
  fit: string | null
  discount: { code: string; cents: number } | undefined
}

const toOrderRow = (
  { id: purchaseId, customer, at, expiresAt, depositDays }: PurchaseToPlace,
  { id, product, quantity, size, fit, discount }: LineToPlace,
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
  price_cents: totalCents(product.price_cents + product.deposit_cents, quantity) - (discount?.cents ?? 0),
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
  // Also without a deposit: the statement that takes the pieces goes by it.
  deposit_cents: product.deposit_cents,
  deposit_days: product.deposit_cents > 0 ? depositDays : null,
  // An order without a code is the statement that it was.
  ...(discount && {
    discount_cents: discount.cents,
    discount_code: discount.cents > 0 ? discount.code : null,
  }),
})
