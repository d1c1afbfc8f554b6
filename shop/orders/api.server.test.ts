import { beforeAll, expect, test } from 'vitest'
import { toDollars } from '~/platform/money.ts'
import { aProduct, stockOf } from '~/test/a-product.ts'
import { mailsTo } from '~/test/mails.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import { expireUnpaid } from './my-orders/cancel-order.server.ts'
import { orderNumber } from './rules.ts'

type Person = Awaited<ReturnType<typeof signedIn>>
let shop: TestShop
let ada: Person
let bob: Person
let admin: Person

beforeAll(async () => {
  shop = await aShop({ DEMO: 'off' })
  ada = await signedIn(shop, { email: 'ada@example.com' })
  bob = await signedIn(shop, { email: 'bob@example.com', name: 'Bob' })
  admin = await signedIn(shop, { email: 'admin@example.com', admin: true })
})

async function anOrder(person: Person, wanted: { priceCents?: number; quantity?: number } = {}) {
  const { quantity = 2, priceCents = 2500 } = wanted
  const product = await aProduct(shop, { priceCents })
  const body = { productId: product.id, quantity, size: 'L', price: toDollars(priceCents * quantity) }
  const answer = await shop.post('/api/orders', body, person.headers)
  return { id: answer.json().insertedId as string, product }
}
const cancel = (person: Person, id: string) =>
  shop.send(`/api/orders/${id}`, { method: 'DELETE', headers: person.headers })
const seenBy = (person: Person, path: string) => shop.get(path, person.headers)

test('a customer sees their own orders, newest first, and nobody else’s', async () => {
  const carol = await signedIn(shop, { email: 'carol@example.com' })
  const first = await anOrder(carol)
  await shop.db
    .updateTable('orders')
    .set({ created_at: '2026-01-01T00:00:00.000Z' })
    .where('id', '=', first.id)
    .execute()
  const second = await anOrder(carol)
  await anOrder(bob)
  const mine = await seenBy(carol, '/api/orders/Carol@example.com')
  expect(mine.json().map((order: { _id: string }) => order._id)).toEqual([second.id, first.id])
  expect((await seenBy(carol, '/api/orders/bob@example.com')).status).toBe(403)
  expect((await seenBy(carol, '/api/orders')).status).toBe(403)
  expect((await shop.get('/api/orders/carol@example.com')).status).toBe(401)
  expect((await seenBy(admin, '/api/orders/carol@example.com')).json()).toHaveLength(2)
})

test('lists come in pages and can be searched', async () => {
  const dora = await signedIn(shop, { email: 'dora@example.com', name: 'Dora Éclair' })
  for (let n = 0; n < 3; n++) await anOrder(dora)
  const page = await seenBy(dora, '/api/orders/dora@example.com?page=2&limit=2')
  expect([page.json().length, page.headers['x-total-count']]).toEqual([1, '3'])
  expect((await seenBy(admin, '/api/orders?q=eclair&limit=48')).json()).toHaveLength(3)
  expect((await seenBy(admin, '/api/orders?q=%25')).json()).toEqual([])
})

test('one order is for its customer and for admins', async () => {
  const { id } = await anOrder(ada)
  expect((await seenBy(ada, `/api/order/${id}`)).status).toBe(200)
  expect((await seenBy(admin, `/api/order/${id}`)).status).toBe(200)
  expect((await seenBy(bob, `/api/order/${id}`)).status).toBe(403)
  expect((await seenBy(ada, '/api/order/nothing')).status).toBe(404)
})

test('cancelling gives the pieces back, once, and tells the customer', async () => {
  const { id, product } = await anOrder(ada)
  expect((await cancel(bob, id)).status).toBe(403)
  expect(await stockOf(shop, product.id)).toEqual({ left: 8, booked: 8 })
  const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(ada, id)))
  expect(answers.map((a) => a.status)).toEqual(Array(10).fill(200))
  expect(answers.reduce((sum, a) => sum + a.json().deletedCount, 0)).toBe(1)
  expect(await stockOf(shop, product.id)).toEqual({ left: 10, booked: 10 })
  expect((await cancel(ada, id)).json()).toEqual({ deletedCount: 0 })
  expect((await cancel(ada, 'nothing')).status).toBe(404)
  const gone = await seenBy(ada, `/api/order/${id}`)
  expect([gone.status, gone.json().reason]).toEqual([404, 'order_cancelled'])
  const mails = await mailsTo(shop, 'ada@example.com')
  expect(
    mails.filter((mail) => mail.includes(orderNumber(id)) && mail.includes('is cancelled')),
  ).toHaveLength(1)
})

