import { beforeAll, expect, test } from 'vitest'
import { aProduct } from '~/test/a-product.ts'
import { buyerPayments } from '~/test/buyer-payments.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off', MOST_UNPAID_ORDERS: '0' })
})

const oneTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

/** Charged at the provider; the shop does not know it yet. */
async function charged(count: number) {
  const pay = await buyerPayments(shop)
  const product = await aProduct(shop, { availableQty: count })
  const who = await signedIn(shop, { email: 'buyer@race.example' })
  const input = { productId: product.id, quantity: 1, size: 'M', price: product.price }
  const transactions = []
  for (let n = 0; n < count; n += 1) {
    const id = (await shop.post('/api/orders', input, who.headers)).json().insertedId as string
    const started = await pay.start(who, id)
    await pay.confirmCard(started)
    transactions.push(started.transactionId)
  }
  return transactions
}

const receipts = () =>
  shop.db.selectFrom('receipts').selectAll().where('series', '=', 'R').orderBy('number').execute()

test('50 payments settled at once, each by browser and webhook, get the numbers 1 to 50; one that rolls back leaves no gap', async () => {
  const transactions = await charged(50)
  // Every tenth transaction fails in its last moment, as when the connection to the database breaks.
  const change = shop.database.change
  let settled = 0
  shop.database.change = (topics, work) =>
    change(topics, async (tx) => {
      const result = await work(tx)
      settled += 1
      if (settled % 10 === 0) throw new Error('the connection is gone')
      return result
    })
  const settle = (id: string) => shop.payments.settle(id).catch(() => undefined)
  await Promise.all([...transactions, ...transactions].map(settle))
  shop.database.change = change
  await Promise.all(transactions.map((id) => shop.payments.settle(id)))

  const rows = await receipts()
  expect(rows.map(({ number }) => number)).toEqual(oneTo(50))
  expect(new Set(rows.map(({ purchase_id }) => purchase_id)).size).toBe(50)
  const times = rows.map(({ issued_at }) => issued_at)
  expect(times).toEqual(times.toSorted())
}, 120_000)
