import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct, stockOf } from '~/test/a-product.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

let shop: TestShop
let admin: Record<string, string>
let customer: Record<string, string>
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off' })
  admin = (await signedIn(shop, { email: 'admin@letter.example', admin: true })).headers
  customer = (await signedIn(shop, { email: 'ada@letter.example' })).headers
})
const order = (productId: string, other: object) =>
  shop.post('/api/orders', { productId, size: 'M', quantity: 2, price: 559.6, ...other }, customer)

describe('an empty JSON body', () => {
  const emptyJson = { 'content-type': 'application/json', 'content-length': '0' }
  const send = (method: string, path: string, headers: Record<string, string>) =>
    shop.send(path, { method, headers: { ...headers, ...emptyJson } })

  test('is no body: what needs none is done', async () => {
    const { id } = await aProduct(shop, { priceCents: 27_980 })
    const { insertedId } = (await order(id, {})).json()
    await signedIn(shop, { email: 'grace@letter.example' })
    expect((await send('DELETE', `/api/orders/${insertedId}`, customer)).json()).toEqual({ deletedCount: 1 })
    expect((await send('DELETE', `/api/services/${id}`, admin)).json()).toEqual({ deletedCount: 1 })
    expect((await send('PUT', '/user/admin/grace@letter.example', admin)).json().matchedCount).toBe(1)
    expect((await send('DELETE', '/api/user/grace@letter.example', admin)).json().deletedCount).toBe(1)
    expect((await send('POST', '/api/newsletter/ada@letter.example', {})).json().ok).toBe(1)
  })

  test('is missing where one is needed', async () => {
    expect((await send('POST', '/api/orders', customer)).status).toBe(422)
    expect((await send('PUT', '/api/services/x', admin)).status).toBe(422)
  })
})

describe('numbers that come as text', () => {
  test('are read as numbers by every call of the specification', async () => {
    const { id } = await aProduct(shop, { priceCents: 27_980, availableQty: 10 })
    const ordered = await order(id, { quantity: '2', price: '559.60' })
    expect(ordered.status).toBe(200)
    const { insertedId } = ordered.json()
    expect((await shop.get(`/api/order/${insertedId}`, customer)).json()).toMatchObject({
      quantity: 2,
      price: 559.6,
    })
    const begun = await shop.post(
      '/create-payment-intent',
      { price: '559.60', orderId: insertedId },
      customer,
    )
    expect(typeof begun.json().clientSecret).toBe('string')
    const put = { method: 'PUT', body: { availableQty: '12' }, headers: admin }
    expect((await shop.send(`/api/services/${id}`, put)).json()).toEqual({
      modifiedCount: 1,
      availableQty: 12,
    })
    const patch = { method: 'PATCH', body: { availableQty: '99' }, headers: customer }
    expect((await shop.send(`/api/service/${id}`, patch)).json()).toEqual({
      modifiedCount: 0,
      availableQty: 12,
    })
    expect((await shop.post('/api/review', { reviewText: 'Good', rating: '5' }, customer)).status).toBe(200)
    expect((await shop.get('/api/reviews')).json()[0].rating).toBe(5)
    expect(await stockOf(shop, id)).toEqual({ left: 12, booked: 12 })
  })

  test.each([
    ['', 'Quantity is required'],
    ['02', 'Quantity must be a real number'],
    ['0', 'Quantity must be a real number'],
    ['2.0', 'Quantity must be a real number'],
    ['1e1', 'Quantity must be a real number'],
    ['0x2', 'Quantity must be a real number'],
    ['two', 'Quantity must be a real number'],
    [2.5, 'Quantity must be a real number'],
    [null, 'Quantity must be a real number'],
  ])('a quantity of %j is refused: %s', async (quantity, message) => {
    const { id } = await aProduct(shop, { priceCents: 27_980 })
    const answer = await order(id, { quantity })
    expect([answer.status, answer.json().fields]).toEqual([422, { quantity: message }])
  })

  test('and are none are refused', async () => {
    const { id } = await aProduct(shop, { priceCents: 27_980 })
    for (const price of ['', 'free', '1e3', '0x10', '-1', 'Infinity'])
      expect((await order(id, { price })).status, price).toBe(422)
    for (const availableQty of ['', 'many', '1.5', '-1', '1e3', null])
      expect(
        (await shop.send(`/api/services/${id}`, { method: 'PUT', body: { availableQty }, headers: admin }))
          .status,
      ).toBe(422)
  })
})
