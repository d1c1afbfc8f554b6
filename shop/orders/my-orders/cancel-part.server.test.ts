import { beforeAll, describe, expect, test } from 'vitest'
import { up } from '~/database/migrations/070-free-rests.ts'
import { aProduct, stockOf } from '~/test/a-product.ts'
import { buyerPayments } from '~/test/buyer-payments.ts'
import { mailsTo } from '~/test/mails.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import type { Order } from '../contract.ts'
import { expireUnpaid } from './cancel-order.server.ts'

type Person = Awaited<ReturnType<typeof signedIn>>
let shop: TestShop
let pay: Awaited<ReturnType<typeof buyerPayments>>
let ada: Person
let admin: Person
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off', DELIVERY_FEE: '4.90' })
  pay = await buyerPayments(shop)
  ada = await signedIn(shop, { email: 'ada@part.example' })
  admin = await signedIn(shop, { email: 'admin@part.example', admin: true })
})

const home = { name: 'Ada', street: '12 Square', postalCode: '1', town: 'London', country: 'UK', phone: '' }
const setAddress = (id: string) =>
  shop.send(`/api/purchases/${id}/address`, { method: 'PUT', body: home, headers: ada.headers })
const purchaseOf = async (id: string) => (await shop.get(`/api/purchases/${id}`, ada.headers)).json()
const cancel = (order: Pick<Order, '_id'>, by = ada, query = '') =>
  shop.send(`/api/orders/${order._id}${query}`, { method: 'DELETE', headers: by.headers })
const pack = (id: string) => shop.post('/api/parcels/pack', { ids: [id] }, admin.headers)
const step = (id: string, name: string, body: object = {}) =>
  shop.post(`/api/parcels/${id}/${name}`, body, admin.headers)

/** A purchase of one piece for each of these prices; its orders are in the same order. */
async function placed(...prices: number[]) {
  const products = []
  for (const priceCents of prices) products.push(await aProduct(shop, { priceCents }))
  const lines = products.map(({ id }) => ({ productId: id, quantity: 1, size: 'M' }))
  const goods = prices.reduce((sum, cents) => sum + cents, 0)
  const total = (goods + (goods > 0 && goods <= 100_00 ? 490 : 0)) / 100
  const answer = await shop.post('/api/checkout', { lines, total }, ada.headers)
  const { purchaseId: id } = answer.json()
  return { id, products, orders: (await purchaseOf(id)).orders as Order[] }
}

