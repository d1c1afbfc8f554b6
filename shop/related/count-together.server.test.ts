import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '~/platform/id.ts'
import { days, hours } from '~/platform/time.ts'
import { aProduct } from '~/test/a-product.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop, engine } from '~/test/shop.ts'
import { countBoughtTogether, isDue } from './count-together.server.ts'

type Line = { productId: string; state?: 'paid' | 'refunded' | 'unpaid'; refunded?: number; size?: 'M' | 'L' }
type Purchase = { customer: string; lines: Line[]; daysAgo?: number; transaction?: string }

/** Rows as the shop's own books write them; a test of counting needs more of them than it has time to buy. */
async function purchases({ db }: TestShop, ...bought: Purchase[]) {
  for (const { customer, lines, daysAgo = 1, transaction = newId() } of bought) {
    const [purchaseId, at] = [newId(), new Date(Date.now() - days(daysAgo)).toISOString()]
    await db
      .insertInto('orders')
      .values(
        lines.map(({ productId, state = 'paid', refunded = 0, size = 'M' }) => ({
          id: newId(),
          purchase_id: purchaseId,
          customer_id: customer,
          email: `${customer}@buyers.example`,
          user_name: customer,
          product_id: productId,
          product_name: productId,
          image: '/products/alloy-wheel-1200.webp',
          unit_cents: 100,
          price_cents: 200,
          quantity: 2,
          size,
          state,
          transaction_id: state === 'unpaid' ? null : transaction,
          created_at: at,
          expires_at: null,
          paid_at: state === 'unpaid' ? null : at,
          cancelled_at: null,
          cancelled_by: null,
          refunded_at: null,
          search_text: '',
          refund_state: null,
          refund_reason: null,
          refunded_quantity: refunded,
          delivery_state: null,
          dispute_state: null,
          return_state: null,
          card_last4: null,
          unpaid_slot: null,
          fit: null,
          weight_grams: null,
        })),
      )
      .execute()
  }
}

const people = (count: number) => Array.from({ length: count }, (_, n) => `customer ${n}`)
const both = (a: string, b: string) => [{ productId: a }, { productId: b }]
/** Without others, everybody who buys anything buys everything, and nothing is more often than chance. */
const others = (shop: TestShop, productId: string) =>
  purchases(shop, ...people(10).map((name) => ({ customer: `other ${name}`, lines: [{ productId }] })))

let real: Promise<TestShop> | undefined

/** The real one is the same for all tests, and nobody has bought anything there yet. */
async function aShopWith(count: number, isDemo = false) {
  real ??= aShop({ DEMO: 'off' })
  const shop = await (isDemo ? aShop() : real)
  if (!isDemo) {
    await shop.db.deleteFrom('orders').execute()
    await shop.db.updateTable('bought_together_counts').set({ counted_at: null }).execute()
  }
  const ids = []
  for (let n = 0; n < count; n += 1) ids.push((await aProduct(shop)).id)
  const counting = { database: shop.database, config: shop.config, played: sql`select 'played'` }
  return {
    shop,
    ids,
    count: (now?: number) => countBoughtTogether(counting, now),
    together: async (id: string) =>
      (await shop.get(`/api/service/${id}/related`)).json().together.map(({ _id }: { _id: string }) => _id),
  }
}

test('five customers who buy two parts together make a rule for both, four make none', async () => {
  const { shop, ids, count, together } = await aShopWith(3)
  const [disc, pads, other] = ids as [string, string, string]
  await others(shop, other)
  await purchases(shop, ...people(4).map((customer) => ({ customer, lines: both(disc, pads) })))
  // One of them buys them again, and in two sizes.
  await purchases(shop, {
    customer: 'customer 1',
    lines: [...both(disc, pads), { productId: pads, size: 'L' }],
  })
  await count()
  expect([await together(disc), await together(pads)]).toEqual([[], []])
  await purchases(shop, { customer: 'a fifth', lines: both(disc, pads) })
  await count()
  expect([await together(disc), await together(pads)]).toEqual([[pads], [disc]])
  // Each of both alone is not bought together with itself, nor with what others buy.
  expect(await together(other)).toEqual([])
})

test('what everybody buys stands beside nothing: it is bought together no more often than chance', async () => {
  const { shop, ids, count, together } = await aShopWith(3)
  const [disc, pads, oil] = ids as [string, string, string]
  const all = [disc, pads, oil].map((productId) => ({ productId }))
  await purchases(shop, ...people(6).map((customer) => ({ customer, lines: all })))
  await purchases(
    shop,
    ...people(6).map((name) => ({ customer: `more ${name}`, lines: [{ productId: oil }] })),
  )
  await count()
  expect([await together(disc), await together(oil)]).toEqual([[pads], []])
})

