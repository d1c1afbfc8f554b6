import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sendCached } from '~/platform/cache/front.server.ts'
import { PageCache } from '~/platform/cache/page-cache.server.ts'
import { createApp } from '~/platform/http/app.server.ts'
import { createLog } from '~/platform/log.server.ts'
import { send } from '~/test/http.ts'
import { servePages } from './pages.server.ts'

const cache = new PageCache()
const app = createApp({ log: createLog('silent'), headers: {}, trustProxy: true, front: sendCached(cache) })
let url = ''
let rendered = 0
beforeAll(async () => {
  // The minute does not end before the pages are rendered, however busy the machine is.
  vi.useFakeTimers({ toFake: ['Date'] })
  const render = async (path: string) => ({ status: 200, html: `${path} ${++rendered}` })
  servePages(app, { render, endpoints: [], cache, headers: {} })
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
