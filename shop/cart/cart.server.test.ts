import { beforeAll, expect, test } from 'vitest'
import { mostLines } from '~/shop/cart/rules.ts'
import { aProduct, stockOf } from '~/test/a-product.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

let shop: TestShop
let ada: Awaited<ReturnType<typeof signedIn>>
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off' })
  ada = await signedIn(shop, { email: 'ada@cart.example' })
})

const put = (body: object, who = ada) =>
  shop.send('/api/cart/lines', { method: 'PUT', body, headers: who.headers })
const merge = (lines: object[], who = ada) => shop.post('/api/cart/merge', { lines }, who.headers)
const check = (lines: object[]) => shop.post('/api/cart/check', { lines })

test('a cart is with the account, shows the parts as they are now and holds no stock', async () => {
  const who = await signedIn(shop, { email: 'own@cart.example' })
  const tyre = await aProduct(shop, { priceCents: 1190, availableQty: 7 })
  await put({ productId: tyre.id, size: 'M', quantity: 2, price: 11.9 }, who)
  await put({ productId: tyre.id, size: 'L', quantity: 1, price: 11.9 }, who)
  await put({ productId: tyre.id, size: 'M', quantity: 3, price: 11.9 }, who)
  await shop.db.updateTable('products').set({ price_cents: 1290 }).where('id', '=', tyre.id).execute()
  const { lines } = (await shop.get('/api/cart', who.headers)).json()
  expect(lines).toMatchObject([
    { size: 'M', quantity: 3, price: 11.9, product: { price: 12.9, availableQty: 7, orderQty: 1 } },
    { size: 'L', quantity: 1 },
  ])
  expect(await stockOf(shop, tyre.id)).toEqual({ left: 7, booked: 7 })
  await put({ productId: tyre.id, size: 'M', quantity: 0 }, who)
  expect((await shop.get('/api/cart', who.headers)).json().lines).toHaveLength(1)
})

test('a part that is gone stays in the cart as gone', async () => {
  const gone = { productId: 'gone', size: 'M', quantity: 1, price: 5 }
  expect((await check([gone])).json().lines).toEqual([gone])
})

test('the cart of a visitor is merged with the larger quantity, also when that is sent twice', async () => {
  const who = await signedIn(shop, { email: 'merges@cart.example' })
  const tyre = await aProduct(shop)
  const disc = await aProduct(shop)
  await put({ productId: tyre.id, size: 'M', quantity: 4 }, who)
  await put({ productId: disc.id, size: 'M', quantity: 1 }, who)
  const visitor = [
    { productId: tyre.id, size: 'M', quantity: 1 },
    { productId: disc.id, size: 'M', quantity: 2 },
  ]
  await merge(visitor, who)
  const { lines } = (await merge(visitor, who)).json()
  expect(lines.map(({ quantity }: { quantity: number }) => quantity)).toEqual([4, 2])
})

test('changes of one cart at the same moment lose nothing', async () => {
  const who = await signedIn(shop, { email: 'busy@cart.example' })
  const products = await Promise.all(Array.from({ length: 12 }, () => aProduct(shop)))
  await Promise.all(products.map(({ id }) => put({ productId: id, size: 'M', quantity: 1 }, who)))
  expect((await shop.get('/api/cart', who.headers)).json().lines).toHaveLength(12)
})

test('a cart of 100 lines works, and line 101 is refused with a sentence', async () => {
  const who = await signedIn(shop, { email: 'full@cart.example' })
  const lines = Array.from({ length: mostLines }, (_, n) => ({
    productId: `part-${n}`,
    size: 'M',
    quantity: 1,
  }))
  expect((await merge(lines, who)).json().lines).toHaveLength(mostLines)
  const more = { productId: 'one-more', size: 'M', quantity: 1 }
  expect((await put(more, who)).json()).toMatchObject({
    reason: 'cart_full',
    message: 'A cart holds at most 100 lines. Order these first, or remove some.',
  })
  const tooMany = await check([...lines, more])
  expect(tooMany.status).toBe(422)
  expect(tooMany.json().fields.lines).toContain('at most 100 lines')
})

test.each([
  ['two lines for one part and size', [aLine(), aLine()]],
  ['no size', [{ ...aLine(), size: undefined }]],
  ['a size that there is not', [{ ...aLine(), size: 'XXL' }]],
  ['no pieces', [{ ...aLine(), quantity: 0 }]],
  ['half a piece', [{ ...aLine(), quantity: 1.5 }]],
  ['too many pieces', [{ ...aLine(), quantity: 1_000_001 }]],
  ['a negative price', [{ ...aLine(), price: -1 }]],
  ['markup for a part', [{ ...aLine(), productId: '<b>' }]],
])('a cart with %s is refused', async (_, lines) => {
  expect((await check(lines)).status).toBe(422)
  expect((await merge(lines)).status).toBe(422)
})

test('admins have no cart', async () => {
  const admin = await signedIn(shop, { email: 'admin@cart.example', admin: true })
  for (const answer of [
    await shop.get('/api/cart', admin.headers),
    await put(aLine(), admin),
    await merge([aLine()], admin),
    await shop.post('/api/checkout', { lines: [aLine()], total: 1 }, admin.headers),
  ]) {
    expect(answer.status).toBe(403)
    expect(answer.json().message).toBe('Staff place no orders and have no cart.')
  }
})

function aLine() {
  return { productId: 'tyre', size: 'M', quantity: 1 }
}
