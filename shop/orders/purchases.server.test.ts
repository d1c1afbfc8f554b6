import { beforeAll, expect, test } from 'vitest'
import { newId } from '~/platform/id.ts'
import { aProduct } from '~/test/a-product.ts'
import { buyerPayments } from '~/test/buyer-payments.ts'
import { mailsTo } from '~/test/mails.ts'
import { paidOrder } from '~/test/paid-order.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import type { NumberedReceipt } from './receipts/contract.ts'

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
    message: 'This order and what is paid together with it cost $29.90, delivery included.',
    price: 29.9,
  })
  expect((await start(29.9)).status).toBe(200)
})

test('a price with the noise of binary fractions means its cents, wherever it is sent', async () => {
  const { id } = await aProduct(shop, { priceCents: 1690 })
  const noisy = 3 * 16.9
  expect(noisy).not.toBe(50.7)
  const line = { productId: id, quantity: 3, size: 'M' }
  const ordered = await shop.post('/api/orders', { ...line, price: noisy }, ada.headers)
  expect(ordered.status).toBe(200)
  const total = noisy + 4.9
  expect(total).not.toBe(55.6)
  const start = { orderId: ordered.json().insertedId, price: total }
  expect((await shop.post('/create-payment-intent', start, ada.headers)).status).toBe(200)
  expect((await shop.post('/api/checkout', { lines: [line], total }, ada.headers)).status).toBe(200)
  const half = await shop.post('/create-payment-intent', { ...start, price: 55.605 }, ada.headers)
  expect(half.status).toBe(422)
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
  const refund = (quantity: number, amount?: number) =>
    shop.post(`/api/orders/${order._id}/refund`, { restock: false, quantity, amount }, admin.headers)
  const net = async () => (await pay.netChargedCents()) - charged
  expect(await net()).toBe(3490)
  await refund(2)
  expect(await net()).toBe(1490)
  // As the dialog would say that was opened before the first refund.
  expect((await refund(1, 10)).json()).toMatchObject({ reason: 'refund_changed', amount: 14.9 })
  expect(await net()).toBe(1490)
  await refund(1, 14.9)
  expect(await net()).toBe(0)
  const mails = await mailsTo(shop, ada.email)
  const about = (amount: string) => mails.find((mail) => mail.includes(`We returned ${amount} to your card`))
  expect(about('$20.00')).toContain(`2 x ${order.productName}`)
  expect(about('$14.90')).toContain(`1 x ${order.productName}`)
  expect(about('$14.90')).toContain('Delivery: $4.90')
  const shown = (await shop.get(`/api/order/${order._id}`, ada.headers)).json()
  expect(shown).toMatchObject({ refunded: true, refund: { returned: 30 } })
})

test('a part that costs nothing does not hold back the delivery of the others', async () => {
  const [tyre, sticker] = [
    await aProduct(shop, { priceCents: 1000 }),
    await aProduct(shop, { priceCents: 0 }),
  ]
  const lines = [tyre, sticker].map(({ id }) => ({ productId: id, quantity: 1, size: 'M' }))
  const { purchaseId } = (await shop.post('/api/checkout', { lines, total: 14.9 }, ada.headers)).json()
  const { orders } = (await shop.get(`/api/purchases/${purchaseId}`, ada.headers)).json()
  const { _id } = orders.find(({ price }: { price?: number }) => price)
  const started = await pay.start(ada, purchaseId)
  await pay.confirmCard(started)
  await pay.confirmPayment(ada, _id, started.transactionId)
  const charged = await pay.netChargedCents()
  await shop.post(`/api/orders/${_id}/refund`, { restock: false }, admin.headers)
  expect((await pay.netChargedCents()) - charged).toBe(-1490)
})

