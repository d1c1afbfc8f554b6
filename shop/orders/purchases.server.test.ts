import { beforeAll, expect, test } from 'vitest'
import { newId } from '~/platform/id.ts'
import { aProduct } from '~/test/a-product.ts'
import { buyerPayments } from '~/test/buyer-payments.ts'
import { paidOrder } from '~/test/paid-order.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

let shop: TestShop
let pay: Awaited<ReturnType<typeof buyerPayments>>
let ada: Awaited<ReturnType<typeof signedIn>>
let admin: Awaited<ReturnType<typeof signedIn>>
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off', DELIVERY_FEE: '4.90' })
  pay = await buyerPayments(shop)
  ada = await signedIn(shop, { email: 'ada@purchases.example' })
  admin = await signedIn(shop, { email: 'admin@purchases.example', admin: true })
})

async function ordered(priceCents: number, quantity = 1) {
  const product = await aProduct(shop, { priceCents })
  const price = (priceCents * quantity) / 100
  const answer = await shop.post(
    '/api/orders',
    { productId: product.id, quantity, size: 'M', ...(price && { price }) },
    ada.headers,
  )
  const order = (await shop.get(`/api/order/${answer.json().insertedId}`, ada.headers)).json()
  const purchase = (await shop.get(`/api/purchases/${order.purchaseId}`, ada.headers)).json()
  return { order, purchase }
}

test('a purchase of up to $100 pays for its delivery, above that it is free', async () => {
  for (const [cents, delivery] of [
    [100, 4.9],
    [10_000, 4.9],
    [10_001, 0],
    [0, 0],
  ] as const) {
    const { order, purchase } = await ordered(cents)
    expect(purchase).toMatchObject({ delivery, total: (cents + delivery * 100) / 100 })
    expect(order.price ?? 0).toBe(cents / 100)
  }
})

test('the delivery is paid with the order, and a price without it pays nothing', async () => {
  const { order } = await ordered(2500)
  const start = (price: number) =>
    shop.post('/create-payment-intent', { orderId: order._id, price }, ada.headers)
  expect((await start(25)).json()).toMatchObject({
    reason: 'price_differs',
    message: 'The price of this order is $29.90.',
  })
  expect((await start(29.9)).status).toBe(200)
})

test('the checkout of a cart counts its parts together', async () => {
  const [tyre, disc] = [
    await aProduct(shop, { priceCents: 6000 }),
    await aProduct(shop, { priceCents: 5000 }),
  ]
  const lines = [tyre, disc].map(({ id }) => ({ productId: id, quantity: 1, size: 'M' }))
  const checkout = (total: number, of = lines) =>
    shop.post('/api/checkout', { lines: of, total }, ada.headers)
  expect((await checkout(114.9)).json()).toMatchObject({ reason: 'total_changed', total: 110 })
  expect((await checkout(110)).status).toBe(200)
  expect((await checkout(60, lines.slice(0, 1))).json()).toMatchObject({ total: 64.9 })
  const { deliveryFee } = (await shop.get('/api/cart', ada.headers)).json()
  expect(deliveryFee).toBe(4.9)
})

test('the payment of a purchase does not pay the order that was cancelled out of it', async () => {
  const { id } = await aProduct(shop, { priceCents: 1500 })
  const lines = ['M', 'L'].map((size) => ({ productId: id, quantity: 1, size }))
  const placed = await shop.post('/api/checkout', { lines, total: 34.9 }, ada.headers)
  const purchase = () => shop.get(`/api/purchases/${placed.json().purchaseId}`, ada.headers)
  const [cancelled, left] = (await purchase()).json().orders.map(({ _id }: { _id: string }) => _id)
  const path = `/api/orders/${cancelled}`
  expect((await shop.send(path, { method: 'DELETE', headers: ada.headers })).status).toBe(200)
  const started = await pay.start(ada, placed.json().purchaseId)
  expect(await pay.confirmCard(started)).toBe(true)
  expect((await pay.confirmPayment(ada, left, started.transactionId)).status).toBe(200)
  const claimed = await pay.confirmPayment(ada, cancelled, started.transactionId)
  expect([claimed.status, claimed.json().reason]).toEqual([409, 'payment_refused'])
})

test('an intent for another amount than is owed by now is never handed out again', async () => {
  const { order } = await ordered(2500)
  const before = await pay.start(ada, order._id)
  // As if a part of the purchase had been cancelled while the provider could not be reached.
  await shop.db.updateTable('purchases').set({ fee_cents: 0 }).where('id', '=', order.purchaseId).execute()
  const after = await pay.start(ada, order._id)
  expect(after.transactionId).not.toBe(before.transactionId)
  expect(await pay.confirmCard(before)).toBe(false)
  expect(await pay.confirmCard(after)).toBe(true)
  expect((await pay.confirmPayment(ada, order._id, after.transactionId)).status).toBe(200)
})

test('the last pieces of a purchase are refunded with its delivery', async () => {
  const charged = await pay.netChargedCents()
  const { order } = await ordered(1000, 3)
  const started = await pay.start(ada, order._id)
  await pay.confirmCard(started)
  await pay.confirmPayment(ada, order._id, started.transactionId)
  const refund = (quantity: number) =>
    shop.post(`/api/orders/${order._id}/refund`, { restock: false, quantity }, admin.headers)
  const net = async () => (await pay.netChargedCents()) - charged
  expect(await net()).toBe(3490)
  await refund(2)
  expect(await net()).toBe(1490)
  await refund(1)
  expect(await net()).toBe(0)
  const shown = (await shop.get(`/api/order/${order._id}`, ada.headers)).json()
  expect(shown).toMatchObject({ refunded: true, refund: { returned: 30 } })
})

test('an order without a purchase, as a server of the version before inserts it, becomes a purchase of one', async () => {
  const free = await aShop({ DEMO: 'off' })
  const buyer = await signedIn(free, { email: 'old@purchases.example' })
  const { id: productId, price } = await aProduct(free)
  const { orderId } = await paidOrder(free, buyer, { productId, quantity: 1, price })
  const { purchase_id: _, ...row } = await free.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const old = { ...row, id: newId(), state: 'unpaid' as const, transaction_id: null, paid_at: null }
  await free.db.insertInto('orders').values(old).execute()
  const order = (await free.get(`/api/order/${old.id}`, buyer.headers)).json()
  expect(order.purchaseId).toBe(old.id)
  expect((await free.get(`/api/purchases/${old.id}`, buyer.headers)).json()).toMatchObject({ total: price })
})
