import { expect, test } from 'vitest'
import { aProduct, stockOf } from '~/test/a-product.ts'
import { isLongRun } from '~/test/long-run.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

const buyers = isLongRun ? 200 : 60
const uses = isLongRun ? 50 : 15

test(`${buyers} customers at once for a code of ${uses} uses: as many purchases, and all others hear why`, {
  timeout: 300_000,
}, async () => {
  const shop = await aShop({ DEMO: 'off' })
  const admin = await signedIn(shop, { email: 'admin@race.example', admin: true })
  const product = await aProduct(shop, { priceCents: 20_000, availableQty: 1000 })
  const code = { code: 'RACE-10', kind: 'percent', value: 10, mostUses: uses, mostPerPerson: 1 }
  expect((await shop.post('/api/manage/discounts', code, admin.headers)).status).toBe(200)
  const people = await Promise.all(
    Array.from({ length: buyers }, (_, n) => signedIn(shop, { email: `buyer-${n}@race.example` })),
  )
  const lines = [{ productId: product.id, size: 'M', quantity: 1 }]
  const answers = await Promise.all(
    people.map(({ headers }) => shop.post('/api/checkout', { lines, total: 180, code: 'race10' }, headers)),
  )
  const reasons = answers.map((answer) => answer.json().reason ?? 'ordered')
  expect(reasons.filter((reason) => reason === 'ordered')).toHaveLength(uses)
  expect(reasons.filter((reason) => reason === 'code_used_up')).toHaveLength(buyers - uses)
  const taken = await shop.db.selectFrom('discount_uses').selectAll().execute()
  expect(taken).toHaveLength(uses)
  expect(await shop.db.selectFrom('discount_codes').select('uses').execute()).toEqual([{ uses }])
  expect(await shop.db.selectFrom('purchases').select('id').execute()).toHaveLength(uses)
  expect(await stockOf(shop, product.id)).toEqual({ left: 1000 - uses, booked: 1000 - uses })
  // Each that is cancelled can be had once more, however often that is asked for.
  const cancelled = people.filter((_, n) => reasons[n] === 'ordered').slice(0, 5)
  const ids = await Promise.all(
    cancelled.map(
      async ({ email, headers }) => (await shop.get(`/api/orders/${email}`, headers)).json()[0]._id as string,
    ),
  )
  await Promise.all(
    [...ids, ...ids].map((id, n) =>
      shop.send(`/api/orders/${id}`, { method: 'DELETE', headers: cancelled[n % 5]!.headers }),
    ),
  )
  expect(await shop.db.selectFrom('discount_codes').select('uses').execute()).toEqual([{ uses: uses - 5 }])
})

test('one customer who sends a first purchase and a code for once many times at once uses it once', async () => {
  const shop = await aShop({ DEMO: 'off' })
  const admin = await signedIn(shop, { email: 'admin@race.example', admin: true })
  const product = await aProduct(shop, { priceCents: 20_000, availableQty: 1000 })
  for (const more of [{ code: 'FIRST-A' }, { code: 'FIRST-B' }])
    await shop.post(
      '/api/manage/discounts',
      { kind: 'percent', value: 10, customers: 'first_purchase', ...more },
      admin.headers,
    )
  const { headers } = await signedIn(shop, { email: 'buyer@race.example' })
  const lines = [{ productId: product.id, size: 'M', quantity: 1 }]
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      shop.post('/api/checkout', { lines, total: 180, code: n % 2 ? 'FIRST-A' : 'FIRST-B' }, headers),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})
