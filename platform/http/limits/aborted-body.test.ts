import { once } from 'node:events'
import { connect } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createApp } from '../app.server.ts'

const lines: { level: number; err?: unknown }[] = []
const app = createApp({
  log: pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) }),
  headers: {},
  trustProxy: false,
  front: () => false,
  bodyTimes: { formMs: 300, fileSilenceMs: 300, fileMs: 10_000 },
})

test('a body that breaks off or comes too late is no fault of the shop and no error in its log', async () => {
  app.post('/write', { config: { policy: { access: 'everyone', takes: 'json' } } }, async () => ({
    ok: true,
  }))
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  for (const breaksOff of [true, false]) {
    const arrived = once(app.server, 'connection')
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    socket.resume()
    const [seen] = await arrived
    const closed = once(seen, 'close')
    socket.write(
      'POST /write HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{',
    )
    if (breaksOff) socket.end()
    await closed
  }
  await app.close()
  expect(lines.filter(({ level, err }) => level >= 50 || err)).toEqual([])
})