test('what goes with a part best stands first, and no more than twelve are kept', async () => {
  const { shop, ids, count, together } = await aShopWith(16)
  const [disc, last, ...rest] = ids as [string, string, ...string[]]
  await others(shop, last)
  const seven = rest[0]!
  await purchases(
    shop,
    ...people(6).map((customer) => ({ customer, lines: rest.map((productId) => ({ productId })) })),
    ...people(6).map((customer) => ({ customer, lines: both(disc, seven) })),
    ...people(5).flatMap((customer) => rest.map((productId) => ({ customer, lines: both(disc, productId) }))),
  )
  await count()
  expect((await together(disc)).length).toBe(6)
  expect((await together(disc))[0]).toBe(seven)
  const rows = await shop.db
    .selectFrom('bought_together')
    .select('other_id')
    .where('product_id', '=', disc)
    .execute()
  expect(rows).toHaveLength(12)
})

test.each<[string, (a: string, b: string) => Omit<Purchase, 'customer'>]>([
  ['that is not paid', (a, b) => ({ lines: both(a, b).map((line) => ({ ...line, state: 'unpaid' })) })],
  ['that is refunded', (a, b) => ({ lines: both(a, b).map((line) => ({ ...line, state: 'refunded' })) })],
  [
    'whose pieces have all gone back',
    (a, b) => ({ lines: [{ productId: a }, { productId: b, refunded: 2 }] }),
  ],
  ['that is older than 24 months', (a, b) => ({ lines: both(a, b), daysAgo: 731 })],
  ['that was paid in a demo', (a, b) => ({ lines: both(a, b), transaction: 'played' })],
])('a purchase %s makes no rule', async (_, bought) => {
  const { shop, ids, count, together } = await aShopWith(3)
  const [disc, pads, other] = ids as [string, string, string]
  await others(shop, other)
  await purchases(shop, ...people(9).map((customer) => ({ customer, ...bought(disc, pads) })))
  await count()
  expect(await together(disc)).toEqual([])
  // With one piece kept it does.
  const kept = [{ productId: disc }, { productId: pads, refunded: 1 }]
  await purchases(shop, ...people(5).map((customer) => ({ customer, lines: kept, daysAgo: 700 })))
  await count()
  expect(await together(disc)).toEqual([pads])
})

test('a purchase of more than twenty lines stocks a shelf, and makes no rule; one of twenty does', async () => {
  const { shop, ids, count, together } = await aShopWith(22)
  const [other, ...all] = ids as [string, ...string[]]
  await others(shop, other)
  const lines = all.map((productId) => ({ productId }))
  await purchases(shop, ...people(5).map((customer) => ({ customer, lines })))
  await count()
  expect(await together(all[0]!)).toEqual([])
  await purchases(shop, ...people(5).map((customer) => ({ customer, lines: lines.slice(1) })))
  await count()
  expect(await together(all[0]!)).toEqual([])
  expect(await together(all[1]!)).toHaveLength(6)
})

test('what has not changed is not written again, and no page is made again', async () => {
  const { shop, ids, count } = await aShopWith(3)
  const [disc, pads, other] = ids as [string, string, string]
  await others(shop, other)
  await purchases(shop, ...people(5).map((customer) => ({ customer, lines: both(disc, pads) })))
  const changes: string[] = []
  shop.database.onChange((topics) => changes.push(...topics))
  const shown = () => shop.db.selectFrom('bought_together_counts').selectAll().executeTakeFirstOrThrow()
  await count()
  const first = await shown()
  await count()
  const second = await shown()
  // PostgreSQL also tells, late, what was written before.
  if (engine === 'sqlite') expect(changes).toEqual(['bought_together'])
  expect(second.generation).toBe(first.generation)
  expect(second.counted_at! > first.counted_at!).toBe(true)
  await purchases(shop, ...people(5).map((customer) => ({ customer, lines: both(disc, other) })))
  await count()
  const rows = await shop.db.selectFrom('bought_together').select('generation').distinct().execute()
  expect(rows).toEqual([{ generation: (await shown()).generation }])
})

test('it is counted when it never was, and then once a night', async () => {
  const { shop, count } = await aShopWith(0)
  const noon = Date.parse('2027-03-04T12:00:00.000Z')
  expect(await isDue(shop.db, noon)).toBe(true)
  await count(noon)
  expect(await isDue(shop.db, noon + hours(13))).toBe(false)
  expect(await isDue(shop.db, noon + hours(15))).toBe(true)
})

test('the example of a demo stays until its customers make a rule; a real shop has none', async () => {
  const demo = await aShopWith(2, true)
  const [disc, pads] = demo.ids as [string, string]
  const example = await demo.together('brake-disc')
  expect(example.length).toBeGreaterThan(0)
  await demo.count()
  expect(await demo.together('brake-disc')).toEqual(example)
  await others(demo.shop, 'brake-disc')
  await purchases(demo.shop, ...people(5).map((customer) => ({ customer, lines: both(disc, pads) })))
  await demo.count()
  expect([await demo.together(disc), await demo.together('brake-disc')]).toEqual([[pads], []])
})

test('a folder that was a demo shows its example no longer than until the first count', async () => {
  const demo = await aShop()
  expect((await demo.get('/api/service/brake-disc/related')).json().together.length).toBeGreaterThan(0)
  await countBoughtTogether({
    database: demo.database,
    config: { demo: false },
    played: sql`select 'played'`,
  })
  expect((await demo.get('/api/service/brake-disc/related')).json().together).toEqual([])
})
