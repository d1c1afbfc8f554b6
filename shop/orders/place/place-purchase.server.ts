import { setTimeout as sleep } from 'node:timers/promises'
import type { Compilable } from 'kysely'
import type { OrderRow, ProductRow } from '~/database/tables.ts'
import type { Tx } from '~/platform/db/database.server.ts'
import { Unauthenticated } from '~/platform/http/allow.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { newId } from '~/platform/id.ts'
import { insertMail } from '~/platform/mail/mail.server.ts'
import { toDollars } from '~/platform/money.ts'
import { refuseRequest } from '~/platform/refusal.ts'
import { hours, seconds } from '~/platform/time.ts'
import { defaultAddress, selectDefaultAddress } from '~/shop/addresses/store.server.ts'
import { searchable } from '~/shop/catalogue/rules.ts'
import { selectLockedForSale, takeStocks } from '~/shop/catalogue/stock/stock.server.ts'
import type { CarOfLine } from '~/shop/fitment/contract.ts'
import { fitsToOrder } from '~/shop/fitment/ordered-fit.server.ts'
import { selectLockedUser } from '~/shop/identity/store.server.ts'
import { refuse } from '../contract.ts'
import { sendFree } from '../deliver/set-address.server.ts'
import type { LineProblem } from '../lines.ts'
import { lineProblems } from '../lines.ts'
import { summary, sumOf } from '../mails.ts'
import type { Size } from '../rules.ts'
import { deliveryCents, isPayable, totalCents } from '../rules.ts'
import { requireRoom } from './held-unpaid.server.ts'
import { claimKey, hashOf, orderOfKey } from './order-keys.server.ts'
import { orderedMail } from './ordered-mail.ts'
import type { PlaceOptions } from './place-order.server.ts'
import { freeSlot } from './place-order.server.ts'

export type PurchaseInput = {
  lines: PurchaseLine[]
  /** What the customer was shown, delivery included, in cents. */
  totalCents: number
}
type PurchaseLine = { productId: string; size: Size; quantity: number; car?: CarOfLine | undefined }

type Placing = {
  key?: string | undefined
  /** Statements for the same transaction. */
  within?: (tx: Tx) => Compilable[]
}

const longestWaitMs = seconds(5)

/** Another request has taken the slot, or the same key, in this moment. */
class Overtaken extends Error {}

/**
 * Places all lines as orders of one purchase, or none. Products are locked in the order of their ids: in the order of the
 * cart two customers would wait for each other. Returns the ids of the orders, of the first request with the same key.
 */
