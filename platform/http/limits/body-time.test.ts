import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { sendCached } from '~/platform/cache/front.server.ts'
import { PageCache } from '~/platform/cache/page-cache.server.ts'
import { createLog } from '~/platform/log.server.ts'
import { createApp } from '../app.server.ts'
import { endpoints } from '../endpoint.server.ts'
import { registerEndpoints } from '../register.server.ts'

const pages = new PageCache()
const app = createApp({
  log: createLog('silent'),
  headers: {},
  trustProxy: false,
  front: sendCached(pages),
  bodyTimes: { formMs: 400, fileSilenceMs: 3000, fileMs: 120_000 },
})
const contract = {
  count: { body: z.object({ text: z.string() }), response: z.object({ length: z.number() }) },
}
const counting = (path: string, mostBytes?: number, access: 'everyone' | 'catalogue' = 'everyone') =>
  endpoints({ count: { method: 'POST', path } }, contract, {
    count: {
      access,
      summary: 'Counts what arrives',
      ...(mostBytes && { mostBytes }),
      handler: async ({ body }: { body: { text: string } }) => ({ length: body.text.length }),
    },
  })
registerEndpoints(
  app,
  [...counting('/form'), ...counting('/file', 100_000), ...counting('/admin', undefined, 'catalogue')],
  {
    pages,
    headers: {},
    limit: async () => {},
    // Longer than a form may take to arrive.
    identify: async () => {
      await sleep(600)
      return undefined
    },
  },
)
const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
afterAll(() => app.close())

/** Sends a body piece by piece, as a thin line does. */
function dripping(path: string, connection = 'close') {
  const socket = connect(Number(url.port), url.hostname)
  socket.on('error', () => {})
  const answer = text(socket)
  let sent = 0
  const chunk = (part: string) => socket.write(`${part.length.toString(16)}\r\n${part}\r\n`)
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: shop\r\nconnection: ${connection}\r\ncontent-type: application/json\r\n` +
      'transfer-encoding: chunked\r\n\r\n',
  )
  chunk('{"text":"')
  return {
    answer,
    drip() {
      sent += 1
      chunk('x')
    },
    end() {
      chunk('"}')
      socket.write('0\r\n\r\n')
      return sent
    },
  }
}

test('a form that trickles in is cut off, a file at the same pace arrives', async () => {
  const form = dripping('/form')
  const file = dripping('/file')
  let isCut = false
  void form.answer.then(() => {
    isCut = true
  })
  while (!isCut) {
    form.drip()
    file.drip()
    await sleep(20)
  }
  expect(await form.answer).toMatch(/^HTTP\/1\.1 408 /)
  const length = file.end()
  expect(await file.answer).toMatch(new RegExp(`^HTTP/1\\.1 200 OK[\\s\\S]+{"length":${length}}`))
})

test('a file of which nothing more comes is cut off', async () => {
  const file = dripping('/file')
  expect(await file.answer).toMatch(/^HTTP\/1\.1 408 /)
})

test('a body that waits for the shop is not late, and one that is refused unread ends soon after', async () => {
  const [late, never] = [dripping('/admin'), dripping('/admin', 'keep-alive')]
  late.end()
  expect(await late.answer).toMatch(/^HTTP\/1\.1 401 /)
  expect(await never.answer).toMatch(/^HTTP\/1\.1 401 /)
})

test('a call from inside the process, which comes over no socket, ends without harm', async () => {
  const answer = await app.inject({ method: 'POST', url: '/form', payload: { text: 'four' } })
  expect(answer.json()).toEqual({ length: 4 })
  // Its time is over when that of a later one is.
  expect(await dripping('/form').answer).toMatch(/^HTTP\/1\.1 408 /)
})
