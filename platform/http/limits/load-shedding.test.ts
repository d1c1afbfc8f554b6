import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test, vi } from 'vitest'
import { createLog } from '~/platform/log.server.ts'
import { send } from '~/test/http.ts'
import { createApp } from '../app.server.ts'
import { open } from '../policy.server.ts'
import type { LoadLimits } from './load-shedding.server.ts'

const apps: ReturnType<typeof createApp>[] = []
afterAll(() => Promise.all(apps.map((app) => app.close())))

/** Its work ends when `finish` is called. */
async function aShopWith(loadLimits: LoadLimits) {
  const app = createApp({
    log: createLog('silent'),
    headers: {},
    trustProxy: true,
    front: () => false,
    loadLimits,
  })
  apps.push(app)
  const shop = { url: '', arrived: 0, finish: () => {} }
  const work = new Promise<void>((done) => {
    shop.finish = done
  })
  const busy = async () => {
    shop.arrived += 1
    await work
    return { ok: true }
  }
  app.get('/look', { config: { policy: open } }, busy)
  app.get('/pay', { config: { policy: { ...open, vital: true } } }, busy)
  app.get('/health', { config: { policy: { ...open, outsideLimits: true } } }, async () => ({ ok: true }))
  app.post('/write', { config: { policy: { access: 'everyone', takes: 'json' } } }, async ({ body }) => ({
    body,
  }))
  shop.url = await app.listen({ port: 0, host: '127.0.0.1' })
  return shop
}
const from = (network: string) => ({ headers: { 'x-forwarded-for': network } })
const roomy = { most: 10, perNetwork: 10 }

test('a full shop sends callers away at once, and still takes what is about money', async () => {
  const shop = await aShopWith({
    ordinary: { most: 3, perNetwork: 3 },
    vital: { most: 5, perNetwork: 5 },
    receiving: roomy,
  })
  const looking = Array.from({ length: 3 }, () => send(shop.url, '/look'))
  await vi.waitFor(() => expect(shop.arrived).toBe(3))

  const refused = await send(shop.url, '/look')
  expect(refused.status).toBe(503)
  expect(refused.headers['retry-after']).toBe('1')
  const paying = Array.from({ length: 2 }, () => send(shop.url, '/pay'))
  await vi.waitFor(() => expect(shop.arrived).toBe(5))
  expect((await send(shop.url, '/pay')).status).toBe(503)
  expect((await send(shop.url, '/health')).status).toBe(200)

  shop.finish()
  for (const { status } of await Promise.all([...looking, ...paying])) expect(status).toBe(200)
  expect((await send(shop.url, '/look')).status).toBe(200)
})

test('one network gets a share of the places, and the others are served as before', async () => {
  const shop = await aShopWith({
    ordinary: { most: 6, perNetwork: 3 },
    vital: { most: 9, perNetwork: 4 },
    receiving: roomy,
  })
  const flood = Array.from({ length: 3 }, () => send(shop.url, '/look', from('203.0.113.7')))
  await vi.waitFor(() => expect(shop.arrived).toBe(3))

  expect((await send(shop.url, '/look', from('203.0.113.7'))).status).toBe(503)
  const others = [
    send(shop.url, '/pay', from('203.0.113.7')),
    send(shop.url, '/look', from('203.0.113.8')),
    send(shop.url, '/look', from('2001:db8::1')),
  ]
  await vi.waitFor(() => expect(shop.arrived).toBe(6))
  expect((await send(shop.url, '/pay', from('203.0.113.7'))).status).toBe(503)

  shop.finish()
  for (const { status } of await Promise.all([...flood, ...others])) expect(status).toBe(200)
  expect((await send(shop.url, '/look', from('203.0.113.7'))).status).toBe(200)
})

test('a body that has not arrived takes no place of those at work, and one network a share of the others', async () => {
  const shop = await aShopWith({
    ordinary: { most: 1, perNetwork: 1 },
    vital: { most: 1, perNetwork: 1 },
    receiving: { most: 4, perNetwork: 2 },
  })
  const { port } = new URL(shop.url)
  const head = 'POST /write HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: 5\r\n'
  const halfSent = async () => {
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(`${head}connection: close\r\nx-forwarded-for: 203.0.113.7\r\n\r\n"`)
    return socket
  }
  const sockets = [await halfSent(), await halfSent()]
  const answers = sockets.map((socket) => text(socket))
  // The third is refused as soon as the first two are there.
  const third = await halfSent()
  expect((await text(third)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 503'])

  expect((await send(shop.url, '/health')).status).toBe(200)
  for (const network of ['203.0.113.7', '203.0.113.8']) {
    const written = await send(shop.url, '/write', { method: 'POST', body: { a: 1 }, ...from(network) })
    expect(written.json()).toEqual({ body: { a: 1 } })
  }
  for (const [n, socket] of sockets.entries()) {
    socket.write('abc"')
    expect(await answers[n]).toMatch(/^HTTP\/1\.1 200 [\s\S]+{"body":"abc"}$/)
  }
})
