import { get } from 'node:http'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { sourceAssets } from '~/app/wiring/assets.server.ts'
import { openShop } from '~/app/wiring/shop.server.ts'
import { aProduct } from '~/test/a-product.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop, onPostgres } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

let shop: TestShop
let admin: Record<string, string>
const open: (() => void)[] = []

beforeAll(async () => {
  shop = await aShop()
  admin = (await signedIn(shop, { email: 'admin@live.example', admin: true })).headers
})
afterEach(() => {
  for (const close of open.splice(0)) close()
})

async function listening(path = '/api/live', url = shop.url) {
  const heard: { text: string; headers: Record<string, unknown> } = { text: '', headers: {} }
  await new Promise<void>((ready) => {
    const request = get(url + path, { agent: false }, (answer) => {
      heard.headers = answer.headers
      answer.on('data', (chunk) => {
        heard.text += chunk
        ready()
      })
    })
    request.on('error', () => {})
    open.push(() => request.destroy())
  })
  return heard
}

const restock = (id: string, availableQty: number) =>
  shop.send(`/api/services/${id}`, { method: 'PUT', headers: admin, body: { availableQty } })

const notices = ({ text }: { text: string }) => text.match(/event: products/g)?.length ?? 0

/** How many milliseconds pass until a change of products is heard. */
async function untilHeard(heard: { text: string }) {
  const start = performance.now()
  await vi.waitFor(() => expect(notices(heard)).toBeGreaterThan(0), { interval: 5, timeout: 10_000 })
  return performance.now() - start
}

/** Its own notice is over: somebody at that server has heard it. */
async function aKnownProduct(url = shop.url) {
  const witness = await listening('/api/live', url)
  const part = await aProduct(shop)
  await untilHeard(witness)
  return part
}

test('an open page hears within a second that products have changed, and nothing else', async () => {
  const part = await aKnownProduct()
  const heard = await listening()
  expect(heard.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
  })
  await restock(part.id, 77)
  const waitedMs = [await untilHeard(heard)]
  expect(heard.text).toBe('retry: 3000\n\nevent: products\ndata: {}\n\n')
  expect((await shop.get(`/api/service/${part.id}`)).json().availableQty).toBe(77)
  for (const quantity of [78, 79]) {
    const again = await listening()
    await restock(part.id, quantity)
    waitedMs.push(await untilHeard(again))
  }
  // The middle one: on a machine that is busy with other things any single one may wait for its turn.
  expect(waitedMs.sort((a, b) => a - b)[1]).toBeLessThan(1000)
})

test('many changes in a row are few notices', async () => {
  const part = await aKnownProduct()
  const heard = await listening()
  for (let i = 1; i <= 30; i++) await restock(part.id, i)
  await untilHeard(heard)
  // Whatever was written before this one was let in has arrived.
  await listening()
  expect(notices(heard)).toBeLessThan(30)
})

test('what changed while a page was on its way is sent when it begins to listen', async () => {
  await restock((await aProduct(shop)).id, 5)
  expect((await listening('/api/live?seconds=60')).text).toBeTruthy()
  const heard = await listening('/api/live?seconds=60')
  await untilHeard(heard)
  expect(heard.text).toContain('event: products')
})

if (onPostgres)
  test('a change on one server is heard by the pages of another', async () => {
    const other = await openShop(shop.config, { assets: sourceAssets })
    const url = await other.app.listen({ port: 0, host: '127.0.0.1' })
    const part = await aKnownProduct(url)
    const heard = await listening('/api/live', url)
    await restock(part.id, 88)
    expect(await untilHeard(heard)).toBeLessThan(1000)
    // Ends although a page is still listening.
    await other.app.close()
  })

test('one network gets a share of the places of those who listen', async () => {
  const proxied = await aShop({ TRUST_PROXY: 'on' })
  const listens = (network: string) =>
    new Promise<number>((answered) => {
      const headers = { 'x-forwarded-for': network }
      const request = get(`${proxied.url}/api/live`, { agent: false, headers }, (answer) =>
        answered(answer.statusCode!),
      )
      request.on('error', () => {})
      open.push(() => request.destroy())
    })
  const many = await Promise.all(Array.from({ length: 110 }, () => listens('203.0.113.7')))
  expect(many.filter((status) => status === 200)).toHaveLength(100)
  expect(many.filter((status) => status === 503)).toHaveLength(10)
  expect(await listens('203.0.113.8')).toBe(200)
})
