import { beforeAll, describe, expect, test } from 'vitest'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import type { Product } from './contract.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await aShop()
})
const list = async (query: string) => {
  const answer = await shop.get(`/api/services${query}`)
  expect(answer.status).toBe(200)
  return { products: answer.json() as Product[], total: answer.headers['x-total-count'] }
}
const ids = (products: Product[]) => products.map(({ _id }) => _id)

describe('the list of products', () => {
  test('holds every product of the shop when nothing else is asked for', async () => {
    const { products, total } = await list('')
    expect(products).toHaveLength(18)
    expect(total).toBeUndefined()
    expect(products[0]).toEqual({
      _id: 'brake-disc',
      productName: 'Drilled and Slotted Vented Brake Disc, 312 mm',
      deposit: 0,
      image: '/products/brake-disc-1200.webp',
      price: 68.9,
      availableQty: 42,
      orderQty: 2,
      productDescription: expect.stringContaining('vented front brake disc'),
      brand: 'Millbridge',
      numbers: expect.stringContaining('Own: MB-30112-A\n'),
      category: 'brake-discs',
      attributes: expect.stringContaining('Diameter: 312 mm'),
      fitKind: 'listed-all',
      unit: '',
      inTheBox: '',
      weightGrams: '',
      ships: 'parcel',
      morePictures: '/products/brake-disc-detail-1200.webp\n/products/brake-disc-sizes-1200.webp',
    })
  })

  test('comes in pages that together hold each product once, with the total beside them', async () => {
    const everything = ids((await list('')).products)
    const pages = await Promise.all(['1', '2', '3', '4'].map((page) => list(`?page=${page}&limit=5`)))
    expect(pages.map(({ products }) => products.length)).toEqual([5, 5, 5, 3])
    expect(pages.map(({ total }) => total)).toEqual(['18', '18', '18', '18'])
    expect(pages.flatMap(({ products }) => ids(products))).toEqual(everything)
  })

  test('is empty beyond its last page', async () => {
    expect(await list('?page=99&limit=5')).toEqual({ products: [], total: '18' })
  })

  test('never gives more than 48 at once, however many are asked for', async () => {
    const now = new Date().toISOString()
    const many = await aShop({ DEMO: 'off' })
    await many.database.change(['products'], (tx) =>
      tx
        .insertInto('products')
        .values(
          Array.from({ length: 60 }, (_, n) => ({
            id: `part-${n}`,
            product_name: `Part ${n}`,
            name_key: `part ${n}`,
            image: '/x.webp',
            price_cents: n,
            available_qty: 1,
            order_qty: 1,
            product_description: '',
            search_text: `part ${n}`,
            created_at: now,
          })),
        )
        .execute(),
    )
    expect((await many.get('/api/services?limit=500')).json()).toHaveLength(48)
    expect((await many.get('/api/services?limit=48&page=2')).json()).toHaveLength(12)
    expect((await many.get('/api/services?page=1')).json()).toHaveLength(24)
  })

  test('finds products by words of name and description, whatever their case or accents', async () => {
    expect(ids((await list('?q=BRAKE+d%C3%AFsc')).products)).toContain('brake-disc')
    expect(ids((await list('?q=brake')).products)).not.toContain('air-filter')
    expect(await list('?q=flux+capacitor')).toEqual({ products: [], total: '0' })
  })

  test.each(['%25', '_', '%5C', "'", '%22', '%F0%9F%9A%97', '%25%25%25'])(
    'takes %s in a search as plain text',
    async (q) => {
      const { products } = await list(`?q=${q}xyzzy`)
      expect(products).toEqual([])
    },
  )

  test.each(['/api/services?q=%00', '/api/service/%00', '/shop?q=a%00b'])(
    'never gives the database a character that it cannot take: %s',
    async (path) => {
      const answer = await shop.get(path)
      expect(answer.status).toBe(400)
      expect(answer.json().reason).toBe('bad_request')
    },
  )

  test.each([
    ['price-low', (a: Product, b: Product) => a.price - b.price],
    ['price-high', (a: Product, b: Product) => b.price - a.price],
    [
      'name',
      (a: Product, b: Product) => (a.productName.toLowerCase() < b.productName.toLowerCase() ? -1 : 1),
    ],
  ] as const)('can be sorted by %s', async (sort, order) => {
    const { products } = await list(`?sort=${sort}&limit=48`)
    expect(products).toHaveLength(18)
    expect(products.map(({ price, productName }) => (sort === 'name' ? productName : price))).toEqual(
      products.toSorted(order).map(({ price, productName }) => (sort === 'name' ? productName : price)),
    )
  })

  test('can be sorted newest first', async () => {
    const { products } = await list('?sort=newest&limit=48')
    expect(ids(products)).toEqual(ids((await list('')).products).reverse())
  })

  test.each([
    'page=0',
    'page=-1',
    'page=abc',
    'page=1e9',
    'limit=0',
    'limit=x',
    'sort=evil',
    'page=1&page=2',
  ])('leaves aside what it does not understand: %s', async (query) => {
    const { products } = await list(`?${query}`)
    expect(products.length).toBeGreaterThan(0)
  })
})

describe('one product', () => {
  test('is found by its id', async () => {
    const answer = await shop.get('/api/service/battery')
    expect(answer.status).toBe(200)
    expect(answer.json()).toMatchObject({ _id: 'battery', price: 139.9 })
  })

  test('keeps its cents', async () => {
    const { products } = await list('')
    for (const { price } of products) expect(Math.round(price * 100) / 100).toBe(price)
  })

  test.each(['nope', '__proto__', 'constructor', '%F0%9F%9A%97', "'%20or%201=1--", 'x'.repeat(90)])(
    'with the unknown id %s is a 404 in JSON',
    async (id) => {
      const answer = await shop.get(`/api/service/${id}`)
      expect(answer.status).toBe(404)
      expect(answer.json()).toEqual({ message: 'There is no such product.', reason: 'unknown_product' })
    },
  )
})

describe('the demo shop', () => {
  test('has an item out of stock, one with fewer left than its minimum order, a free one, and one with a deposit', async () => {
    const { products } = await list('')
    expect(products.some(({ availableQty }) => availableQty === 0)).toBe(true)
    expect(products.some((p) => p.availableQty > 0 && p.availableQty < p.orderQty)).toBe(true)
    expect(products.some(({ price }) => price === 0)).toBe(true)
    expect(products.filter(({ deposit }) => deposit > 0)).toMatchObject([{ _id: 'alternator', deposit: 45 }])
  })

  test('is not opened when the demo is off', async () => {
    const bare = await aShop({ DEMO: 'off' })
    expect((await bare.get('/api/services')).json()).toEqual([])
    expect((await bare.get('/shop')).status).toBe(200)
    expect((await bare.get('/')).status).toBe(200)
  })
})
