import { sql } from 'kysely'
import type { ProductRow } from '~/database/tables.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { newId } from '~/platform/id.ts'
import { insertMailFrom } from '~/platform/mail/mail.server.ts'
import { toDollars } from '~/platform/money.ts'
import { Refusal, refuseRequest } from '~/platform/refusal.ts'
import { hours } from '~/platform/time.ts'
import { defaultAddress, selectDefaultAddress } from '~/shop/addresses/store.server.ts'
import { mostPieces, searchable } from '~/shop/catalogue/rules.ts'
import type { Taking } from '~/shop/catalogue/stock/stock.server.ts'
import { selectForSale, takeStock } from '~/shop/catalogue/stock/stock.server.ts'
import { productRow, productRowByName } from '~/shop/catalogue/store.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { fitsToOrder } from '~/shop/fitment/ordered-fit.server.ts'
import { lockUser, requireIdentity, selectLockedUser } from '~/shop/identity/store.server.ts'
import type { PlaceOrder } from '../contract.ts'
import { refuse } from '../contract.ts'
import { sendFree } from '../deliver/set-address.server.ts'
import type { Size } from '../rules.ts'
import { deliveryCents, isPayable, orderNumber, totalCents, unitCentsShown } from '../rules.ts'
import { isUnpaid } from '../store.server.ts'
import type { HoldLimits } from './held-unpaid.server.ts'
import { hasRoom, isLargeOrder, requireRoom } from './held-unpaid.server.ts'
import type { OrderKey } from './order-keys.server.ts'
import { claimKey, hashOf, orderOfKey } from './order-keys.server.ts'
import { orderedMail } from './ordered-mail.ts'

export type PlaceOptions = {
  database: Database
  config: HoldLimits & Pick<Config, 'unpaidOrderHours' | 'deliveryFeeCents' | 'shopEmail'>
}

type Terms = PlaceOptions['config']

type OrderDraft = Taking & {
  email: string
  userName: string
  size: Size
  priceCents: number
  feeCents: number
  expiresAt: string | null
  unpaidSlot: number | null
  /** Makes the order searchable by the customer's name and email. */
  customerSearch: string
  mailId: string
  mailSubject: string
  /** What stands before and after the name of the product. */
  mailBefore: string
  mailAfter: string
  mailEvent: string
  fit: string | null
}

/** A step that affected nothing undoes those before it. */
class EmptyStep extends Error {}

/** `placeOrder` returns the id of the new order, or of the order that the first request with the same key placed. */
export function createPlaceOrder({ database, config }: PlaceOptions) {
  const { db } = database
  const statements = (draft: OrderDraft) => [
    lockUser(database, db, draft.customerId),
    insertPurchase(db, draft),
    insertOrder(db, draft, config),
    insertOrderedMail(db, draft),
    ...takeStock(db, draft),
  ]
  const place = database.changeBatch(['products'], statements)
  const placeOnce = database.changeBatch(['products'], (draft: OrderDraft & OrderKey) => [
    claimKey(db, draft),
    ...statements(draft),
  ])

  /** The same statements one by one, with the customer locked alone. */
  async function placeLarge(draft: OrderDraft, orderKey: OrderKey | undefined) {
    const steps = [
      ...(orderKey ? [claimKey(db, { ...draft, ...orderKey })] : []),
      selectLockedUser(database, db, draft.customerId),
      ...statements(draft),
    ]
    try {
      await database.change(['products'], async (tx) => {
        for (const step of steps) {
          const [rows] = await database.executeAll(tx, [step])
          if (rows.length === 0) throw new EmptyStep()
        }
      })
      return true
    } catch (error) {
      if (error instanceof EmptyStep) return false
      throw error
    }
  }

  return async function placeOrder(customer: Caller, input: PlaceOrder, key?: string): Promise<string> {
    const orderId = await placeAt(customer, input, key)
    if (!input.price) await sendFree({ database, config }, customer, orderId)
    return orderId
  }

  async function placeAt(customer: Caller, input: PlaceOrder, key: string | undefined) {
    if (input.email !== undefined && input.email !== customer.email) throw refuse('other_email')
    const orderKey = key ? { customerId: customer.userId, key, bodyHash: hashOf(input) } : undefined
    const draft = await draftOrder(db, customer, input, config)
    const tryPlace = (candidate: OrderDraft) => {
      if (isLargeOrder(candidate, config)) return placeLarge(candidate, orderKey)
      return orderKey ? placeOnce({ ...candidate, ...orderKey }) : place(candidate)
    }
    // Optimistic: most orders are valid, so the reason is only looked for when it fails.
    if (draft && (await tryPlace(draft))) return draft.orderId
    // A concurrent order took the stock or the slot: tried again until there is a reason to refuse.
    for (let tries = 0; tries < config.mostUnpaidOrders + 3; tries++) {
      const next = await nextDraft(customer, input, draft).catch((refusal: Error) => refusal)
      // Checked after the reason: that may be the order which the same key has placed meanwhile.
      const first = orderKey && (await orderOfKey(db, orderKey))
      if (first) return first
      if (next instanceof Error) throw next
      if (await tryPlace(next)) return next.orderId
    }
    throw refuseRequest('busy')
  }

  /** The draft with a free slot; throws if the order must be refused. */
  async function nextDraft(customer: Caller, input: PlaceOrder, draft: OrderDraft | undefined) {
    await requireIdentity(database, db, customer.userId)
    const product = await productFor(db, input)
    if (!product) throw refuse('unknown_product')
    check(product, input)
    await fitsToOrder(db, [{ productId: product.id, car: input.car }])
    // What made it impossible has changed since the first look.
    const possible = draft ?? (await draftOrder(db, customer, input, config))
    if (!possible) throw refuseRequest('busy')
    await requireRoom(db, possible, config)
    const { unpaidSlot } = possible
    return { ...possible, unpaidSlot: unpaidSlot === null ? null : await freeSlot(db, possible, config) }
  }
}

