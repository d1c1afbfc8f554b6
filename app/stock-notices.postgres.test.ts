import { expect, test, vi } from 'vitest'
import { aProduct, stockOf } from '~/test/a-product.ts'
import { paidOrder } from '~/test/paid-order.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

const shop = await aShop({ DEMO: 'off' })
const elsewhere = await aShop({ ...shop.settings, DEMO: 'off' })
const admin = await signedIn(shop, { email: 'admin@notices.example', admin: true })
const buyer = await signedIn(shop, { email: 'buyer@notices.example' })
/** The rows that were named; undefined where all may have changed. */
const heard: (readonly string[] | undefined)[] = []
elsewhere.database.onChange((changed, touched) => {
  if (changed.includes('stock')) heard.push(touched)
})

const order = async (productId: string) => {
  const body = { productId, quantity: 1, size: 'M', price: 25 }
  return (await shop.post('/api/orders', body, buyer.headers)).json().insertedId as string
}
const paid = (productId: string) => paidOrder(shop, buyer, { productId, quantity: 1, price: 25 })
const cancel = (id: string) => shop.send(`/api/orders/${id}`, { method: 'DELETE', headers: buyer.headers })

/** `times` that the stock changes, with the order that comes first. */
type Way = { times: number; left: number; change: (productId: string) => Promise<unknown> }
const ways: Record<string, Way> = {
  'an order': { times: 1, left: 9, change: order },
  'a cancellation': { times: 2, left: 10, change: async (id) => cancel(await order(id)) },
  'a count': {
    times: 1,
    left: 4,
    change: (id) =>
      shop.send(`/api/services/${id}`, { method: 'PUT', body: { availableQty: 4 }, headers: admin.headers }),
  },
  'the end of an unpaid order': {
    times: 2,
    left: 10,
    async change(id) {
      const orderId = await order(id)
      const expires_at = new Date(Date.now() - 1000).toISOString()
      await shop.db.updateTable('orders').set({ expires_at }).where('id', '=', orderId).execute()
      await shop.workers.expiry.wake()
    },
  },
  'a refund that puts back': {
    times: 2,
    left: 10,
    async change(id) {
      const { orderId } = await paid(id)
      await shop.post(`/api/orders/${orderId}/refund`, { restock: true }, admin.headers)
    },
  },
  'the deletion of a customer': {
    times: 2,
    left: 10,
    async change(id) {
      const leaving = await signedIn(shop, { email: 'leaving@notices.example' })
      const body = { productId: id, quantity: 1, size: 'M', price: 25 }
      await shop.post('/api/orders', body, leaving.headers)
      await shop.send(`/api/user/${leaving.email}`, { method: 'DELETE', headers: admin.headers })
    },
  },
}

test.each(Object.entries(ways))('%s tells other servers whose stock has changed', async (_, way) => {
  const { id } = await aProduct(shop, { availableQty: 10 })
  heard.length = 0
  await way.change(id)
  expect((await stockOf(shop, id)).left).toBe(way.left)
  await vi.waitFor(() => expect(heard.flat().filter((named) => named === id)).toHaveLength(way.times), {
    timeout: 10_000,
  })
  expect((await elsewhere.get(`/api/service/${id}`)).json().availableQty).toBe(way.left)
})
