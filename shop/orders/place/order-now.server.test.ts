import { beforeAll, expect, test } from 'vitest'
import { hours } from '~/platform/time.ts'
import { aProduct, stockOf } from '~/test/a-product.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

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

const order = (person: Person, body: object, headers = {}) =>
  shop.post('/api/orders', { size: 'M', ...body }, { ...person.headers, ...headers })
const numberOfOrders = async () =>
  Number(
    (
      await shop.db
        .selectFrom('orders')
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

test('an order takes its pieces from the shelf and carries what the server knows', async () => {
  const tyre = await aProduct(shop, { priceCents: 2510, availableQty: 10 })
  const answer = await order(ada, {
    productId: tyre.id,
    quantity: 3,
    price: 75.3,
    email: 'ADA@example.com',
    userName: 'Somebody Else',
    image: 'https://evil.example/x.png',
  })
  expect(answer.status).toBe(200)
  const { insertedId } = answer.json()
  expect(await stockOf(shop, tyre.id)).toEqual({ left: 7, booked: 7 })
  const seen = await shop.get(`/api/order/${insertedId}`, ada.headers)
  expect(seen.json()).toMatchObject({
    _id: insertedId,
    productName: tyre.name,
    image: '/products/alloy-wheel-1200.webp',
    price: 75.3,
    quantity: 3,
    size: 'M',
    email: 'ada@example.com',
    userName: 'Ada Lovelace',
    paid: false,
  })
  const hoursKept = (Date.parse(seen.json().expiresAt) - Date.parse(seen.json().createdAt)) / hours(1)
  expect(hoursKept).toBe(24)
  const movements = await shop.db
    .selectFrom('stock_movements')
    .selectAll()
    .where('product_id', '=', tyre.id)
    .where('reason', '=', 'ordered')
    .execute()
  expect(movements).toMatchObject([{ change: -3, order_id: insertedId, by_user: ada.userId }])
})

test('the public pages show the new stock at once', async () => {
  const tyre = await aProduct(shop, { availableQty: 5 })
  expect((await shop.get(`/api/service/${tyre.id}`)).json().availableQty).toBe(5)
  await order(ada, { productId: tyre.id, quantity: 2, price: 50 })
  expect((await shop.get(`/api/service/${tyre.id}`)).json().availableQty).toBe(3)
})

test('without an id the product is found by its name', async () => {
  const tyre = await aProduct(shop, { name: 'Écrou Ünique' })
  for (const productId of [undefined, '']) {
    const answer = await order(ada, { productId, productName: 'Écrou Ünique', quantity: 1, price: 25 })
    expect(answer.status).toBe(200)
  }
  expect((await stockOf(shop, tyre.id)).left).toBe(8)
})

test('a free product needs no price and never ends unpaid', async () => {
  const sticker = await aProduct(shop, { priceCents: 0 })
  const { insertedId } = (await order(ada, { productId: sticker.id, quantity: 1 })).json()
  const seen = (await shop.get(`/api/order/${insertedId}`, ada.headers)).json()
  expect(seen).not.toHaveProperty('price')
  expect(seen).not.toHaveProperty('expiresAt')
})

test('cheating is refused and leaves no trace', async () => {
  const tyre = await aProduct(shop, { priceCents: 2500, availableQty: 10, orderQty: 2 })
  const before = await numberOfOrders()
  const honest = { productId: tyre.id, quantity: 2, price: 50 }
  const cheats: [what: string, person: Person, body: object, status: number, message: string][] = [
    ['price 0', ada, { ...honest, price: 0 }, 409, 'The price has changed.'],
    ['price left out', ada, { ...honest, price: undefined }, 409, 'The price has changed.'],
    ['a cent less', ada, { ...honest, price: 49.99 }, 409, 'The price has changed.'],
    ['price in words', ada, { ...honest, price: 'fifty' }, 422, 'Price must be a number'],
    ['negative price', ada, { ...honest, price: -50 }, 422, 'Price must not be negative'],
    ['negative quantity', ada, { ...honest, quantity: -2, price: 0 }, 422, 'Quantity must be a real number'],
    ['quantity 0', ada, { ...honest, quantity: 0 }, 422, 'Quantity must be a real number'],
    ['half a piece', ada, { ...honest, quantity: 2.5 }, 422, 'Quantity must be a real number'],
    ['leading zero', ada, { ...honest, quantity: '02' }, 422, 'Quantity must be a real number'],
    ['no quantity', ada, { ...honest, quantity: undefined }, 422, 'Quantity is required'],
    ['below the minimum', ada, { ...honest, quantity: 1, price: 25 }, 422, 'Quantity must be at least 2'],
    [
      'more than there is',
      ada,
      { ...honest, quantity: 11, price: 275 },
      409,
      'Quantity must be less than or equal to available quantity',
    ],
    ['huge quantity', ada, { ...honest, quantity: 1e15 }, 422, 'Quantity must be a real number'],
    [
      'more than any shelf holds',
      ada,
      { ...honest, quantity: 9_999_999_999 },
      409,
      'Quantity must be less than or equal to available quantity',
    ],
    ['unknown size', ada, { ...honest, size: 'XXL' }, 422, 'Size must be one of SM, M, L, XL'],
    ['no product', ada, { quantity: 2, price: 50 }, 422, 'Product is required'],
    ['unknown product', ada, { ...honest, productId: 'nothing' }, 404, 'There is no such product.'],
    [
      'other person’s email',
      ada,
      { ...honest, email: 'bob@example.com' },
      403,
      'You can only order for yourself.',
    ],
    ['admin', admin, honest, 403, 'Order option for site admin is not allowed !!!'],
  ]
  for (const [what, person, body, status, message] of cheats) {
    const answer = await order(person, body)
    expect([what, answer.status, answer.json().message]).toEqual([what, status, message])
  }
  expect((await shop.post('/api/orders', honest)).status).toBe(401)
  expect(await numberOfOrders()).toBe(before)
  expect(await stockOf(shop, tyre.id)).toEqual({ left: 10, booked: 10 })
})

test('a customer who saw an old price gets the new one', async () => {
  const tyre = await aProduct(shop, { priceCents: 1999 })
  const answer = await order(ada, { productId: tyre.id, quantity: 2, price: 30 })
  expect(answer.json()).toMatchObject({ reason: 'price_changed', price: 39.98 })
})

test('an order is of the product as it is now, also when another server has just changed it', async () => {
  const tyre = await aProduct(shop, { priceCents: 2500, availableQty: 4 })
  const buy = async (price: number) => {
    const answer = await order(bob, { productId: tyre.id, quantity: 1, price })
    if (answer.status !== 200) return answer.json().reason
    const { productName, image } = (
      await shop.get(`/api/order/${answer.json().insertedId}`, bob.headers)
    ).json()
    return { productName, image }
  }
  const changed = (to: object) => shop.db.updateTable('products').set(to).where('id', '=', tyre.id).execute()
  await buy(25)
  const renamed = { product_name: `Better ${tyre.name}`, image: '/products/engine-oil-1200.webp' }
  await changed(renamed)
  expect(await buy(25)).toEqual({ productName: renamed.product_name, image: renamed.image })
  await changed({ price_cents: 2600 })
  expect(await buy(25)).toBe('price_changed')
  expect(await buy(26)).toMatchObject({ productName: renamed.product_name })
  await changed({ available_qty: 0 })
  expect(await buy(26)).toBe('out_of_stock')
  await changed({ available_qty: 1 })
  expect(await buy(26)).toMatchObject({ productName: renamed.product_name })
})

test('an order that no card could pay is refused', async () => {
  const ship = await aProduct(shop, { priceCents: 2_000_000_000, availableQty: 1_000_000 })
  const answer = await order(ada, { productId: ship.id, quantity: 999_999, price: 19_999_980_000_000 })
  expect([answer.status, answer.json().reason]).toEqual([422, 'not_chargeable'])
})

test('a double click is one order', async () => {
  const tyre = await aProduct(shop)
  const input = { productId: tyre.id, quantity: 1, price: 25 }
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => order(ada, input, { 'idempotency-key': 'click-1' })),
  )
  expect(answers.map((a) => a.status)).toEqual(Array(8).fill(200))
  expect(new Set(answers.map((a) => a.json().insertedId)).size).toBe(1)
  expect(await stockOf(shop, tyre.id)).toEqual({ left: 9, booked: 9 })
})

