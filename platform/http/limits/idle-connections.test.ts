import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createLog } from '~/platform/log.server.ts'
import { createApp } from '../app.server.ts'

const app = createApp({
  log: createLog('silent'),
  headers: {},
  trustProxy: false,
  front: () => false,
  idleTimes: { idleMs: 200, checkEveryMs: 20 },
})
app.get('/', { config: { policy: { access: 'everyone', takes: 'nothing' } } }, async () => 'here')
/** More than the buffers of both ends take, so that the server still has some of it. */
const long = Buffer.alloc(32 * 1024 * 1024)
app.get('/long', { config: { policy: { access: 'everyone', takes: 'nothing' } } }, async () => long)
const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
afterAll(() => app.close())

const connected = async () => {
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  return socket
}
const ask = (path: string) => `GET ${path} HTTP/1.1\r\nhost: shop\r\n\r\n`

test('a connection that is used goes on, and is closed when nothing has moved on it for a while', async () => {
  const socket = await connected()
  const closed = once(socket, 'close')
  for (let request = 0; request < 3; request += 1) {
    socket.write(ask('/'))
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1.1 200/)
  }
  socket.resume()
  await closed
})

test('a connection on which nothing was ever asked is closed, too', async () => {
  const socket = await connected()
  socket.resume()
  await once(socket, 'close')
})

test('a long response that nobody reads any more is given up', async () => {
  const arrived = once(app.server, 'connection')
  const socket = await connected()
  const [seen] = await arrived
  socket.pause()
  socket.write(ask('/long'))
  await once(seen, 'close')
  expect(seen.bytesRead).toBeGreaterThan(0)
  socket.destroy()
})

test('a long response that is read slowly arrives whole', async () => {
  const socket = await connected()
  socket.write(ask('/long'))
  let received = 0
  for await (const piece of socket) {
    received += piece.length
    if (received >= long.length) break
    // Slow in all, but never silent for as long as the limit.
    if (received % 11 === 0) await new Promise((next) => setTimeout(next, 1))
  }
  expect(received).toBeGreaterThanOrEqual(long.length)
})
