import { beforeAll, expect, test } from 'vitest'
import { aProduct, stockOf } from '~/test/a-product.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

type Person = Awaited<ReturnType<typeof signedIn>>
let shop: TestShop
let people = 0
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off', MOST_UNPAID_PIECES: '40', MOST_UNPAID_TOTAL: '100' })
})
const somebody = () => signedIn(shop, { email: `buyer-${++people}@held.example` })
const order = (who: Person, { id, price }: { id: string; price: number }, quantity: number) =>
  shop.post(
    '/api/orders',
    { productId: id, quantity, size: 'M', ...(price && { price: price * quantity }) },
    who.headers,
  )
const checkout = (who: Person, parts: { id: string; price: number }[], quantity: number) =>
  shop.post(
    '/api/checkout',
    {
      lines: parts.map(({ id }) => ({ productId: id, quantity, size: 'M' })),
      total: parts.reduce((sum, { price }) => sum + price * quantity, 0),
    },
    who.headers,
  )
const cancel = (who: Person, id: string) =>
  shop.send(`/api/orders/${id}`, { method: 'DELETE', headers: who.headers })

const tooManyPieces =
  'At most 40 pieces can be kept for you without payment. Pay for orders that wait, or order fewer.'
const tooMuch =
  'Orders of at most $100.00 can be kept for you without payment. Pay for orders that wait, or order less.'

test('a customer holds so many unpaid pieces, however they are ordered; cancelling makes room', async () => {
  const who = await somebody()
  const clip = await aProduct(shop, { priceCents: 50, availableQty: 900 })
  const first = await order(who, clip, 38)
  expect((await order(who, clip, 2)).status).toBe(200)
  for (const refused of [
    await order(who, clip, 1),
    await order(who, clip, 39),
    await checkout(who, [clip], 1),
  ])
    expect([refused.status, refused.json()]).toEqual([
      409,
      { reason: 'too_many_unpaid', message: tooManyPieces, mostUnpaidPieces: 40 },
    ])
  await cancel(who, first.json().insertedId)
  expect((await checkout(who, [clip], 38)).status).toBe(200)
  expect(await stockOf(shop, clip.id)).toEqual({ left: 860, booked: 860 })
})

test('and orders of so many dollars', async () => {
  const who = await somebody()
  const disc = await aProduct(shop, { priceCents: 40_00 })
  expect((await order(who, disc, 2)).status).toBe(200)
  for (const refused of [await order(who, disc, 1), await checkout(who, [disc], 1)])
    expect([refused.status, refused.json()]).toEqual([
      409,
      { reason: 'too_many_unpaid', message: tooMuch, mostUnpaidTotal: 100 },
    ])
})

test('a part that is dearer than that can be bought, as long as nothing else waits for payment', async () => {
  const dear = await aProduct(shop, { priceCents: 250_00 })
  const sticker = await aProduct(shop, { priceCents: 0 })
  for (const buy of [order, (who: Person, part: typeof dear) => checkout(who, [part], 1)]) {
    const who = await somebody()
    expect((await order(who, sticker, 1)).status).toBe(200)
    const first = await buy(who, dear, 1)
    expect(first.status).toBe(200)
    expect((await buy(who, dear, 1)).json().message).toBe(tooMuch)
    await cancel(who, first.json().insertedId ?? first.json().orderId)
    expect((await buy(who, dear, 1)).status).toBe(200)
  }
})

test('but only one of several that are sent at once', async () => {
  const who = await somebody()
  const dear = await aProduct(shop, { priceCents: 250_00 })
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => (n % 2 ? order(who, dear, 1) : checkout(who, [dear], 1))),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('what costs nothing counts until it has an address', async () => {
  const who = await somebody()
  const sticker = await aProduct(shop, { priceCents: 0, availableQty: 900 })
  const { insertedId } = (await order(who, sticker, 40)).json()
  expect((await order(who, sticker, 1)).json().message).toBe(tooManyPieces)
  const home = { name: 'Ada', street: '12 Square', postalCode: '1', town: 'London', country: 'UK', phone: '' }
  await shop.send(`/api/purchases/${insertedId}/address`, { method: 'PUT', body: home, headers: who.headers })
  expect((await order(who, sticker, 1)).status).toBe(200)
})

test('orders that are sent at once hold no more than those one after the other', async () => {
  const who = await somebody()
  const clip = await aProduct(shop, { priceCents: 50, availableQty: 900 })
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, () => order(who, clip, 20)),
    ...Array.from({ length: 6 }, () => checkout(who, [clip], 20)),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(await stockOf(shop, clip.id)).toEqual({ left: 860, booked: 860 })
})