test('a double click is one order for a customer who may have only one more', async () => {
  const strict = await aShop({ DEMO: 'off', MOST_UNPAID_ORDERS: '2' })
  const tyre = await aProduct(strict, { availableQty: 100 })
  const body = { productId: tyre.id, quantity: 1, price: 25, size: 'M' }
  for (let customer = 1; customer <= 8; customer++) {
    const { headers } = await signedIn(strict, { email: `customer${customer}@example.com` })
    expect((await strict.post('/api/orders', body, headers)).status).toBe(200)
    const click = { ...headers, 'idempotency-key': 'click-1' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => strict.post('/api/orders', body, click)),
    )
    expect(answers.map((a) => a.status)).toEqual(Array(8).fill(200))
    expect(new Set(answers.map((a) => a.json().insertedId)).size).toBe(1)
  }
})

test('a key still answers when the product is out of stock, is personal, and is for one input', async () => {
  const tyre = await aProduct(shop, { availableQty: 3 })
  const input = { productId: tyre.id, quantity: 1, price: 25 }
  const key = { 'idempotency-key': 'k-2' }
  const first = await order(ada, input, key)
  const ofBob = await order(bob, input, key)
  expect(ofBob.json().insertedId).not.toBe(first.json().insertedId)
  const ofAdaAlone = { 'idempotency-key': 'k-ada' }
  expect((await order(ada, input, ofAdaAlone)).status).toBe(200)
  expect((await order(bob, input, ofAdaAlone)).status).toBe(409)
  const again = await order(ada, input, key)
  expect(again.json()).toEqual(first.json())
  const other = await order(ada, { ...input, size: 'XL' }, key)
  expect([other.status, other.json().reason]).toEqual([422, 'key_reused'])
  expect((await order(ada, input, { 'idempotency-key': 'ü' })).status).toBe(422)
})

