import type { OrderRow, ProductRow } from '~/database/tables.ts'
import type { Database, Db } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { Refusal } from '~/platform/http/refusal.ts'
import { newId } from '~/platform/id.ts'
import { searchable } from '~/shop/catalogue/rules.ts'
import { takeStock } from '~/shop/catalogue/stock.server.ts'
import { personHeld, requirePerson } from '~/shop/identity/store.server.ts'
import type { PlaceOrder } from './contract.ts'
import { claimKey, hashOf, orderOfKey } from './order-keys.server.ts'
import { refuse } from './refuse.server.ts'
import { isPayable, quantityAbove, quantityBelow, totalCents } from './rules.ts'

type Terms = { database: Database; unpaidOrderHours: number }

/** The id of the order: a new one, or that of the first request with the same key. */
export async function placeOrder(
  { database, unpaidOrderHours }: Terms,
  customer: Caller,
  wish: PlaceOrder,
  key?: string,
): Promise<string> {
  if (wish.email !== undefined && wish.email !== customer.email) throw refuse('other_email')
  const kept = key ? { customerId: customer.userId, key, bodyHash: hashOf(wish) } : undefined
  const known = kept && (await orderOfKey(database.db, kept))
  if (known) return known

  const product = await productFor(database.db, wish)
  if (!product) throw refuse('unknown_product')
  check(product, wish)
  const order = newOrder(customer, product, wish, unpaidOrderHours)
  const pieces = { productId: product.id, quantity: wish.quantity }
  const placed = await database.changeTogether(
    ['products'],
    [
      personHeld(database, database.db, customer.userId),
      ...(kept ? [claimKey(database.db, kept, order.id)] : []),
      database.db.insertInto('orders').values(order).returning('id'),
      ...takeStock(database.db, pieces, { orderId: order.id, byUser: customer.userId }),
    ],
  )
  if (placed) return order.id
  const first = kept && (await orderOfKey(database.db, kept))
  if (first) return first
  await requirePerson(database, database.db, customer.userId)
  throw await tooFewLeft(database.db, product.id)
}

const productFor = (db: Db, { productId, productName }: PlaceOrder) => {
  const products = db.selectFrom('products').selectAll()
  return productId
    ? products.where('id', '=', productId).executeTakeFirst()
    : products.where('name_key', '=', searchable(productName!)).executeTakeFirst()
}

/** Spares the database a transaction that would be undone; whether enough is left is decided by taking it. */
function check(product: ProductRow, { quantity, price }: PlaceOrder) {
  if (quantity < product.order_qty) {
    const message = quantityBelow(product.order_qty)
    throw new Refusal(422, 'invalid', message, { quantity: message })
  }
  if (quantity > product.available_qty) throw outOfStock(product.available_qty)
  const total = totalCents(product.price_cents, quantity)
  if (!isPayable(total)) throw refuse('not_chargeable')
  // Nobody pays what they did not see: no price seen means free.
  if (Math.abs((price ?? 0) * 100 - total) > 1e-4) throw refuse('price_changed', { price: total / 100 })
}

async function tooFewLeft(db: Db, productId: string) {
  const product = await db
    .selectFrom('products')
    .select('available_qty')
    .where('id', '=', productId)
    .executeTakeFirst()
  return product ? outOfStock(product.available_qty) : refuse('unknown_product')
}

const outOfStock = (availableQty: number) =>
  new Refusal(409, 'out_of_stock', quantityAbove, { quantity: quantityAbove }, { availableQty })

function newOrder(
  customer: Caller,
  product: ProductRow,
  wish: PlaceOrder,
  unpaidOrderHours: number,
): OrderRow {
  const now = Date.now()
  const price_cents = totalCents(product.price_cents, wish.quantity)
  const expires = price_cents > 0 && unpaidOrderHours > 0
  return {
    id: newId(now),
    customer_id: customer.userId,
    email: customer.email,
    user_name: customer.name,
    product_id: product.id,
    product_name: product.product_name,
    image: product.image,
    unit_cents: product.price_cents,
    price_cents,
    quantity: wish.quantity,
    size: wish.size,
    state: 'unpaid',
    transaction_id: null,
    created_at: new Date(now).toISOString(),
    expires_at: expires ? new Date(now + unpaidOrderHours * 3_600_000).toISOString() : null,
    paid_at: null,
    cancelled_at: null,
    cancelled_by: null,
    refunded_at: null,
    search_text: searchable(`${product.product_name} ${customer.email} ${customer.name}`),
  }
}
