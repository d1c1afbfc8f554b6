import { afterAll, expect, test, vi } from 'vitest'
import { createLog } from '~/platform/log.server.ts'
import { send } from '~/test/http.ts'
import { createApp } from './app.server.ts'
import { open } from './policy.server.ts'

const app = createApp({
  log: createLog('silent'),
  headers: {},
  trustProxy: false,
  front: () => false,
  lanes: { ordinary: 3, vital: 2 },
})
afterAll(() => app.close())

test('a full shop sends callers away at once, and still takes what is about money', async () => {
  let arrived = 0
  let finish = () => {}
  const work = new Promise<void>((done) => {
    finish = done
  })
  const busy = async () => {
    arrived += 1
    await work
    return { ok: true }
  }
  app.get('/look', { config: { policy: open } }, busy)
  app.get('/pay', { config: { policy: { ...open, vital: true } } }, busy)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const looking = Array.from({ length: 3 }, () => send(url, '/look'))
  await vi.waitFor(() => expect(arrived).toBe(3))

  const refused = await send(url, '/look')
  expect(refused.status).toBe(503)
  expect(refused.headers['retry-after']).toBe('1')
  const paying = Array.from({ length: 2 }, () => send(url, '/pay'))
  await vi.waitFor(() => expect(arrived).toBe(5))
  expect((await send(url, '/pay')).status).toBe(503)

  finish()
  for (const { status } of await Promise.all([...looking, ...paying])) expect(status).toBe(200)
  expect((await send(url, '/look')).status).toBe(200)
})
