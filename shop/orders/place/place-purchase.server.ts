import { sql } from 'kysely'
import type { OrderRow } from '~/database/tables.ts'
import type { Database, Step } from '~/platform/db/database.server.ts'
import { columnsIn } from '~/platform/db/rows-in-json.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { newId } from '~/platform/id.ts'
import { insertMails, toMailRow } from '~/platform/mail/mail.server.ts'
import { Refusal, refuseRequest } from '~/platform/refusal.ts'
import { hours } from '~/platform/time.ts'
import type { Address } from '~/shop/addresses/rules.ts'
import { defaultAddress, selectDefaultAddress } from '~/shop/addresses/store.server.ts'
import { searchable } from '~/shop/catalogue/rules.ts'
import type { ForSale, Taking } from '~/shop/catalogue/stock/stock.server.ts'
import { selectForSale, takeStock, takingOf } from '~/shop/catalogue/stock/stock.server.ts'
import type { Config } from '~/shop/config.server.ts'
import type { CarOfLine } from '~/shop/fitment/contract.ts'
import { fitsToOrder } from '~/shop/fitment/ordered-fit.server.ts'
import { lockUser, requireIdentity, selectLockedUser } from '~/shop/identity/store.server.ts'
import { sendFree } from '../deliver/set-address.server.ts'
import type { Bill } from '../lines.ts'
import { billOf } from '../lines.ts'
import type { Size } from '../rules.ts'
import { totalCents } from '../rules.ts'
import type { HoldLimits, Kept } from './held-unpaid.server.ts'
import { freeSlot, isLarge, requireRoom, roomBeside, selectRoom, selectUnpaid } from './held-unpaid.server.ts'
import type { Once, OrderKey } from './order-keys.server.ts'
import { claimKeys, keysOf, orderOfKey } from './order-keys.server.ts'
import { orderedMail } from './ordered-mail.ts'

export type PlaceOptions = {
  database: Database
  config: HoldLimits & Pick<Config, 'unpaidOrderHours' | 'deliveryFeeCents' | 'shopEmail'>
  /** For the same transaction: a statement about what is ordered. */
  alongside?: (placed: Pick<Draft, 'customerId' | 'orders'>) => Step['statement']
}

type Line = { productId: string; size: Size; quantity: number; car?: CarOfLine | undefined }

export type Wanted = {
  lines: Line[]
  /** Refuses, in the words of its page, what is not as the customer has seen it. */
  requireAsSeen: (bill: Bill) => void
  /** Nothing was to be paid for what the customer has seen. */
  isFree: boolean
}

/** What the statements write, lists of rows as JSON, and what must still be so. */
type Draft = Taking & {
  purchaseId: string
  customerId: string
  now: string
  feeCents: number
  goodsCents: number
  orders: string
  orderCount: number
  mails: string
  keys: string
  keyCount: number
  roomPieces: number
  roomCents: number
}

/**
 * The one way of ordering: all lines become orders of one purchase, or none. What it takes is read first, without a lock;
 * then one batch writes everything on condition that it is still so. If it is not, it is looked at again until it can be
 * placed or must be refused. Returns the id of the purchase, of the first request with the same key.
 */
