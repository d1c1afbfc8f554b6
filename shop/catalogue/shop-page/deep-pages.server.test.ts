import { beforeAll, expect, test } from 'vitest'
import type { TestShop } from '~/test/shop.ts'
import { aDatabase, aShop, onPostgres } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import { searchable } from '../rules.ts'

/** Enough for pages that the database cuts and for pages that are cut in memory. */
const many = 1_300
/** Where languages and characters disagree about the order. */
const beginnings = ['Zinc', 'ätna', '_low', 'Be-ta', 'beta', '50%', 'Be ta', 'z-1']

let shop: TestShop
let admin: Record<string, string>
beforeAll(async () => {
  // A database that sorts by the rules of a language, as most do that others look after.
  const inEnglish = "template template0 locale_provider icu icu_locale 'en-US'"
  shop = await aShop({ DEMO: 'off', ...(onPostgres && { DATABASE_URL: await aDatabase(inEnglish) }) })
  await shop.database.change(['products'], async (tx) => {
    for (let n = 0; n < many; n += 100)
      await tx
        .insertInto('products')
        .values(Array.from({ length: 100 }, (_, i) => part(n + i)))
        .execute()
  })
  admin = (await signedIn(shop, { email: 'admin@deep.example', admin: true })).headers
})

function part(n: number) {
  const name = `${beginnings[n % beginnings.length]}${n % 7 ? ' ' : '-'}${n}`
  return {
    id: `${n % 2 ? 'a-' : 'A'}${n}`,
    product_name: name,
    name_key: searchable(name),
    image: '/x.webp',
    price_cents: n % 50,
    available_qty: 1,
    order_qty: 1,
    product_description: '',
    search_text: searchable(name),
    created_at: new Date(Date.UTC(2026, 1, 1, 0, n % 60)).toISOString(),
  }
}

async function page(path: string) {
  const answer = await shop.get(path, admin)
  const ids: string[] = answer.json().map(({ _id }: { _id: string }) => _id)
  return { ids, total: Number(answer.headers['x-total-count']) }
}

async function allPages(path: string) {
  const pages = []
  for (let n = 1; n <= Math.ceil(many / 48); n += 1) pages.push(await page(`${path}&limit=48&page=${n}`))
  expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([many]))
  return pages.flatMap(({ ids }) => ids)
}

test('the pages of every order, near and deep, hold each product once', async () => {
  expect((await shop.get('/shop?page=2')).text).toContain('<title>Shop, page 2 - Car Parts</title>')
  const byAge = await allPages('/api/services?sort=featured')
  expect(byAge).toEqual((await page('/api/services')).ids)
  expect(await allPages('/api/services?sort=newest')).toEqual(byAge.toReversed())
  expect(await allPages('/api/manage/services?sort=oldest')).toEqual(byAge)

  const byName = await allPages('/api/services?sort=name')
  expect(await allPages('/api/manage/services?sort=name-down')).toEqual(byName.toReversed())
  const byPrice = await allPages('/api/services?sort=price-low')
  expect(await allPages('/api/services?sort=price-high')).toEqual(byPrice.toReversed())
  for (const ids of [byAge, byName, byPrice]) expect(new Set(ids).size).toBe(many)
  expect(await page('/api/services?page=1000000')).toEqual({ ids: [], total: many })
})

test('lists by stock hold each product once, and their pages go on from where the first one began', async () => {
  const byName = await allPages('/api/services?sort=name')
  expect(await allPages('/api/manage/services?sort=name&stock=low')).toEqual(byName)
  const path = '/api/manage/services?limit=48&sort=stock-high'
  const all = await allPages(path.replace('limit=48&', ''))
  expect(new Set(all).size).toBe(many)
  const { headers } = await shop.get(path, admin)
  const next = await page(`${path}&page=2&from=${headers['x-from']}`)
  expect(next).toEqual({ ids: all.slice(48, 96), total: many })
  // What does not say where it is is left aside.
  expect((await page(`${path}&from=0_many_x`)).ids).toEqual(all.slice(0, 48))
})

test('a deep page knows at once what was deleted, and the total what was added', async () => {
  const last = `/api/services?limit=48&page=${Math.ceil(many / 48)}`
  const { ids } = await page(last)
  await shop.send(`/api/services/${ids.at(-1)}`, { method: 'DELETE', headers: admin })
  expect(await page(last)).toEqual({ ids: ids.slice(0, -1), total: many - 1 })
  await shop.database.change(['products'], (tx) =>
    tx
      .insertInto('products')
      .values([part(many), part(many + 1)])
      .execute(),
  )
  expect((await page(last)).total).toBe(many + 1)
  expect((await page('/api/services?page=1')).total).toBe(many + 1)
})
