import { beforeAll, expect, test } from 'vitest'
import { mostLines } from '~/shop/cart/rules.ts'
import { aProduct } from '~/test/a-product.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

type Person = Awaited<ReturnType<typeof signedIn>>
type Line = { productId: string; size?: string; quantity?: number; price?: number; saved?: unknown }
let shop: TestShop
let people = 0
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off' })
})

const somebody = () => signedIn(shop, { email: `saver-${++people}@saved.example` })
const put = (who: Person, line: Line) =>
  shop.send('/api/cart/lines', {
    method: 'PUT',
    body: { size: 'M', quantity: 1, ...line },
    headers: who.headers,
  })
const merge = (who: Person, lists: object) => shop.post('/api/cart/merge', lists, who.headers)
const cartOf = async (who: Person) => (await shop.get('/api/cart', who.headers)).json()
const manyLines = (name: string) =>
  Array.from({ length: mostLines }, (_, n) => ({ productId: `${name}-${n}`, size: 'M', quantity: 1 }))
const idsOf = (lines: Line[]) => lines.map(({ productId }) => productId)

test('a part is saved for later and put back, as it costs and can be had now, and is in one list alone', async () => {
  const who = await somebody()
  const [tyre, disc] = [await aProduct(shop, { priceCents: 1190, availableQty: 7 }), await aProduct(shop)]
  const car = { vehicleId: 'a-golf', facts: '' }
  await put(who, { productId: tyre.id, quantity: 2, price: 11.9 })
  await put(who, { productId: disc.id })
  const line = { productId: tyre.id, quantity: 2, price: 11.9, car }
  expect((await put(who, { ...line, saved: true })).status).toBe(200)
  await shop.db
    .updateTable('products')
    .set({ price_cents: 1290, available_qty: 3 })
    .where('id', '=', tyre.id)
    .execute()
  const saved = await cartOf(who)
  expect(idsOf(saved.lines)).toEqual([disc.id])
  expect(saved.saved).toMatchObject([
    { productId: tyre.id, quantity: 2, price: 11.9, car, product: { price: 12.9, availableQty: 3 } },
  ])
  // Twice, and at once: still one.
  await Promise.all([put(who, { ...line, saved: true }), put(who, { ...line, saved: true })])
  expect((await cartOf(who)).saved).toHaveLength(1)
  expect(idsOf((await put(who, line)).json().lines)).toEqual([disc.id, tyre.id])
  expect((await cartOf(who)).saved).toEqual([])
})

test('what another tab has saved for later is not removed by removing it from the cart', async () => {
  const who = await somebody()
  const { id } = await aProduct(shop)
  await put(who, { productId: id, saved: true })
  await put(who, { productId: id, quantity: 0 })
  expect(idsOf((await cartOf(who)).saved)).toEqual([id])
  await put(who, { productId: id, quantity: 0, saved: true })
  expect((await cartOf(who)).saved).toEqual([])
})

test('100 parts are saved beside a full cart; the next one is refused in words, and so is one back into a full cart', async () => {
  const who = await somebody()
  const both = (await merge(who, { lines: manyLines('in-cart'), saved: manyLines('saved') })).json()
  expect([both.lines.length, both.saved.length]).toEqual([mostLines, mostLines])
  const more = { productId: 'one-more' }
  const notSaved = await put(who, { ...more, saved: true })
  expect([notSaved.status, notSaved.json()]).toMatchObject([
    422,
    {
      reason: 'saved_full',
      message: 'At most 100 parts are saved for later. Remove some of them first.',
    },
  ])
  expect((await put(who, { productId: 'in-cart-3', saved: true })).json().reason).toBe('saved_full')
  expect((await put(who, { productId: 'saved-3' })).json().reason).toBe('cart_full')
  const unchanged = await cartOf(who)
  expect([unchanged.lines.length, unchanged.saved.length]).toEqual([mostLines, mostLines])
  const tooMany = await shop.post('/api/cart/check', {
    lines: [],
    saved: [...manyLines('saved'), { ...more, size: 'M', quantity: 1 }],
  })
  expect(tooMany.json().fields.saved).toContain('At most 100 parts are saved')
})