export function createPlacePurchase({ database, config, alongside }: PlaceOptions) {
  const { db } = database
  const limitsSums = config.mostUnpaidPieces > 0 || config.mostUnpaidCents > 0
  const limitsCount = config.mostUnpaidOrders > 0
  const forSale = database.prepare(({ ids }: { ids: string }) => selectForSale(database, ids))
  const unpaidOf = database.prepare(({ customerId }: { customerId: string }) => selectUnpaid(db, customerId))
  const steps = (draft: Draft): Step[] => [
    { statement: lockUser(database, db, draft.customerId), rows: 1 },
    { statement: claimKeys(database, draft.keys), rows: draft.keyCount },
    ...(limitsSums ? [{ statement: selectRoom(db, draft), rows: 1 }] : []),
    { statement: insertPurchase(database, draft), rows: 1 },
    // Fewer when the slot is taken.
    { statement: insertOrders(database, draft.orders), rows: draft.orderCount },
    { statement: insertMails(database, draft.mails), rows: 1 },
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
    // Each time another one has taken the stock, or a slot of the customer.
    for (let tries = 0; tries < config.mostUnpaidOrders + 3; tries += 1) {
      const found = await find(customer, wanted).catch(refusalIn)
      if (!(found instanceof Refusal)) {
        const draft = draftOf(found, orderKey)
        if (await (isLarge(found.sum, config) ? writeAlone : write)(draft)) return draft.purchaseId
      }
      // After the reason: that may be the purchase which the same key has placed meanwhile.
      const first = orderKey && (await orderOfKey(db, orderKey))
      if (first) return first
      if (found instanceof Refusal) throw found
      await requireIdentity(database, db, customer.userId)
    }
    throw refuseRequest('busy')
  }

  /** All that the purchase is made of, as it is now; throws if it must be refused. */
  async function find(customer: Caller, { lines, requireAsSeen }: Wanted) {
    const [rows, unpaid] = await Promise.all([
      forSale({ ids: JSON.stringify(lines.map(({ productId }) => ({ id: productId }))) }),
      limitsSums || limitsCount ? unpaidOf({ customerId: customer.userId }) : [],
    ])
    const products = new Map(rows.map((row) => [row.id, row]))
    const bill = billOf(lines, (id) => products.get(id), config.deliveryFeeCents)
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
    const address = isFree ? await defaultAddress(db, customer.userId) : undefined
    return { bill, sum, room, purchase, orders, address }
  }
}

type Found = {
  bill: Bill
  room: Kept
  purchase: PurchaseToPlace
  orders: NewOrder[]
  address: Address | undefined
}

function draftOf({ bill, room, purchase, orders, address }: Found, orderKey: OrderKey | undefined): Draft {
  const { id: purchaseId, customer, at, expiresAt } = purchase
  const totalCents = bill.goodsCents + bill.feeCents
  return {
    ...bill,
    purchaseId,
    customerId: customer.userId,
    now: at,
    orders: JSON.stringify(orders),
    orderCount: orders.length,
    mails: JSON.stringify([toMailRow(orderedMail(orders, { purchaseId, totalCents, expiresAt, address }))]),
    keys: keysOf(orderKey, purchaseId, at),
    keyCount: orderKey ? 1 : 0,
    roomPieces: room.pieces,
    roomCents: room.cents,
    ...takingOf(
      orders.map(({ id, product_id, quantity, unit_cents }) => ({
        orderId: id,
        productId: product_id,
        quantity,
        unitCents: unit_cents,
      })),
      { byUser: customer.userId, at },
    ),
  }
}

/** A refusal is thrown later, if the same key has placed nothing; anything else is a failure. */
function refusalIn(error: unknown) {
  if (error instanceof Refusal) return error
  throw error
}

/** What costs nothing gets its address when it is sent. */
const insertPurchase = ({ db }: Database, { purchaseId, customerId, now, feeCents, goodsCents }: Draft) =>
  db
    .insertInto('purchases')
    .values({
      id: purchaseId,
      customer_id: customerId,
      created_at: now,
      fee_cents: feeCents,
      address: selectDefaultAddress(db, customerId).where(sql<boolean>`cast(${goodsCents} as bigint) > 0`),
    })
    .returning('id')

const orderColumns = [
  'id',
  'purchase_id',
  'customer_id',
  'email',
  'user_name',
  'product_id',
  'product_name',
  'image',
  'unit_cents',
  'price_cents',
  'quantity',
  'size',
  'state',
  'created_at',
  'expires_at',
  'search_text',
  'unpaid_slot',
  'fit',
] as const
const insertOrders = ({ db, engine }: Database, orders: string) =>
  db
    .insertInto('orders')
    .columns(orderColumns)
    .expression(columnsIn(engine, 'orders', orderColumns, orders))
    .onConflict((c) => c.doNothing())
    .returning('id')

type NewOrder = Pick<OrderRow, (typeof orderColumns)[number]>

type PurchaseToPlace = { id: string; customer: Caller; at: string; expiresAt: string | null }
type LineToPlace = Line & { id: string; product: ForSale; fit: string | null }

const toOrderRow = (
  { id: purchaseId, customer, at, expiresAt }: PurchaseToPlace,
  { id, product, quantity, size, fit }: LineToPlace,
): NewOrder => ({
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
  state: 'unpaid',
  created_at: at,
  expires_at: expiresAt,
  search_text: `${product.name_key} ${searchable(`${customer.email} ${customer.name}`)}`,
  unpaid_slot: null,
  fit,
})
