import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, expect, test, vi } from 'vitest'
import type { TestResponse } from '~/test/http.ts'
import { isLongRun } from '~/test/long-run.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop, onPostgres } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import type { Product } from '../contract.ts'

let shop: TestShop
let admin: Record<string, string>
let buyer: Record<string, string>
beforeAll(async () => {
  shop = await aShop({ MOST_UNPAID_ORDERS: '0', MOST_UNPAID_PIECES: '0', MOST_UNPAID_TOTAL: '0' })
  admin = (await signedIn(shop, { email: 'admin@pages.example', admin: true })).headers
  buyer = (await signedIn(shop, { email: 'buyer@pages.example' })).headers
})

const encodings = ['br', 'gzip', 'identity'] as const
const decoded = ({ headers, bytes }: TestResponse) => {
  const encoding = headers['content-encoding']
  const plain = encoding === 'br' ? brotliDecompressSync(bytes) : encoding ? gunzipSync(bytes) : bytes
  return plain.toString()
}
const page = async (path: string, encoding = 'identity') => {
  const answer = await shop.get(path, { 'accept-encoding': encoding })
  expect(answer.status, path).toBe(200)
  return { text: decoded(answer), etag: answer.headers.etag! }
}
const setStock = async (id: string, availableQty: number) => {
  const set = await shop.send(`/api/services/${id}`, {
    method: 'PUT',
    headers: admin,
    body: { availableQty },
  })
  expect(set.status, set.text).toBe(200)
}
const order = ({ _id, price, deposit }: Product, quantity: number) => {
  const body = {
    productId: _id,
    size: 'M',
    quantity,
    price: Math.round((price + deposit) * quantity * 100) / 100,
  }
  return shop.post('/api/orders', body, buyer)
}
const listed = async (): Promise<Product[]> => (await shop.get('/api/services')).json()

test('every page in the cache is, after orders, what would be rendered, and is not rendered', async () => {
  const sitemap = (await shop.get('/sitemap.xml')).text
  const all = [...sitemap.matchAll(/<loc>http:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path]) => path || '/')
  expect(all.length).toBeGreaterThan(50)
  const some = ['/', '/shop', '/shop/brakes', '/services/brake-disc', '/contact']
  for (const path of some) expect(all).toContain(path)
  const paths = isLongRun ? all : some
  paths.push('/shop?sort=price-low', '/shop?q=brake', '/shop?q=ATE', '/compare?parts=brake-disc')
  const rendered = async () => {
    for (const path of paths) await page(path)
    return shop.cache.renders
  }
  const sold = (await listed()).filter(({ availableQty, orderQty }) => availableQty >= 3 * orderQty)
  const before = await rendered()
  const shown = await page('/shop')
  for (const one of sold.slice(0, 6)) expect((await order(one, one.orderQty)).status).toBe(200)
  for (const path of paths) {
    const plain = await shop.pages.rendered(path)
    for (const encoding of encodings) expect((await page(path, encoding)).text, path).toBe(plain)
  }
  // There a poll may find by itself that rows were written, and cannot know by whom.
  if (!onPostgres) expect(shop.cache.renders).toBe(before)
  expect((await page('/shop')).etag).not.toBe(shown.etag)
})

type Card = { left: number; isInStock: boolean; hasButton: boolean }

function cardsIn(html: string) {
  const cards = new Map<string, Card>()
  for (const [card] of html.matchAll(/<article[\s\S]*?<\/article>/g))
    cards.set(/href="\/services\/([^"]+)"/.exec(card)![1]!, {
      left: Number(/>(\d+) left/.exec(card)![1]),
      isInStock: /rounded-full bg-success/.test(card),
      hasButton: card.includes('Add to cart'),
    })
  return cards
}

