import { beforeAll, describe, expect, test } from 'vitest'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import type { Facets } from '../contract.ts'

let shop: TestShop
let admin: Record<string, string>
beforeAll(async () => {
  shop = await aShop()
  admin = (await signedIn(shop, { email: 'admin@filters.example', admin: true })).headers
  const parts = [
    ['Disc one', 50, 4, 'Alder', 'Diameter: 280 mm\nHoles: 5'],
    ['Disc two', 70, 0, 'Alder', 'Diameter: 312 mm\nHoles: 5'],
    ['Disc three', 90, 3, 'Birch', 'Diameter: 312 mm\nHoles: 4'],
    // Three are left, and four are the least that can be ordered.
    ['Disc four', 110, 3, 'Birch', 'Diameter: 345 mm\nHoles: 5'],
  ] as const
  for (const [productName, price, availableQty, brand, attributes] of parts)
    await shop.post(
      '/api/services',
      {
        productName,
        price,
        availableQty,
        orderQty: productName === 'Disc four' ? 4 : 1,
        productDescription: 'A disc to filter',
        image: '/products/brake-disc-1200.webp',
        category: 'brake-hoses',
        brand,
        attributes,
      },
      admin,
    )
})

const list = async (query: string): Promise<string[]> =>
  (await shop.get(`/api/services?category=brake-hoses&${query}`))
    .json()
    .map(({ productName }: { productName: string }) => productName.replace('Disc ', ''))
const facets = async (query: string): Promise<Facets> =>
  (await shop.get(`/api/facets?category=brake-hoses&${query}`)).json()
const valuesOf = (found: Facets, name: string) =>
  Object.fromEntries(
    (found.attributes.find((one) => one.name === name)?.values ?? []).map(({ value, parts }) => [
      value,
      parts,
    ]),
  )
const brandsOf = (found: Facets) => Object.fromEntries(found.brands.map(({ value, parts }) => [value, parts]))

describe('a list is narrowed', () => {
  test.each([
    ['brand=Alder', ['one', 'two']],
    ['brand=Alder&brand=Birch', ['one', 'two', 'three', 'four']],
    ['attr=Diameter:+312+mm', ['two', 'three']],
    ['attr=Diameter:+312+mm&attr=Diameter:+345+mm', ['two', 'three', 'four']],
    ['attr=Diameter:+312+mm&attr=Holes:+5', ['two']],
    ['priceFrom=60&priceTo=90', ['two', 'three']],
    ['priceFrom=60,01&priceTo=', ['two', 'three', 'four']],
    ['stock=in', ['one', 'three']],
    ['stock=in&brand=Birch&sort=price-high', ['three']],
    ['q=disc&brand=Birch&sort=price-high', ['four', 'three']],
    ['brand=Nobody', []],
    ['attr=Girth:+7', []],
    ['attr=:&attr=nonsense', []],
  ])('by %s', async (query, expected) => {
    expect(await list(query)).toEqual(expected)
  })

  test.each([
    'priceFrom=cheap&priceTo=-5',
    'priceTo=1e9',
    'stock=maybe',
    'brand=',
    `attr=${'x'.repeat(500)}`,
    'priceFrom=1&priceFrom=2',
  ])('but not by what is no filter: %s', async (query) => {
    expect(await list(query)).toHaveLength(4)
  })
})

