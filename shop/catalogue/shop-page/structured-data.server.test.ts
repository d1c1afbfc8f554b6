import { beforeAll, expect, test } from 'vitest'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

const publicUrl = 'https://parts.example'
let shop: TestShop
beforeAll(async () => {
  shop = await aShop({ PUBLIC_URL: publicUrl })
})

const blocks = (text: string) =>
  [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json]) =>
    JSON.parse(json!),
  )
const find = async (path: string, type: string) =>
  blocks((await shop.get(path)).text).find((block) => block['@type'] === type)?.itemListElement

test('a list tells search engines its parts with offer, brand and number', async () => {
  const [{ item }] = await find('/shop/brakes/brake-discs', 'ItemList')
  expect(item).toMatchObject({
    '@type': 'Product',
    name: 'Drilled and Slotted Vented Brake Disc, 312 mm',
    url: `${publicUrl}/services/brake-disc`,
    image: ['', '-detail', '-sizes'].map((which) => `${publicUrl}/products/brake-disc${which}-1200.webp`),
    brand: { '@type': 'Brand', name: 'Millbridge' },
    sku: 'MB-30112-A',
    mpn: 'MB-30112-A',
    itemCondition: 'https://schema.org/NewCondition',
    gtin: '2000000301129',
    offers: { price: '68.90', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
  })
  expect(await find('/shop', 'ItemList')).toHaveLength(18)
})

test('and the way to it', async () => {
  const crumbs: { name: string; item: string }[] = await find('/shop/brakes/brake-discs', 'BreadcrumbList')
  expect(crumbs.map(({ name, item }) => [name, item])).toEqual([
    ['All parts', `${publicUrl}/shop`],
    ['Brakes', `${publicUrl}/shop/brakes`],
    ['Brake discs', `${publicUrl}/shop/brakes/brake-discs`],
  ])
})

test('searches and narrowed lists say nothing of the kind, nor do other pages', async () => {
  for (const path of [
    '/shop?q=disc',
    '/shop?brand=Millbridge',
    '/',
    '/services/brake-disc',
    '/shop/nonsense',
  ])
    expect(blocks((await shop.get(path)).text), path).toEqual([])
})

test('markup in a name stays text', async () => {
  const { headers } = await signedIn(shop, { email: 'admin@structured.example', admin: true })
  const name = '</script><script>alert(1)</script><!--'
  await shop.post(
    '/api/services',
    {
      productName: name,
      availableQty: 0,
      orderQty: 1,
      price: 0,
      productDescription: name,
      image: '/products/piston-1200.webp',
      brand: name,
      category: 'gaskets',
    },
    headers,
  )
  const path = '/shop/engine/gaskets'
  const [{ item }] = await find(path, 'ItemList')
  expect(item).toMatchObject({ name, brand: { name } })
  // It costs nothing, and has no number of its own.
  expect(item.offers).toBeUndefined()
  expect(item.sku).toBe(item.url.split('/').at(-1))
  expect((await shop.get(path)).text).not.toContain('<script>alert(1)')
})