/** The same stock is on the card, in the data for the browser, in the button, for search engines and in the count. */
function expectAgreement(html: string) {
  const cards = cardsIn(html)
  const { list } = JSON.parse(/id="data">([\s\S]*?)<\/script>/.exec(html)![1]!).loaderData.shop
  const blocks = [...html.matchAll(/ld\+json">([\s\S]*?)<\/script>/g)].map(([, json]) => JSON.parse(json!))
  const offers = blocks.find((block) => block['@type'] === 'ItemList').itemListElement
  let inStock = 0
  for (const [n, product] of (list.products as Product[]).entries()) {
    const can = product.availableQty > 0 && product.availableQty >= product.orderQty
    if (can) inStock += 1
    expect(cards.get(product._id)).toEqual({ left: product.availableQty, isInStock: can, hasButton: can })
    const offer = offers[n].item.offers
    if (offer) expect(offer.availability.endsWith('/InStock')).toBe(can)
  }
  expect(cards.size).toBe(list.total)
  expect(list.facets.inStock).toBe(inStock)
  expect(Number(/In stock<\/span><span[^>]*>(\d+)</.exec(html)![1])).toBe(inStock)
  return cards
}

test('eight buyers never see more than is left after the orders that were answered, while parts sell out and come back', async () => {
  const parts = (await listed()).filter(({ price }) => price > 0)
  const answered = new Map(parts.map(({ _id }) => [_id, 0]))
  const given = new Map<string, number>()
  for (const [n, part] of parts.entries()) {
    const left = n % 3 === 0 ? part.orderQty * (1 + (n % 4)) : 100_000
    given.set(part._id, left)
    await setStock(part._id, left)
  }
  const etags = new Map<string, string>()
  let [placed, refused] = [0, 0]
  const before = shop.cache.renders
  const asked = Array.from({ length: 8 }, async (_, who) => {
    for (let n = 0; n < (isLongRun ? 60 : 8); n += 1) {
      // Those of which there are few are wanted more.
      const part =
        parts[Math.random() < 0.4 ? 3 * Math.floor((Math.random() * parts.length) / 3) : n % parts.length]!
      const { status } = await order(part, part.orderQty)
      if (status === 200) {
        placed += 1
        answered.set(part._id, answered.get(part._id)! + part.orderQty)
      } else refused += 1
      const most = new Map([...given].map(([id, left]) => [id, left - answered.get(id)!]))
      const encoding = encodings[(who + n) % 3]!
      const { text, etag } = await page('/shop', encoding)
      for (const [id, { left }] of expectAgreement(text))
        expect(left, `${id} of buyer ${who}`).toBeLessThanOrEqual(most.get(id) ?? Number.POSITIVE_INFINITY)
      expect(etags.get(etag) ?? text).toBe(text)
      etags.set(etag, text)
    }
  })
  await Promise.all(asked)
  expect(placed).toBeGreaterThan(20)
  expect(shop.cache.renders - before).toBeLessThan(placed + refused)
  const last = expectAgreement((await page('/shop')).text)
  for (const [id, left] of given) expect(last.get(id)!.left).toBe(left - answered.get(id)!)
  expect([...last.values()].filter(({ isInStock }) => !isInStock).length).toBeGreaterThan(0)
  const soldOut = parts.find(({ _id }) => !last.get(_id)!.isInStock)!
  await setStock(soldOut._id, 500)
  expect(expectAgreement((await page('/shop')).text).get(soldOut._id)!.left).toBe(500)
})

if (onPostgres)
  test('another server fills in what was ordered here, and says so where nothing is left', async () => {
    const other = await aShop(shop.settings)
    const there = async () => cardsIn((await other.get('/shop')).text)
    const part = (await listed()).find(({ price }) => price > 0)!
    for (const left of [5 * part.orderQty, part.orderQty]) {
      await setStock(part._id, left)
      await vi.waitFor(async () => expect((await there()).get(part._id)!.left).toBe(left), soon)
      expect((await order(part, part.orderQty)).status).toBe(200)
      const now = left - part.orderQty
      const card = { left: now, isInStock: now > 0, hasButton: now > 0 }
      await vi.waitFor(async () => expect((await there()).get(part._id)).toEqual(card), soon)
      expectAgreement((await other.get('/shop')).text)
    }
  })

const soon = { timeout: 20_000, interval: 20 }