describe('every choice says how many parts it leads to', () => {
  test('in a category', async () => {
    const found = await facets('')
    expect(brandsOf(found)).toEqual({ Alder: 2, Birch: 2 })
    expect(valuesOf(found, 'Diameter')).toEqual({ '280 mm': 1, '312 mm': 2, '345 mm': 1 })
    expect([found.inStock, found.lowestPrice, found.highestPrice]).toEqual([2, 50, 110])
  })

  test('beside what is chosen: of the same attribute as an addition, of others as a restriction', async () => {
    const found = await facets('attr=Diameter:+312+mm')
    expect(valuesOf(found, 'Diameter')).toEqual({ '280 mm': 1, '312 mm': 2, '345 mm': 1 })
    expect(valuesOf(found, 'Holes')).toEqual({ 4: 1, 5: 1 })
    expect(brandsOf(found)).toEqual({ Alder: 1, Birch: 1 })
    expect(found.inStock).toBe(1)
  })

  test('what is chosen stays in the list, though no part is left', async () => {
    const found = await facets('brand=Alder&attr=Diameter:+345+mm')
    expect(valuesOf(found, 'Diameter')).toMatchObject({ '345 mm': 0 })
    expect(brandsOf(found)).toEqual({ Alder: 0, Birch: 1 })
  })

  test('in all parts there are no attributes, and the tree counts the search', async () => {
    const all: Facets = (await shop.get('/api/facets?q=battery')).json()
    expect(all.attributes).toEqual([])
    const partsOf = (id: string) => all.categories.find(({ _id }) => _id === id)?.parts
    expect([partsOf('batteries'), partsOf('brakes')]).toEqual([1, 0])
  })

  test('an order is seen at once', async () => {
    const { headers } = await signedIn(shop, { email: 'buyer@filters.example' })
    const [three] = (await shop.get('/api/services?q=disc+three')).json()
    const order = { productId: three._id, quantity: 3, price: 270, size: 'M' }
    expect((await shop.post('/api/orders', order, headers)).status).toBe(200)
    expect(await list('stock=in')).toEqual(['one'])
    expect((await facets('')).inStock).toBe(1)
  })

  test('an unknown category is a 404', async () => {
    expect((await shop.get('/api/facets?category=nonsense')).status).toBe(404)
  })
})

describe('the page', () => {
  const path = '/shop/brakes/brake-hoses'

  test('shows filters and what is chosen, without a script, and leads back', async () => {
    const { status, text, headers } = await shop.get(`${path}?brand=Alder&attr=Diameter:+312+mm&sort=name`)
    expect(status).toBe(200)
    expect(text).toContain('Disc two')
    expect(text).not.toContain('Disc one')
    expect(text).toMatch(/<input[^>]*name="brand"[^>]*checked=""[^>]*value="Alder"/)
    expect(text).toContain(`href="${path}?brand=Alder&amp;sort=name"`)
    expect(text).toContain(`href="${path}?sort=name"`)
    expect(headers['cache-control']).toBe('no-store')
    expect(text).toMatch(new RegExp(`<link rel="canonical" href="[^"]*${path}"`))
  })

  test('says when nothing is left, and offers the list without filters', async () => {
    const { status, text } = await shop.get(`${path}?brand=Nobody`)
    expect(status).toBe(200)
    expect(text).toContain('No part has all of this')
    expect(text).toContain('Clear filters')
  })

  test('filters push no page out of the cache', async () => {
    await shop.get(path)
    const before = shop.cache.size.entries
    for (let n = 0; n < 20; n += 1) {
      await shop.get(`${path}?priceFrom=${n}`)
      await shop.get(`/api/services?brand=${n}`)
      await shop.get(`/api/facets?attr=${n}`)
    }
    expect(shop.cache.size.entries).toBe(before)
  })

  test.each([
    Array.from({ length: 60 }, (_, n) => `attr=A${n}:+${n}`).join('&'),
    Array.from({ length: 60 }, () => 'brand=Alder').join('&'),
    `brand=${encodeURIComponent('<script>alert(1)</script>')}`,
    'attr=Diameter:%00',
    'attr[]=1&brand[0]=2&__proto__=3&attr=constructor:+__proto__',
    'attr=%27%20or%201=1&priceFrom=%27&stock=%3B',
  ])('a hostile query is answered like any other: %#', async (query) => {
    for (const address of [`${path}?${query}`, `/api/services?${query}`, `/api/facets?${query}`]) {
      const { status, text } = await shop.get(address)
      expect([200, 400], address).toContain(status)
      expect(text).not.toContain('<script>alert(1)')
    }
  })
})
