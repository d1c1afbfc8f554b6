import { beforeAll, expect, test } from 'vitest'
import { aProduct, stockOf } from '~/test/a-product.ts'
import { isLongRun } from '~/test/long-run.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

const buyers = 200
const pieces = 50
const rounds = isLongRun ? 20 : 2

let shop: TestShop
let people: Awaited<ReturnType<typeof signedIn>>[]

beforeAll(async () => {
  // The first of them orders in every round.
  shop = await aShop({ DEMO: 'off', MOST_UNPAID_ORDERS: String(rounds + 5) })
  people = []
  for (let n = 0; n < buyers; n++) people.push(await signedIn(shop, { email: `buyer${n}@example.com` }))
}, 240_000)

/** Over connections that stay open, as those of browsers do. */
const order = (buyer: { headers: Record<string, string> }, input: object) =>
  fetch(`${shop.url}/api/orders`, {
    method: 'POST',
    headers: { ...buyer.headers, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })

test(`${buyers} buyers race for ${pieces} pieces, ${rounds} times: none is sold twice`, async () => {
  for (let round = 0; round < rounds; round++) {
    const tyre = await aProduct(shop, { availableQty: pieces })
    const input = { productId: tyre.id, quantity: 1, price: 25, size: 'M' }
    const answers = await Promise.all(people.map((buyer) => order(buyer, input)))
    const counted: Record<number, number> = {}
    for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1
    expect(counted).toEqual({ 200: pieces, 409: buyers - pieces })
    expect(await stockOf(shop, tyre.id)).toEqual({ left: 0, booked: 0 })
    const sold = await shop.db.selectFrom('orders').select('id').where('product_id', '=', tyre.id).execute()
    expect(sold).toHaveLength(pieces)
  }
}, 240_000)

test('a part that is hidden while others order it is sold to nobody from then on', async () => {
  const tyre = await aProduct(shop, { availableQty: 100 })
  const admin = await signedIn(shop, { email: 'hides@example.com', admin: true })
  const input = { productId: tyre.id, quantity: 1, price: 25, size: 'M' }
  const hide = () =>
    shop.send(`/api/manage/services/${tyre.id}/visibility`, {
      method: 'PUT',
      body: { visibility: 'hidden' },
      headers: admin.headers,
    })
  // Each server remembers the part as it was sold last.
  expect((await order(people[0]!, input)).status).toBe(200)
  let whenHidden: number | undefined
  const answers = await Promise.all(
    people.slice(1, 41).map(async (buyer, n) => {
      if (n === 20) {
        await hide()
        whenHidden = (await stockOf(shop, tyre.id)).left
      }
      return (await order(buyer, input)).status
    }),
  )
  const sold = answers.filter((status) => status === 200).length
  expect(answers.filter((status) => status !== 200 && status !== 404)).toEqual([])
  expect(answers[20]).toBe(404)
  expect(await stockOf(shop, tyre.id)).toEqual({ left: 99 - sold, booked: 99 - sold })
  expect(whenHidden).toBe(99 - sold)
})

test('orders, cancellations and restocking at once leave the book balanced', async () => {
  const tyre = await aProduct(shop, { availableQty: 30 })
  const admin = await signedIn(shop, { email: 'admin@example.com', admin: true })
  const input = { productId: tyre.id, quantity: 1, price: 25, size: 'M' }
  const answers = await Promise.all(
    people.slice(0, 60).map(async (buyer, n) => {
      if (n % 10 === 0) {
        const body = { availableQty: 20 }
        return shop.send(`/api/services/${tyre.id}`, { method: 'PUT', body, headers: admin.headers })
      }
      const placed = await shop.post('/api/orders', input, buyer.headers)
      if (n % 2 || placed.status !== 200) return placed
      return shop.send(`/api/orders/${placed.json().insertedId}`, {
        method: 'DELETE',
        headers: buyer.headers,
      })
    }),
  )
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  const { left, booked } = await stockOf(shop, tyre.id)
  expect(left).toBe(booked)
})