/** One of the customer's slots for unpaid purchases that is not taken. */
export async function freeSlot(
  db: Db | Tx,
  { customerId, orderId }: Pick<OrderDraft, 'customerId' | 'orderId'>,
  { mostUnpaidOrders }: Pick<Terms, 'mostUnpaidOrders'>,
) {
  const rows = await db
    .selectFrom('orders')
    .select('unpaid_slot')
    .where(isUnpaid)
    .where('customer_id', '=', customerId)
    .where('unpaid_slot', 'is not', null)
    .execute()
  const taken = new Set(rows.map((row) => row.unpaid_slot))
  if (taken.size >= mostUnpaidOrders) throw refuse('too_many_unpaid', { details: { mostUnpaidOrders } })
  const free = Array.from({ length: mostUnpaidOrders }, (_, slot) => slot).filter((slot) => !taken.has(slot))
  return free[spreadSlot(orderId, free.length)]!
}

/** Concurrent orders of one customer rarely try the same slot. */
const spreadSlot = (orderId: string, slots: number) => Number.parseInt(orderId.slice(-6), 16) % slots

/** The order to insert; undefined when the input cannot match any product, or not the verdict on the car. */
async function draftOrder(
  db: Db,
  customer: Caller,
  input: PlaceOrder,
  { unpaidOrderHours, mostUnpaidOrders, deliveryFeeCents }: Terms,
): Promise<OrderDraft | undefined> {
  const { quantity, size } = input
  const unitCents = unitCentsShown(input.price ?? 0, quantity)
  const productId = input.productId || (await productFor(db, input))?.id
  if (unitCents === undefined || !productId || quantity > mostPieces) return undefined
  const priceCents = totalCents(unitCents, quantity)
  if (!isPayable(priceCents)) return undefined
  const [fit] = await fitsToOrder(db, [{ productId, car: input.car }]).catch(noneIfRefused)
  if (fit === undefined) return undefined
  const now = Date.now()
  const expires = priceCents > 0 && unpaidOrderHours > 0
  const isLimited = priceCents > 0 && mostUnpaidOrders > 0
  const orderId = newId(now)
  const feeCents = deliveryCents(priceCents, deliveryFeeCents)
  const expiresAt = expires ? new Date(now + hours(unpaidOrderHours)).toISOString() : null
  const mail = orderedMail({
    purchaseId: orderId,
    name: customer.name,
    totalCents: priceCents + feeCents,
    expiresAt,
    address: priceCents === 0 ? await defaultAddress(db, customer.userId) : undefined,
  })
  return {
    orderId,
    movementId: newId(now),
    customerId: customer.userId,
    email: customer.email,
    userName: customer.name,
    customerSearch: searchable(`${customer.email} ${customer.name}`),
    productId,
    quantity,
    size,
    unitCents,
    priceCents,
    feeCents,
    now: new Date(now).toISOString(),
    expiresAt,
    mailId: newId(now),
    mailSubject: mail.subject,
    mailBefore: `${mail.before}${quantity} x `,
    mailAfter: `, size ${size} (order ${orderNumber(orderId)})${mail.after}`,
    mailEvent: mail.event,
    fit,
    unpaidSlot: isLimited ? spreadSlot(orderId, mostUnpaidOrders) : null,
  }
}