test('a refused order does not use up its key', async () => {
  const tyre = await aProduct(shop, { availableQty: 1 })
  const input = { productId: tyre.id, quantity: 2, price: 50 }
  const key = { 'idempotency-key': 'k-3' }
  expect((await order(ada, input, key)).status).toBe(409)
  await shop.send(`/api/services/${tyre.id}`, {
    method: 'PUT',
    body: { availableQty: 2 },
    headers: admin.headers,
  })
  expect((await order(ada, input, key)).status).toBe(200)
})

test('a customer has at most 20 unpaid orders, however many are sent at once; paying or cancelling makes room', async () => {
  const carl = await signedIn(shop, { email: 'carl@example.com' })
  const tyre = await aProduct(shop, { availableQty: 100 })
  const sticker = await aProduct(shop, { priceCents: 0 })
  const input = { productId: tyre.id, quantity: 1, price: 25 }
  const answers = await Promise.all(Array.from({ length: 60 }, () => order(carl, input)))
  const placed = answers.filter(({ status }) => status === 200)
  expect(placed).toHaveLength(20)
  for (const refused of answers.filter(({ status }) => status !== 200))
    expect([refused.status, refused.json()]).toEqual([
      409,
      {
        reason: 'too_many_unpaid',
        message: 'You have as many unpaid orders as you may have. Pay for some, or cancel them.',
        mostUnpaidOrders: 20,
      },
    ])
  expect(await stockOf(shop, tyre.id)).toEqual({ left: 80, booked: 80 })
  expect((await order(carl, { productId: sticker.id, quantity: 1 })).status).toBe(200)
  expect((await order(bob, input)).status).toBe(200)
  const { insertedId } = placed[0]!.json()
  await shop.send(`/api/orders/${insertedId}`, { method: 'DELETE', headers: carl.headers })
  expect((await order(carl, input)).status).toBe(200)
  expect((await order(carl, input)).status).toBe(409)
})

test('an account orders, checks out and cancels 30 times a minute; others and admins are not held up', async () => {
  const strict = await aShop({ DEMO: 'off', MOST_UNPAID_ORDERS: '0', MOST_ORDERS_PER_MINUTE: '30' })
  const [eve, bob] = await Promise.all(
    ['eve', 'bob'].map((name) => signedIn(strict, { email: `${name}@pace.example` })),
  )
  const admin = await signedIn(strict, { email: 'admin@pace.example', admin: true })
  const tyre = await aProduct(strict, { availableQty: 100 })
  const line = { productId: tyre.id, quantity: 1, size: 'M' }
  const order = (who: { headers: Record<string, string> }) =>
    strict.post('/api/orders', { ...line, price: 25 }, who.headers)
  const cancel = (id: string, who: { headers: Record<string, string> }) =>
    strict.send(`/api/orders/${id}`, { method: 'DELETE', headers: who.headers })
  const checkout = () => strict.post('/api/checkout', { lines: [line], total: 25 }, eve!.headers)
  const ids: string[] = []
  for (let n = 0; n < 10; n += 1) {
    ids.push((await order(eve!)).json().insertedId)
    expect((await checkout()).status).toBe(200)
    expect((await cancel(ids[n]!, eve!)).status).toBe(200)
  }
  for (const refused of [await order(eve!), await checkout(), await cancel(ids[0]!, eve!)]) {
    expect([refused.status, refused.json().message]).toEqual([
      429,
      'That was a little fast. Please wait a minute and try again.',
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  }
  const placed = (await order(bob!)).json().insertedId
  for (let n = 0; n < 31; n += 1) expect((await cancel(placed, admin)).status).toBe(200)
})

test('MOST_UNPAID_ORDERS=0 is no limit', async () => {
  const generous = await aShop({ DEMO: 'off', MOST_UNPAID_ORDERS: '0' })
  const dora = await signedIn(generous, { email: 'dora@example.com' })
  const tyre = await aProduct(generous, { availableQty: 30 })
  const input = { productId: tyre.id, quantity: 1, price: 25, size: 'M' }
  for (let n = 0; n < 30; n++)
    expect((await generous.post('/api/orders', input, dora.headers)).status).toBe(200)
  const empty = await generous.post('/api/orders', input, dora.headers)
  expect([empty.status, empty.json().reason]).toEqual([409, 'out_of_stock'])
})
