import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sendCached } from '~/platform/cache/front.server.ts'
import { PageCache } from '~/platform/cache/page-cache.server.ts'
import { countersInMemory } from '~/platform/db/counters.server.ts'
import { createApp } from '~/platform/http/app.server.ts'
import { createRateLimit } from '~/platform/http/limits/rate-limit.server.ts'
import { createLog } from '~/platform/log.server.ts'
import { eachField } from '~/shop/business/fields.ts'
import { StockBoard } from '~/shop/catalogue/stock/stock-board.server.ts'
import { send } from '~/test/http.ts'
import { servePages } from './pages.server.ts'

const cache = new PageCache()
const app = createApp({ log: createLog('silent'), headers: {}, trustProxy: true, front: sendCached(cache) })
let url = ''
let rendered = 0
let slow = 0
let open = () => {}
const gate = new Promise<void>((done) => {
  open = done
})
beforeAll(async () => {
  // The minute does not end before the pages are rendered, however busy the machine is.
  vi.useFakeTimers({ toFake: ['Date'] })
  const render = async (path: string) => {
    rendered += 1
    if (path.includes('brand=slow')) {
      slow += 1
      await gate
    }
    return { status: path === '/nowhere' ? 404 : 200, html: `${path} ${rendered}` }
  }
  const business = {
    now: eachField((_section, _name, { first }) => first),
    current: () => Promise.reject(new Error('no address here is malformed')),
  }
  const stock = new StockBoard({ rowsOf: async () => [], short: async () => [] })
  const limit = createRateLimit(countersInMemory())
  servePages(app, { render, endpoints: [], cache, stock, limit, business, pageHeaders: () => ({}) })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  vi.useRealTimers()
})

const get = (path: string, network: string) => send(url, path, { headers: { 'x-forwarded-for': network } })

test('one network has 600 pages a minute rendered for it; those in memory, and other networks, are not held up', async () => {
  const pages = Array.from({ length: 600 }, (_, n) => get(`/shop?q=${n}`, '203.0.113.7'))
  expect(new Set((await Promise.all(pages)).map(({ status }) => status))).toEqual(new Set([200]))
  const refused = await get('/shop?q=one-more', '203.0.113.7:4711')
  expect(refused.status).toBe(429)
  expect(refused.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.text).toContain('Please wait a minute and try again.')
  expect(rendered).toBe(600)
  expect((await get('/shop?q=7', '203.0.113.7')).status).toBe(200)
  expect((await get('/shop?q=one-more', '203.0.113.8')).status).toBe(200)
  expect((await get('/shop?q=one-more', '203.0.113.7')).status).toBe(200)
})

test('of filtered pages one network has 120 a minute rendered, and four at once: more wait, and many are refused', async () => {
  const filtered = (n: number, network: string) => get(`/shop?brand=slow${n}`, network)
  const waiting = Array.from({ length: 20 }, (_, n) => filtered(n, '203.0.113.9'))
  await vi.waitFor(() => expect(slow).toBe(4))
  const refused = await filtered(20, '203.0.113.9')
  expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([503, 1])
  expect(refused.text).toContain('Too many pages at once')
  const other = filtered(0, '203.0.113.10')
  await vi.waitFor(() => expect(slow).toBe(5))
  expect((await get('/shop?q=7', '203.0.113.9')).status).toBe(200)
  open()
  for (const page of [...waiting, other]) expect((await page).status).toBe(200)
  const statuses: number[] = []
  for (let n = 0; n < 100; n += 1) statuses.push((await filtered(n, '203.0.113.9')).status)
  expect(statuses.slice(0, 99)).toEqual(Array(99).fill(200))
  expect(statuses[99]).toBe(429)
})

test('the page for an address that does not exist is rendered once', async () => {
  const before = rendered
  for (const path of ['/nowhere', '/nowhere', '/nowhere?a=1'])
    expect((await get(path, '203.0.113.11')).status).toBe(404)
  expect(rendered).toBe(before + 1)
})
