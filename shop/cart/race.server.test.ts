import { expect, test } from 'vitest'
import { aProduct, stockOf } from '~/test/a-product.ts'
import { isLongRun } from '~/test/long-run.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

const buyers = isLongRun ? 200 : 60
const pieces = isLongRun ? 50 : 15

test(`${buyers} buyers race for ${pieces} pieces of each of three parts, in carts of different order: each purchase is whole, none deadlocks`, {
  timeout: 300_000,
}, async () => {
  const shop = await aShop({ DEMO: 'off' })
  const parts = await Promise.all(
    [1000, 2000, 3000].map((priceCents) => aProduct(shop, { priceCents, availableQty: pieces })),
  )
  const people = await Promise.all(
    Array.from({ length: buyers }, (_, n) => signedIn(shop, { email: `buyer-${n}@race.example` })),
  )
  const answers = await Promise.all(
    people.map(({ headers }, n) => {
      // Each order of the three parts comes up: locked in the order of the cart, they would wait in a circle.
      const turned = [...parts.slice(n % 3), ...parts.slice(0, n % 3)]
      const lines = (n % 2 ? turned : turned.toReversed()).map(({ id }) => ({
        productId: id,
        size: 'M',
        quantity: 1,
      }))
      return shop.post('/api/checkout', { lines, total: 60 }, headers)
    }),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(pieces)
  expect(new Set(statuses)).toEqual(new Set([200, 409]))
  for (const { id } of parts) expect(await stockOf(shop, id)).toEqual({ left: 0, booked: 0 })
  const orders = await shop.db.selectFrom('orders').select('purchase_id').execute()
  const inPurchase = new Map<string, number>()
  for (const { purchase_id: id } of orders) inPurchase.set(id, (inPurchase.get(id) ?? 0) + 1)
  expect([...inPurchase.values()]).toEqual(Array.from({ length: pieces }, () => 3))
  expect(await shop.db.selectFrom('purchases').select('id').execute()).toHaveLength(pieces)
})