test('delivery that a refund by hand left out is refunded by an admin, once', async () => {
  const { order } = await ordered(1000)
  const started = await pay.start(ada, order._id)
  await pay.confirmCard(started)
  await pay.confirmPayment(ada, order._id, started.transactionId)
  const listed = async () => {
    const path = `/api/orders?q=${started.transactionId}&limit=10`
    const [row] = (await shop.get(path, admin.headers)).json()
    return row
  }
  const refundable = async () =>
    (await shop.get(`/api/purchases/${order._id}`, admin.headers)).json().refundable
  expect(await refundable()).toBe(14.9)
  await pay.refundByHand(started.transactionId, 1000)
  await pay.deliverWebhooks()
  expect(await listed()).toMatchObject({ refunded: true, refund: { rest: 4.9 } })
  expect(await refundable()).toBe(4.9)
  const path = `/api/orders/${order._id}/refund`
  const piece = await shop.post(path, { restock: false, quantity: 1 }, admin.headers)
  expect([piece.status, piece.json().reason]).toEqual([409, 'already_refunded'])
  const refunds = await Promise.all([1, 2].map(() => shop.post(path, { restock: false }, admin.headers)))
  expect(refunds.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await listed()).refund).not.toHaveProperty('rest')
  expect(await refundable()).toBe(0)
  const shown = (await shop.get(`/api/purchases/${order._id}`, ada.headers)).json()
  expect(shown).not.toHaveProperty('refundable')
  expect(shown.receipts.map(({ total, lines }: NumberedReceipt) => [total, lines.at(-1)!.text])).toEqual([
    [14.9, 'Delivery'],
    [10, 'Refund'],
    [4.9, 'Delivery'],
  ])
  const mails = (await mailsTo(shop, ada.email)).filter((mail) => mail.includes(shown.receipts[2].number))
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain('We returned $4.90 to your card for:')
  expect(mails[0]).toContain('Delivery: $4.90')
  expect(mails[0]).not.toContain('Tyre')
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

type Listed = { _id: string; purchaseId: string; purchase?: { orders: number; total: number } }

async function boughtTogether() {
  const parts = [await aProduct(shop, { priceCents: 2000 }), await aProduct(shop, { priceCents: 3000 })]
  const lines = parts.map(({ id, price }) => ({ productId: id, size: 'M', quantity: 1, price }))
  const placed = await shop.post('/api/checkout', { lines, total: 54.9 }, ada.headers)
  return placed.json().purchaseId as string
}

test('a page tells what the whole purchase of each order comes to, also where it shows only a part of it', async () => {
  const id = await boughtTogether()
  const whole = { orders: 2, total: 54.9 }
  for (const [who, path] of [
    [ada, '/api/orders/ada@purchases.example'],
    [admin, '/api/orders'],
  ] as const) {
    const rows = async (query: string): Promise<Listed[]> =>
      (await shop.get(path + query, who.headers)).json()
    expect(await rows('?page=1&limit=1')).toMatchObject([{ purchaseId: id, purchase: whole }])
    expect(await rows('?page=2&limit=1')).toMatchObject([{ _id: id, purchase: whole }])
    // A client that reads the whole list has all orders of a purchase.
    expect((await rows('')).every(({ purchase }) => purchase === undefined)).toBe(true)
  }
  await shop.send(`/api/orders/${id}`, { method: 'DELETE', headers: ada.headers })
  const [left] = (await shop.get('/api/orders?page=1&limit=1', admin.headers)).json()
  expect(left.purchase).toEqual({ orders: 1, total: 34.9 })
})

test('the number of a purchase finds all of its orders', async () => {
  const id = await boughtTogether()
  for (const [who, path] of [
    [ada, '/api/orders/ada@purchases.example'],
    [admin, '/api/orders'],
  ] as const) {
    const found = await shop.get(`${path}?page=1&q=${id.slice(-8).toUpperCase()}`, who.headers)
    expect(found.json().map(({ purchaseId }: Listed) => purchaseId)).toEqual([id, id])
  }
})
