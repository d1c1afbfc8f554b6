import { sql } from 'kysely'
import type { ProductRow } from '~/database/tables.ts'
import type { Database, Db } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { newId } from '~/platform/id.ts'
import { toDollars } from '~/platform/money.ts'
import { refuseRequest } from '~/platform/refusal.ts'
import { hours } from '~/platform/time.ts'
import { mostPieces, searchable } from '~/shop/catalogue/rules.ts'
import type { Taking } from '~/shop/catalogue/stock/stock.server.ts'
import { selectForSale, takeStock } from '~/shop/catalogue/stock/stock.server.ts'
import { productRow, productRowByName } from '~/shop/catalogue/store.server.ts'
import { lockUser, requireIdentity } from '~/shop/identity/store.server.ts'
import type { PlaceOrder } from '../contract.ts'
import { refuse } from '../contract.ts'
import type { Size } from '../rules.ts'
import { isPayable, totalCents, unitCentsShown } from '../rules.ts'
import { isUnpaid } from '../store.server.ts'
import type { OrderKey } from './order-keys.server.ts'
import { claimKey, hashOf, orderOfKey } from './order-keys.server.ts'

type Terms = { database: Database; unpaidOrderHours: number; mostUnpaidOrders: number }

type Limits = Omit<Terms, 'database'>

type Wanted = Taking & {
  email: string
  userName: string
  size: Size
  priceCents: number
  expiresAt: string | null
  unpaidSlot: number | null
  /** To be found by the customer's name and address. */
  customerSearch: string
}

/** Answers with the id of the order: a new one, or that of the first request with the same key. */
export function createPlaceOrder({ database, ...limits }: Terms) {
  const { db } = database
  const parts = (wanted: Wanted) => [
    lockUser(database, db, wanted.customerId),
    anOrder(db, wanted),
    ...takeStock(db, wanted),
  ]
  const place = database.changeBatch(['products'], parts)
  const placeOnce = database.changeBatch(['products'], (wanted: Wanted & OrderKey) => [
    claimKey(db, wanted),
    ...parts(wanted),
  ])

  return async function placeOrder(customer: Caller, wish: PlaceOrder, key?: string): Promise<string> {
    if (wish.email !== undefined && wish.email !== customer.email) throw refuse('other_email')
    const kept = key ? { customerId: customer.userId, key, bodyHash: hashOf(wish) } : undefined
    const wanted = await wantedBy(db, customer, wish, limits)
    const isPlaced = (it: Wanted) => (kept ? placeOnce({ ...it, ...kept }) : place(it))
    // Tried at once, and only looked into when it fails: most orders are right.
    if (wanted && (await isPlaced(wanted))) return wanted.orderId
    // Another order was faster, for the pieces or for the slot: at most so often until there is a reason to refuse.
    for (let tries = 0; tries < limits.mostUnpaidOrders + 3; tries++) {
      const next = await orderable(customer, wish, wanted).catch((refusal: Error) => refusal)
      // After the reason was looked for: it may be the order that the same key has placed meanwhile.
      const first = kept && (await orderOfKey(db, kept))
      if (first) return first
      if (next instanceof Error) throw next
      if (await isPlaced(next)) return next.orderId
    }
    throw refuseRequest('busy')
  }

  /** What to try next, as far as nothing speaks against it by now. */
  async function orderable(customer: Caller, wish: PlaceOrder, wanted: Wanted | undefined) {
    await requireIdentity(database, db, customer.userId)
    const product = await productFor(db, wish)
    if (!product) throw refuse('unknown_product')
    check(product, wish)
    if (!wanted) throw outOfStock(product.available_qty)
    return { ...wanted, unpaidSlot: wanted.unpaidSlot === null ? null : await freeSlot(db, wanted, limits) }
  }
}

/** One of the customer's places for unpaid orders that nobody has taken. */
async function freeSlot(db: Db, { customerId, orderId }: Wanted, { mostUnpaidOrders }: Limits) {
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
  return free[scattered(orderId, free.length)]!
}

/** Orders of one customer that are placed at the same moment rarely want the same slot. */
const scattered = (orderId: string, slots: number) => Number.parseInt(orderId.slice(-6), 16) % slots

/** What is to be written; undefined for a wish that no product can fulfil. */
async function wantedBy(
  db: Db,
  customer: Caller,
  wish: PlaceOrder,
  { unpaidOrderHours, mostUnpaidOrders }: Limits,
): Promise<Wanted | undefined> {
  const { quantity, size } = wish
  const unitCents = unitCentsShown(wish.price ?? 0, quantity)
  const productId = wish.productId || (await productFor(db, wish))?.id
  if (unitCents === undefined || !productId || quantity > mostPieces) return undefined
  const priceCents = totalCents(unitCents, quantity)
  if (!isPayable(priceCents)) return undefined
  const now = Date.now()
  const expires = priceCents > 0 && unpaidOrderHours > 0
  const isLimited = priceCents > 0 && mostUnpaidOrders > 0
  const orderId = newId(now)
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
    now: new Date(now).toISOString(),
    expiresAt: expires ? new Date(now + hours(unpaidOrderHours)).toISOString() : null,
    unpaidSlot: isLimited ? scattered(orderId, mostUnpaidOrders) : null,
  }
}

/** Carries what the product is called and looks like now. */
const anOrder = (db: Db, wanted: Wanted) =>
  db
    .insertInto('orders')
    .columns([
      'id',
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
    ])
    .expression(
      selectForSale(db, wanted).select((e) => [
        e.val(wanted.orderId).as('id'),
        e.val(wanted.customerId).as('customer_id'),
        e.val(wanted.email).as('email'),
        e.val(wanted.userName).as('user_name'),
        'products.id as product_id',
        'product_name',
        'image',
        'products.price_cents as unit_cents',
        e.val(wanted.priceCents).as('price_cents'),
        e.val(wanted.quantity).as('quantity'),
        e.val(wanted.size).as('size'),
        e.val('unpaid').as('state'),
        e.val(wanted.now).as('created_at'),
        e.val(wanted.expiresAt).as('expires_at'),
        sql<string>`name_key || ' ' || cast(${wanted.customerSearch} as text)`.as('search_text'),
        e.val(wanted.unpaidSlot).as('unpaid_slot'),
      ]),
    )
    // The slot is taken: nothing is touched.
    .onConflict((c) => c.doNothing())
    .returning('id')

const productFor = (db: Db, { productId, productName }: PlaceOrder) =>
  productId ? productRow(db, productId) : productRowByName(db, productName!)

/** Why an order is refused, in the words of its form. */
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
