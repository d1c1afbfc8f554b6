import { beforeAll, expect, test } from 'vitest'
import { generatedProduct } from '~/test/generated-product.mjs'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { searchable } from '../rules.ts'
import { numberQueries } from '../search/queries.cases.ts'
import { insertNumbers } from './store-numbers.server.ts'

const generated = Array.from({ length: 2000 }, (_, n) => generatedProduct(n))
let shop: TestShop
beforeAll(async () => {
  shop = await aShop()
  await shop.database.change(['products'], async (tx) => {
    const created_at = new Date().toISOString()
    for (let n = 0; n < generated.length; n += 200)
      await tx
        .insertInto('products')
        .values(
          generated.slice(n, n + 200).map(({ id, name, description, brand, numbers }) => ({
            id,
            product_name: name,
            name_key: searchable(name),
            image: '/products/piston-1200.webp',
            price_cents: 100,
            available_qty: 1,
            order_qty: 1,
            product_description: description,
            search_text: searchable(`${name} ${description}`),
            brand,
            numbers,
            created_at,
            changed_at: created_at,
          })),
        )
        .execute()
    await insertNumbers(tx, generated)
  })
})

/** What is not answered by the part that is meant, first of all. */
async function wrongOf(list: string) {
  const wrong: string[] = []
  const lines = list.trim().split('\n')
  for (const line of lines) {
    const [, q = '', wanted = ''] = /^\s*(.+): (.+)$/.exec(line)!
    const [first] = (await shop.get(`/api/services?q=${encodeURIComponent(q)}&limit=1`)).json()
    if (first?._id !== wanted) wrong.push(`“${q}” is ${wanted}, found ${first?._id ?? 'nothing'}`)
  }
  return { wrong, asked: lines.length }
}

test('every exact number finds its part first, among 2,018 parts with 8,000 numbers', async () => {
  const { wrong, asked } = await wrongOf(numberQueries['numbers exact'])
  expect([asked, wrong]).toEqual([30, []])
})

test('at least 95 of 100 numbers with one mistake find their part first', async () => {
  const { wrong, asked } = await wrongOf(numberQueries['numbers mistyped'])
  expect(asked).toBe(30)
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(asked * 0.05)
})