describe('what is left of a purchase when an order of it is cancelled', () => {
  test('owes no delivery, does not expire and is packed once when it costs nothing', async () => {
    const { id, orders, products } = await placed(0, 1000)
    await setAddress(id)
    const started = await pay.start(ada, id)
    expect((await cancel(orders[1]!)).json()).toEqual({ deletedCount: 1 })

    const rest = await purchaseOf(id)
    expect(rest).toMatchObject({ delivery: 0, total: 0, parcel: { state: 'to_pack' } })
    expect(rest.orders).toHaveLength(1)
    expect(rest.orders[0]).not.toHaveProperty('expiresAt')
    expect((await mailsTo(shop, shop.config.shopEmail)).join()).toContain(orders[0]!.productName)
    expect(await pay.confirmCard(started)).toBe(false)
    const free = await shop.post(
      '/create-payment-intent',
      { orderId: orders[0]!._id, price: 4.9 },
      ada.headers,
    )
    expect([free.status, free.json().reason]).toEqual([409, 'free'])
    const past = new Date(0).toISOString()
    await shop.db.updateTable('orders').set({ expires_at: past }).where('expires_at', '>', past).execute()
    await expireUnpaid(shop)
    expect((await pack(id)).json()).toEqual({ modifiedCount: 1 })
    expect((await pack(id)).json()).toEqual({ modifiedCount: 0 })
    await step(id, 'ship', { carrier: 'other' })
    await step(id, 'deliver')
    expect((await purchaseOf(id)).parcel.state).toBe('delivered')
    expect(await stockOf(shop, products[0]!.id)).toEqual({ left: 9, booked: 9 })
  })

  test('owes nothing either when a version before this one has left it', async () => {
    const { id, orders } = await placed(0, 1000)
    const unpaid = await placed(0, 1000)
    await cancel(orders[1]!)
    const expires_at = new Date(Date.now() + 1000).toISOString()
    await shop.db.updateTable('purchases').set({ fee_cents: 490 }).where('id', '=', id).execute()
    await shop.db.updateTable('orders').set({ expires_at }).where('purchase_id', '=', id).execute()
    await up(shop.db as never)
    const rest = await purchaseOf(id)
    expect(rest).toMatchObject({ delivery: 0, total: 0 })
    expect(rest.orders[0]).not.toHaveProperty('expiresAt')
    expect(await purchaseOf(unpaid.id)).toMatchObject({ delivery: 4.9, total: 14.9 })
    expect((await purchaseOf(unpaid.id)).orders[0]).toHaveProperty('expiresAt')
  })

  test('that was paid for while it was under way stays where it is', async () => {
    const { id, orders } = await placed(0, 1000)
    await cancel(orders[1]!)
    await setAddress(id)
    await pack(id)
    // As an older version has left it: packed for nothing, and the delivery still owed.
    await shop.db.updateTable('purchases').set({ fee_cents: 490 }).where('id', '=', id).execute()
    const started = await pay.start(ada, id)
    await pay.confirmCard(started)
    expect((await pay.confirmPayment(ada, orders[0]!._id, started.transactionId)).status).toBe(200)
    expect((await purchaseOf(id)).parcel.state).toBe('packed')
  })

  test('pays for its delivery once it is no longer above $100, and nobody pays the total of before', async () => {
    const { id, orders } = await placed(99_50, 1_00)
    const before = await pay.start(ada, id)
    expect((await cancel(orders[1]!)).json()).toEqual({
      deletedCount: 1,
      left: { total: 104.4, delivery: 4.9 },
    })
    expect(await purchaseOf(id)).toMatchObject({ delivery: 4.9, total: 104.4 })
    expect((await mailsTo(shop, ada.email)).join()).toContain(
      'What is left of this purchase comes to $104.40, delivery included.',
    )
    expect(await pay.confirmCard(before)).toBe(false)
    const start = (price: number) =>
      shop.post('/create-payment-intent', { orderId: orders[0]!._id, price }, ada.headers)
    expect((await start(99.5)).json()).toMatchObject({ reason: 'price_differs', price: 104.4 })
    expect((await start(104.4)).status).toBe(200)
  })

  test('keeps the delivery that it had, whatever the shop asks for by now', async () => {
    const { id, orders } = await placed(10_00, 20_00)
    await shop.db.updateTable('purchases').set({ fee_cents: 300 }).where('id', '=', id).execute()
    expect((await cancel(orders[0]!)).json()).toEqual({ deletedCount: 1 })
    expect(await purchaseOf(id)).toMatchObject({ delivery: 3, total: 23 })
  })

  test('is paid by a card, or all of it is cancelled', async () => {
    const { id, orders, products } = await placed(20, 20, 60)
    await shop.db.updateTable('purchases').set({ fee_cents: 0 }).where('id', '=', id).execute()
    const refused = await cancel(orders[2]!)
    expect([refused.status, refused.json()]).toEqual([
      409,
      {
        reason: 'rest_not_chargeable',
        message:
          'What is left of this purchase would come to $0.40, which no card can pay. Cancel all of it, or keep it as it is.',
        rest: 0.4,
      },
    ])
    for (const { id } of products) expect(await stockOf(shop, id)).toEqual({ left: 9, booked: 9 })
    expect((await cancel(orders[2]!, ada, '?rest=cancel')).json()).toEqual({ deletedCount: 3 })
    expect((await cancel(orders[2]!, ada, '?rest=cancel')).json()).toEqual({ deletedCount: 0 })
    for (const { id } of products) expect(await stockOf(shop, id)).toEqual({ left: 10, booked: 10 })
  })

  test('is refused to an admin, too, who can cancel all of it', async () => {
    const { id, orders } = await placed(20, 60)
    await shop.db.updateTable('purchases').set({ fee_cents: 0 }).where('id', '=', id).execute()
    expect((await cancel(orders[1]!, admin)).json().reason).toBe('rest_not_chargeable')
    expect((await cancel(orders[0]!, admin)).json()).toEqual({ deletedCount: 1 })
    expect((await cancel(orders[1]!, admin, '?rest=cancel')).json()).toEqual({ deletedCount: 1 })
  })

  test('can still be paid by the payment that was started before a cancellation was refused', async () => {
    const { id, orders } = await placed(20, 60)
    await shop.db.updateTable('purchases').set({ fee_cents: 0 }).where('id', '=', id).execute()
    const started = await pay.start(ada, id)
    expect((await cancel(orders[1]!)).json().reason).toBe('rest_not_chargeable')
    expect(await pay.confirmCard(started)).toBe(true)
    expect((await pay.confirmPayment(ada, id, started.transactionId)).status).toBe(200)
  })
})