/** A refusal is given by the later look for the reason; anything else is a failure. */
function noneIfRefused(error: unknown): [] {
  if (error instanceof Refusal) return []
  throw error
}

/** Of this one order, which gives it its id. What costs nothing gets its address when it is sent. */
const insertPurchase = (db: Db, { orderId, customerId, now, feeCents, priceCents }: OrderDraft) =>
  db
    .insertInto('purchases')
    .values({
      id: orderId,
      customer_id: customerId,
      created_at: now,
      fee_cents: feeCents,
      address: selectDefaultAddress(db, customerId).where(sql<boolean>`cast(${priceCents} as integer) > 0`),
    })
    .returning('id')

/** Copies the current name and image of the product. */
const insertOrder = (db: Db, draft: OrderDraft, limits: HoldLimits) =>
  db
    .insertInto('orders')
    .columns([
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
    ])
    .expression(
      selectForSale(db, draft)
        .where(hasRoom(draft, limits))
        .select((e) => [
          e.val(draft.orderId).as('id'),
          e.val(draft.orderId).as('purchase_id'),
          e.val(draft.customerId).as('customer_id'),
          e.val(draft.email).as('email'),
          e.val(draft.userName).as('user_name'),
          'products.id as product_id',
          'product_name',
          'image',
          'products.price_cents as unit_cents',
          e.val(draft.priceCents).as('price_cents'),
          e.val(draft.quantity).as('quantity'),
          e.val(draft.size).as('size'),
          e.val('unpaid').as('state'),
          e.val(draft.now).as('created_at'),
          e.val(draft.expiresAt).as('expires_at'),
          sql<string>`name_key || ' ' || cast(${draft.customerSearch} as text)`.as('search_text'),
          e.val(draft.unpaidSlot).as('unpaid_slot'),
          e.val(draft.fit).as('fit'),
        ]),
    )
    // The slot is taken: nothing is inserted.
    .onConflict((c) => c.doNothing())
    .returning('id')

/** Written with the order, and with the name of the product as it is now. */
const insertOrderedMail = (db: Db, draft: OrderDraft) =>
  insertMailFrom(
    db,
    selectForSale(db, draft).select((e) => [
      e.val(draft.mailId).as('id'),
      e.val(draft.email).as('recipient'),
      e.val(draft.mailSubject).as('subject'),
      sql<string>`cast(${draft.mailBefore} as text) || product_name || cast(${draft.mailAfter} as text)`.as(
        'body',
      ),
      e.val(draft.now).as('created_at'),
      sql<number>`0`.as('attempts'),
      e.val(draft.now).as('due_at'),
      e.val(draft.mailEvent).as('event_key'),
    ]),
  )

const productFor = (db: Db, { productId, productName }: PlaceOrder) =>
  productId ? productRow(db, productId) : productRowByName(db, productName!)

/** Refuses an invalid order with the messages of the form. */
function check(product: ProductRow, { quantity, price }: PlaceOrder) {
  if (quantity < product.order_qty)
    throw refuse('below_minimum', { field: 'quantity', values: { minimum: product.order_qty } })
  if (quantity > product.available_qty) throw outOfStock(product.available_qty)
  const total = totalCents(product.price_cents, quantity)
  if (!isPayable(total)) throw refuse('not_chargeable')
  // Nobody pays what they did not see: no price seen means free.
  if (unitCentsShown(price ?? 0, quantity) !== product.price_cents)
    throw refuse('price_changed', { details: { price: toDollars(total) } })
}

const outOfStock = (availableQty: number) =>
  refuse('out_of_stock', { field: 'quantity', details: { availableQty } })
