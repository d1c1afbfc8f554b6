import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '~/platform/http/app.server.ts'
import { createLog } from '~/platform/log.server.ts'
import { send } from '~/test/http.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import { serveCrawlers } from './crawlers.server.ts'

const publicUrl = 'https://parts.example'
let shop: TestShop
beforeAll(async () => {
  shop = await aShop({ PUBLIC_URL: publicUrl })
})
const locations = (text: string) => [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address!)

test('robots.txt names the sitemap and keeps search engines out of what is private or endless', async () => {
  const { status, headers, text } = await shop.get('/robots.txt')
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  for (const path of ['/dashboard', '/api/', '/identity/', '/shop*?*q='])
    expect(text).toContain(`Disallow: ${path}\n`)
  expect(text).toContain(`Sitemap: ${publicUrl}/sitemap.xml\n`)
})

test('sitemap.xml lists every public page from the data, and each of them is there', async () => {
  const { status, headers, text } = await shop.get('/sitemap.xml')
  expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
  const found = locations(text)
  // 5 pages, 5 of the owner's, 12 questions, 18 products, 18 categories with parts in their 11 groups.
  expect(new Set(found).size).toBe(69)
  expect(found).toContain(`${publicUrl}/shop/brakes/brake-discs`)
  expect(found).not.toContain(`${publicUrl}/shop/brakes/brake-hoses`)
  expect(found).toContain(`${publicUrl}/`)
  expect(found).toContain(`${publicUrl}/services/battery`)
  for (const address of found)
    expect((await shop.get(address.slice(publicUrl.length))).status, address).toBe(200)
})

test('a product that is added is in the sitemap with the time of its last change', async () => {
  const { headers } = await signedIn(shop, { email: 'admin@crawlers.example', admin: true })
  const input = {
    productName: 'Tow & bar',
    availableQty: 1,
    orderQty: 1,
    price: 5,
    productDescription: 'Strong',
  }
  const image = '/products/piston-1200.webp'
  const { insertedId } = (await shop.post('/api/services', { ...input, image }, headers)).json()
  expect((await shop.get('/sitemap.xml')).text).toMatch(
    new RegExp(`/services/${insertedId}</loc><lastmod>\\d{4}-\\d\\d-\\d\\dT[^<]+Z</lastmod>`),
  )
  await shop.send(`/api/services/${insertedId}`, { method: 'DELETE', headers })
  expect((await shop.get('/sitemap.xml')).text).not.toContain(insertedId)
})

test('a list that is too long for one file comes in several, with an index', async () => {
  const app = createApp({ log: createLog('silent'), headers: {}, trustProxy: false, front: () => false })
  afterAll(() => app.close())
  serveCrawlers(app, { config: { publicUrl }, db: shop.db, headers: {}, perFile: 10 })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const get = (path: string) => send(url, path)
  const index = (await get('/sitemap.xml')).text
  expect(index).toContain('<sitemapindex')
  const files = locations(index)
  expect(files).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `${publicUrl}/sitemap/${n}.xml`))
  const parts = await Promise.all(
    files.map(async (file) => locations((await get(new URL(file).pathname)).text)),
  )
  expect(parts.map((part) => part.length)).toEqual([10, 10, 10, 10, 10, 10, 9])
  expect(parts.flat()).toEqual(locations((await shop.get('/sitemap.xml')).text))
  for (const path of ['/sitemap/8.xml', '/sitemap/0.xml', '/sitemap/x.xml', '/sitemap/1'])
    expect((await get(path)).status, path).toBe(404)
})

test('a public page names the one address it is known by, without what does not change it', async () => {
  const canonical = async (path: string) =>
    /<link rel="canonical" href="([^"]+)"/.exec((await shop.get(path)).text)?.[1]
  expect(await canonical('/')).toBe(`${publicUrl}/`)
  expect(await canonical('/?subscribed=yes&utm_source=x')).toBe(`${publicUrl}/`)
  expect(await canonical('/shop?sort=name&utm_source=x')).toBe(`${publicUrl}/shop`)
  expect(await canonical('/shop?page=1')).toBe(`${publicUrl}/shop`)
  expect(await canonical('/shop?q=brake')).toBe(`${publicUrl}/shop`)
  expect(await canonical('/shop/brakes?q=disc')).toBe(`${publicUrl}/shop/brakes`)
  const [question] = (await shop.get('/api/blogs')).json()
  expect(await canonical(`/blogs/${question._id}`)).toBe(`${publicUrl}/blogs/${question._id}`)
  for (const path of ['/dashboard', '/nope', '/403']) expect(await canonical(path), path).toBeUndefined()
})