export function createPlacePurchase({ database, config }: PlaceOptions) {
  const { db } = database

  return async function placePurchase(customer: Caller, input: PurchaseInput, placing: Placing = {}) {
    const purchaseId = await placeAt(customer, input, placing)
    if (input.totalCents === 0) await sendFree({ database, config }, customer, purchaseId)
    return purchaseId
  }

  async function placeAt(
    customer: Caller,
    input: PurchaseInput,
    { key, within = () => [] }: Placing,
  ): Promise<string> {
    const orderKey = key ? { customerId: customer.userId, key, bodyHash: hashOf(input) } : undefined
    const giveUpAt = Date.now() + longestWaitMs
    for (let tries = 1; Date.now() < giveUpAt; tries += 1) {
      const first = orderKey && (await orderOfKey(db, orderKey))
      if (first) return first
      const fits = await fitsToOrder(db, input.lines)
      try {
        return await database.change(['products'], (tx) =>
          place(tx, customer, input, { orderKey, within, fits }),
        )
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error
        // The one that came first is not committed yet, and cannot be seen before.
        await sleep(Math.min(tries * 5, 100))
      }
    }
    throw refuseRequest('busy')
  }

  async function place(
    tx: Tx,
    customer: Caller,
    input: PurchaseInput,
    { orderKey, within, fits }: PlacingWithin,
  ) {
    const now = Date.now()
    const at = new Date(now).toISOString()
    // In the order of the lines; the purchase has the id of the first.
    const ids = input.lines.map(() => newId(now)).sort()
    const purchaseId = ids[0]!
    if (orderKey) {
      const [claimed] = await claimKey(tx, { ...orderKey, orderId: purchaseId, now: at }).execute()
      if (!claimed) throw new Overtaken()
    }
    // Alone, unlike for a single order: that one takes its slot before its product, this one after.
    const [[identity], rows] = await database.executeAll(tx, [
      selectLockedUser(database, tx, customer.userId),
      selectLockedForSale(
        database,
        tx,
        input.lines.map(({ productId }) => productId),
      ),
    ])
    if (!identity) throw new Unauthenticated()
    const products = new Map(rows.map((row) => [row.id, row]))
    const fee = requireUnchanged(input, products, config.deliveryFeeCents)
    const orders = input.lines.map((line, n) =>
      toOrderRow(line, products.get(line.productId)!, {
        id: ids[n]!,
        purchaseId,
        customer,
        at,
        fit: fits[n]!,
      }),
    )
    await requireRoom(tx, wanted(customer, orders), config)
    const isFree = orders.every(({ price_cents }) => price_cents === 0)
    if (!isFree && config.unpaidOrderHours > 0)
      for (const order of orders)
        order.expires_at = new Date(now + hours(config.unpaidOrderHours)).toISOString()
    const slot = await slotFor(tx, customer, purchaseId, isFree)
    // One for the purchase, which the first order that costs something holds.
    if (slot !== null) orders.find(({ price_cents }) => price_cents > 0)!.unpaid_slot = slot
    const { before, after, ...mail } = orderedMail({
      purchaseId,
      name: customer.name,
      totalCents: input.totalCents,
      expiresAt: orders[0]!.expires_at,
      address: isFree ? await defaultAddress(tx, customer.userId) : undefined,
    })
    const [inserted] = await database.executeAll(tx, [
      tx
        .insertInto('orders')
        .values(orders)
        .onConflict((c) => c.doNothing())
        .returning('id'),
      tx.insertInto('purchases').values({
        id: purchaseId,
        customer_id: customer.userId,
        created_at: at,
        fee_cents: fee,
        // What costs nothing gets it when it is sent.
        address: isFree ? null : selectDefaultAddress(tx, customer.userId),
      }),
      ...takeStocks(
        tx,
        orders.map(({ id, product_id, quantity }) => ({ orderId: id, productId: product_id, quantity })),
        { byUser: customer.userId, at },
      ),
      insertMail(tx, { ...mail, to: customer.email, text: before + summary(orders) + after }),
      ...within(tx),
    ])
    if (inserted.length < orders.length) throw new Overtaken()
    return purchaseId
  }

  async function slotFor(tx: Tx, { userId }: Caller, purchaseId: string, isFree: boolean) {
    if (isFree || config.mostUnpaidOrders === 0) return null
    return freeSlot(tx, { customerId: userId, orderId: purchaseId }, config)
  }
}

const wanted = ({ userId }: Caller, orders: OrderRow[]) => ({
  customerId: userId,
  quantity: orders.reduce((sum, { quantity }) => sum + quantity, 0),
  priceCents: sumOf(orders),
})

type OrderKey = { customerId: string; key: string; bodyHash: string }

type PlacingWithin = Required<Pick<Placing, 'within'>> & {
  orderKey: OrderKey | undefined
  /** Of each line. */
  fits: (string | null)[]
}

/** Refuses with all that has changed since the customer saw it; returns what delivery costs. */
function requireUnchanged(input: PurchaseInput, products: Map<string, ProductRow>, feeCents: number) {
  const problems = lineProblems(input.lines, (id) => {
    const product = products.get(id)
    return product && { availableQty: product.available_qty, orderQty: product.order_qty }
  })
  const known = input.lines.filter(({ productId }) => products.has(productId))
  const goods = known.reduce(
    (sum, { productId, quantity }) => sum + totalCents(products.get(productId)!.price_cents, quantity),
    0,
  )
  const fee = deliveryCents(goods, feeCents)
  if (problems.length > 0)
    throw refuse('lines_not_available', { details: { lines: problems satisfies LineProblem[] } })
  if (goods + fee !== input.totalCents)
    throw refuse('total_changed', { details: { total: toDollars(goods + fee) } })
  if (!isPayable(goods + fee)) throw refuse('not_chargeable')
  return fee
}

type NewOrder = { id: string; purchaseId: string; customer: Caller; at: string; fit: string | null }

const toOrderRow = (
  { size, quantity }: PurchaseLine,
  product: ProductRow,
  { id, purchaseId, customer, at, fit }: NewOrder,
): OrderRow => ({
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
  transaction_id: null,
  created_at: at,
  expires_at: null,
  paid_at: null,
  cancelled_at: null,
  cancelled_by: null,
  refunded_at: null,
  search_text: `${product.name_key} ${searchable(`${customer.email} ${customer.name}`)}`,
  refund_state: null,
  refund_reason: null,
  refunded_cents: 0,
  refunded_quantity: 0,
  delivery_state: null,
  dispute_state: null,
  overpaid_cents: 0,
  return_state: null,
  returned_quantity: 0,
  restocked_quantity: 0,
  card_last4: null,
  unpaid_slot: null,
  fit,
})