describe('pieces that came back', () => {
  async function packedForNothing(quantity: number) {
    const { id: productId } = await aProduct(shop, { priceCents: 0 })
    const body = { productId, quantity, size: 'M' }
    const { insertedId: _id } = (await shop.post('/api/orders', body, ada.headers)).json()
    await setAddress(_id)
    await pack(_id)
    return { _id, productId }
  }
  async function accepted(orderId: string, quantity: number) {
    const body = { quantity, reason: 'changed_mind', note: '' }
    const { insertedId } = (await shop.post(`/api/orders/${orderId}/returns`, body, ada.headers)).json()
    await shop.post(`/api/returns/${insertedId}/accept`, { answer: 'Send it.' }, admin.headers)
    return insertedId as string
  }
  const receive = (id: string, sound = true) =>
    shop.post(`/api/returns/${id}/receive`, { sound }, admin.headers)

  test('are not given back a second time by cancelling', async () => {
    const order = await packedForNothing(3)
    await receive(await accepted(order._id, 3))
    expect(await stockOf(shop, order.productId)).toEqual({ left: 10, booked: 10 })
    const refused = await cancel(order)
    expect([refused.status, refused.json()]).toEqual([
      409,
      { reason: 'came_back', message: 'All pieces of this order came back: there is nothing to cancel.' },
    ])
    expect((await setAddress(order._id)).status).toBe(200)
    expect((await purchaseOf(order._id)).parcel).toBeUndefined()
    expect(await stockOf(shop, order.productId)).toEqual({ left: 10, booked: 10 })
  })

  test.each([
    ['sound', 10],
    ['broken', 9],
  ])('%s leave %i on the shelf when the rest is cancelled', async (is, left) => {
    const order = await packedForNothing(3)
    await receive(await accepted(order._id, 1), is === 'sound')
    await step(order._id, 'undo')
    expect((await cancel(order)).json()).toEqual({ deletedCount: 1 })
    expect(await stockOf(shop, order.productId)).toEqual({ left, booked: left })
  })

  test('leave their parcel delivered, though another part of it was cancelled before it was packed', async () => {
    const { id, orders } = await placed(0, 0)
    await setAddress(id)
    await cancel(orders[1]!)
    await pack(id)
    await step(id, 'ship', { carrier: 'other' })
    await step(id, 'deliver')
    await receive(await accepted(orders[0]!._id, 1))
    expect((await purchaseOf(id)).parcel.state).toBe('delivered')
  })

  test('after their order was cancelled are on the shelf already', async () => {
    const order = await packedForNothing(3)
    const onItsWay = await accepted(order._id, 3)
    await step(order._id, 'undo')
    expect((await cancel(order)).json()).toEqual({ deletedCount: 1 })
    await receive(onItsWay)
    expect(await stockOf(shop, order.productId)).toEqual({ left: 10, booked: 10 })
  })
})
