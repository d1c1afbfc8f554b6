import { beforeAll, describe, expect, test } from 'vitest'
import { topics } from '~/database/topics.ts'
import { expireUnpaid } from '~/shop/orders/my-orders/cancel-order.server.ts'
import { aProduct } from '~/test/a-product.ts'
import { paidOrder } from '~/test/paid-order.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop, onPostgres } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

let shop: TestShop
let admin: Record<string, string>
let buyer: Awaited<ReturnType<typeof signedIn>>
let part: Awaited<ReturnType<typeof aProduct>>
beforeAll(async () => {
  shop = await aShop()
  admin = (await signedIn(shop, { email: 'admin@stock.example', admin: true })).headers
  buyer = await signedIn(shop, { email: 'buyer@stock.example' })
  part = await aProduct(shop, { name: 'Counted Bolt', availableQty: 40 })
})

const showing = () => [
  '/',
  '/shop',
  '/api/services?page=1&limit=24',
  '/api/facets',
  `/api/service/${part.id}`,
]
const left = async () => (await shop.get(`/api/service/${part.id}`)).json().availableQty
const order = async (quantity: number) => {
  const body = { productId: part.id, quantity, size: 'M', price: quantity * part.price }
  return (await shop.post('/api/orders', body, buyer.headers)).json().insertedId as string
}

/** What is cached is what would be made now. */
async function expectFresh() {
  const cached = await Promise.all(showing().map((path) => shop.get(path)))
  shop.cache.drop(topics)
  for (const [n, path] of showing().entries()) expect(cached[n]!.text, path).toBe((await shop.get(path)).text)
}

describe('the very next request shows the stock after', () => {
  let id: string
  const ways: [string, number, () => Promise<unknown>][] = [
    [
      'an order',
      37,
      async () => {
        id = await order(3)
      },
    ],
    [
      'a checkout',
      35,
      () => {
        const lines = [{ productId: part.id, size: 'M', quantity: 2 }]
        return shop.post('/api/checkout', { lines, total: 2 * part.price }, buyer.headers)
      },
    ],
    [
      'a cancellation',
      38,
      () => shop.send(`/api/orders/${id}`, { method: 'DELETE', headers: buyer.headers }),
    ],
    [
      'an order that was not paid in time',
      40,
      async () => {
        await shop.db.updateTable('orders').set({ expires_at: '2020-01-01' }).execute()
        const { payments, mailWorker, config, database, log } = shop
        await expireUnpaid({ payments, mailWorker, config, database, log })
      },
    ],
    [
      'a refund that puts its pieces on the shelf',
      40,
      async () => {
        const paid = { productId: part.id, quantity: 4, price: 4 * part.price }
        const { orderId } = await paidOrder(shop, buyer, paid)
        expect(await left()).toBe(36)
        await shop.post(`/api/orders/${orderId}/refund`, { restock: true }, admin)
      },
    ],
    [
      'the count of an admin',
      9,
      () =>
        shop.send(`/api/services/${part.id}`, { method: 'PUT', headers: admin, body: { availableQty: 9 } }),
    ],
    [
      'the deletion of a customer who had not paid',
      9,
      async () => {
        const body = { productId: part.id, quantity: 2, size: 'M', price: 2 * part.price }
        await shop.post('/api/orders', body, buyer.headers)
        expect(await left()).toBe(7)
        await shop.send(`/api/user/${buyer.email}`, { method: 'DELETE', headers: admin })
      },
    ],
  ]

  test.each(ways)('%s', async (_, expected, change) => {
    for (const path of showing()) await shop.get(path)
    await change()
    expect(await left()).toBe(expected)
    await expectFresh()
  })
})

const priceOf = async (id: string) => (await shop.get(`/api/service/${id}`)).json().price

// There a poll may find by itself that a row was written.
if (!onPostgres)
  describe('an order', () => {
    test('leaves alone what shows no stock', async () => {
      const customer = await signedIn(shop, { email: 'another@stock.example' })
      const others = ['/api/categories', '/blogs', '/api/blogs', '/contact']
      for (const path of others) await shop.get(path)
      const body = { productId: 'battery', quantity: 1, size: 'M', price: await priceOf('battery') }
      const before = shop.cache.renders
      expect((await shop.post('/api/orders', body, customer.headers)).status).toBe(200)
      for (const path of others) await shop.get(path)
      expect(shop.cache.renders).toBe(before)
    })

    test('is no reason for the search to read the words of parts again', async () => {
      const found = async () => (await shop.get('/api/services?q=grommet')).json().length
      expect(await found()).toBe(0)
      const words = { search_text: 'grommet', changed_at: new Date().toISOString() }
      // Behind the back of everybody who listens.
      await shop.db.updateTable('products').set(words).where('id', '=', part.id).execute()
      const customer = await signedIn(shop, { email: 'third@stock.example' })
      const body = { productId: 'battery', quantity: 1, size: 'M', price: await priceOf('battery') }
      expect((await shop.post('/api/orders', body, customer.headers)).status).toBe(200)
      expect(await found()).toBe(0)
      shop.cache.drop(topics)
      expect(await found()).toBe(0)
      await shop.database.change(['products'], async () => {})
      expect(await found()).toBe(1)
    })
  })