test('both lists of a visitor come to the account; what is in the cart of one is in the cart', async () => {
  const who = await somebody()
  const [tyre, disc, oil] = [await aProduct(shop), await aProduct(shop), await aProduct(shop)]
  await put(who, { productId: tyre.id, quantity: 4 })
  await put(who, { productId: disc.id, saved: true })
  const line = (part: { id: string }, quantity = 1) => ({ productId: part.id, size: 'M', quantity })
  const visitor = { lines: [line(disc, 2)], saved: [line(tyre, 9), line(oil, 3)] }
  await merge(who, visitor)
  const { lines, saved } = (await merge(who, visitor)).json()
  expect(lines).toMatchObject([line(tyre, 4), line(disc, 2)])
  expect(saved).toMatchObject([line(oil, 3)])
  // A client of the version before sends one list, and loses nothing of the other.
  expect((await merge(who, { lines: [line(tyre, 1)] })).json().saved).toMatchObject([line(oil, 3)])
})

test('a checkout neither counts nor orders nor removes what is saved for later', async () => {
  const who = await somebody()
  const [tyre, disc] = [await aProduct(shop), await aProduct(shop)]
  await put(who, { productId: tyre.id })
  await put(who, { productId: disc.id, saved: true })
  const lines = [{ productId: tyre.id, size: 'M', quantity: 1 }]
  const placed = await shop.post('/api/checkout', { lines, total: tyre.price }, who.headers)
  expect(placed.status).toBe(200)
  const cart = await cartOf(who)
  expect([cart.lines, idsOf(cart.saved)]).toEqual([[], [disc.id]])
  // Ordered out of a tab that still had it in the cart: the order is as it was seen there, and the list stays as it was.
  const stale = [{ productId: disc.id, size: 'M', quantity: 1 }]
  expect((await shop.post('/api/checkout', { lines: stale, total: disc.price }, who.headers)).status).toBe(
    200,
  )
  expect(idsOf((await cartOf(who)).saved)).toEqual([disc.id])
})

test('order again puts what was bought into the cart, also where it is saved for later', async () => {
  const who = await somebody()
  const [tyre, disc] = [await aProduct(shop), await aProduct(shop)]
  const lines = [{ productId: tyre.id, size: 'M', quantity: 2 }]
  const { purchaseId } = (
    await shop.post('/api/checkout', { lines, total: tyre.price * 2 }, who.headers)
  ).json()
  await put(who, { productId: tyre.id, quantity: 5, saved: true })
  await put(who, { productId: disc.id, saved: true })
  const { cart, shortages } = (await shop.post(`/api/purchases/${purchaseId}/again`, {}, who.headers)).json()
  expect(shortages).toEqual([])
  expect(cart.lines).toMatchObject([{ productId: tyre.id, quantity: 2 }])
  expect(idsOf(cart.saved)).toEqual([disc.id])
})

test('a saved part that is hidden or deleted is said to be gone, can be removed, and a hidden one is not saved again', async () => {
  const who = await somebody()
  const [hidden, deleted, other] = [await aProduct(shop), await aProduct(shop), await aProduct(shop)]
  for (const { id } of [hidden, deleted]) await put(who, { productId: id, saved: true })
  await shop.db
    .updateTable('products')
    .set({ visibility: 'hidden' })
    .where('id', 'in', [hidden.id, other.id])
    .execute()
  await shop.db.deleteFrom('products').where('id', '=', deleted.id).execute()
  const { saved } = await cartOf(who)
  expect(saved.map(({ product }: { product?: object }) => product)).toEqual([undefined, undefined])
  expect((await put(who, { productId: other.id, saved: true })).status).toBe(404)
  const visitor = [{ productId: other.id, size: 'M', quantity: 1 }]
  expect((await merge(who, { lines: [], saved: visitor })).json().saved).toHaveLength(2)
  expect(
    (await shop.post('/api/cart/check', { lines: [], saved: visitor })).json().saved[0].product,
  ).toBeUndefined()
  for (const { id } of [hidden, deleted]) await put(who, { productId: id, quantity: 0, saved: true })
  expect((await cartOf(who)).saved).toEqual([])
})

test('what is saved for later is in the file of its customer, and of nobody else', async () => {
  const [who, other] = [await somebody(), await somebody()]
  const { id } = await aProduct(shop)
  await put(who, { productId: id, saved: true })
  const held = async (person: Person) => (await shop.get('/api/my-data', person.headers)).json().cart
  expect(await held(who)).toMatchObject([{ product_id: id, saved_at: expect.stringMatching(/^\d{4}-/) }])
  expect(await held(other)).toEqual([])
})

test.each([
  ['a word instead of yes or no', { productId: 'tyre', saved: 'yes' }],
  ['a list instead of yes or no', { productId: 'tyre', saved: [true] }],
  ['markup for a part', { productId: '<b>', saved: true }],
])('saving %s is refused', async (_, line) => {
  expect((await put(await somebody(), line)).status).toBe(422)
})