test('cancelled orders are listed when they are asked for, and only then', async () => {
  const della = await signedIn(shop, { email: 'della@example.com' })
  const tyre = await aProduct(shop)
  const body = { productId: tyre.id, quantity: 1, price: tyre.price, size: 'M' }
  const { insertedId } = (await shop.post('/api/orders', body, della.headers)).json()
  const listed = async (state: string) =>
    (await shop.get(`/api/orders/${della.email}?state=${state}`, della.headers)).json()
  expect(await listed('cancelled')).toEqual([])
  await shop.send(`/api/orders/${insertedId}`, { method: 'DELETE', headers: della.headers })
  expect(await listed('all')).toEqual([])
  expect(await listed('cancelled')).toMatchObject([{ _id: insertedId, cancelledAt: expect.any(String) }])
})

test('an admin may cancel for a customer', async () => {
  const { id } = await anOrder(ada)
  expect((await cancel(admin, id)).json()).toEqual({ deletedCount: 1 })
})

test('the order of a deleted product keeps its name and gives nothing back', async () => {
  const { id, product } = await anOrder(ada)
  await shop.db.deleteFrom('products').where('id', '=', product.id).execute()
  expect((await seenBy(ada, `/api/order/${id}`)).json()).toMatchObject({
    productName: product.name,
    price: 50,
  })
  expect((await cancel(ada, id)).json()).toEqual({ deletedCount: 1 })
  const movements = await shop.db
    .selectFrom('stock_movements')
    .select('reason')
    .where('order_id', '=', id)
    .execute()
  expect(movements).toEqual([{ reason: 'ordered' }])
})

test('an order that was not paid in time ends, and its pieces are for sale again', async () => {
  const late = await anOrder(ada)
  const free = await anOrder(ada, { priceCents: 0 })
  const young = await anOrder(ada)
  await shop.db
    .updateTable('orders')
    .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
    .where('id', '=', late.id)
    .execute()
  await Promise.all([expireUnpaid(shop), expireUnpaid(shop)])
  expect((await seenBy(ada, `/api/order/${late.id}`)).status).toBe(404)
  expect(await stockOf(shop, late.product.id)).toEqual({ left: 10, booked: 10 })
  expect((await seenBy(ada, `/api/order/${free.id}`)).status).toBe(200)
  expect((await seenBy(ada, `/api/order/${young.id}`)).status).toBe(200)
  const mails = await mailsTo(shop, 'ada@example.com')
  const about = mails.filter((mail) => mail.includes(orderNumber(late.id)))
  expect(about.filter((mail) => mail.includes('has ended unpaid'))).toHaveLength(1)
})

test('a shop may keep unpaid orders for ever', async () => {
  const patient = await aShop({ DEMO: 'off', UNPAID_ORDER_HOURS: '0' })
  const eve = await signedIn(patient, { email: 'eve@example.com' })
  const product = await aProduct(patient)
  const body = { productId: product.id, quantity: 1, size: 'M', price: 25 }
  const { insertedId } = (await patient.post('/api/orders', body, eve.headers)).json()
  const order = (await patient.get(`/api/order/${insertedId}`, eve.headers)).json()
  expect(order).not.toHaveProperty('expiresAt')
  await expect(aShop({ UNPAID_ORDER_HOURS: 'soon' })).rejects.toThrow('UNPAID_ORDER_HOURS')
})

test('only an admin sets stock; others get the stored value', async () => {
  const product = await aProduct(shop, { availableQty: 5 })
  const say = (method: string, path: string, person: Person, availableQty: unknown) =>
    shop.send(path, { method, body: { availableQty }, headers: person.headers })
  const put = `/api/services/${product.id}`
  const patch = `/api/service/${product.id}`
  expect((await say('PUT', put, ada, 999)).json()).toEqual({ modifiedCount: 0, availableQty: 5 })
  expect((await say('PATCH', patch, ada, 999)).json()).toEqual({ modifiedCount: 0, availableQty: 5 })
  expect((await say('PATCH', patch, admin, 999)).json()).toEqual({ modifiedCount: 0, availableQty: 5 })
  expect((await say('PUT', put, admin, 8)).json()).toEqual({ modifiedCount: 1, availableQty: 8 })
  expect(await stockOf(shop, product.id)).toEqual({ left: 8, booked: 8 })
  for (const bad of [-1, 1.5, 'seven', null, 1e12])
    expect((await say('PUT', put, admin, bad)).status).toBe(422)
  expect((await say('PUT', '/api/services/nothing', admin, 8)).status).toBe(404)
  expect((await say('PUT', '/api/services/nothing', ada, 8)).status).toBe(404)
  expect((await shop.send(put, { method: 'PUT', body: { availableQty: 1 } })).status).toBe(401)
  expect((await shop.get(`/api/service/${product.id}`)).json().availableQty).toBe(8)
})
