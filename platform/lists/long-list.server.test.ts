import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '~/platform/id.ts'
import { expectSecurityHeaders } from '~/test/expect-response.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'

const many = 20_500
let shop: TestShop
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off' })
  const rows = Array.from({ length: many }, (_, n) => ({
    id: newId(),
    product_name: `Part ${n}`,
    name_key: `part ${n}`,
    image: '/x.webp',
    price_cents: n,
    available_qty: 1,
    order_qty: 1,
    product_description: 'A part like the others. '.repeat(10),
    search_text: `part ${n}`,
    // Many of the same moment, so that the batches must also go by id.
    created_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 1000)).toISOString(),
  }))
  await shop.database.change(['products'], async (tx) => {
    for (let n = 0; n < many; n += 500)
      await tx
        .insertInto('products')
        .values(rows.slice(n, n + 500))
        .execute()
  })
})

const names = (text: string) => new Set(JSON.parse(text).map(({ _id }: { _id: string }) => _id))

test('a list too long to cache is sent whole, each row once, in every encoding', async () => {
  const plain = await shop.get('/api/services')
  expect(plain.status).toBe(200)
  expectSecurityHeaders(plain.headers)
  expect(plain.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(names(plain.text).size).toBe(many)
  const [br, gzip] = await Promise.all(
    ['br', 'gzip'].map((encoding) => shop.get('/api/services', { 'accept-encoding': encoding })),
  )
  expect([br!.headers['content-encoding'], gzip!.headers['content-encoding']]).toEqual(['br', 'gzip'])
  expect(brotliDecompressSync(br!.bytes).toString()).toBe(plain.text)
  expect(gunzipSync(gzip!.bytes).toString()).toBe(plain.text)
  const head = await shop.send('/api/services', { method: 'HEAD' })
  expect([head.status, head.bytes.length]).toEqual([200, 0])
})

test('clients that do not read, or go away, block nobody else', async () => {
  const { port } = new URL(shop.url)
  const idle = Array.from({ length: 30 }, () =>
    request({ port, host: '127.0.0.1', path: '/api/services', agent: false })
      .on('error', () => {})
      .on('response', (answer) => answer.pause())
      .end(),
  )
  expect((await shop.get('/api/services?limit=2')).json()).toHaveLength(2)
  const busy = await untilRefused()
  expect([busy.status, busy.headers['retry-after']]).toEqual([503, '1'])
  expect([busy.headers['content-encoding'], busy.json().reason]).toEqual([undefined, 'busy'])
  for (const one of idle) one.destroy()
  await expect.poll(async () => (await shop.get('/api/services')).status, { timeout: 30_000 }).toBe(200)
})

async function untilRefused() {
  for (;;) {
    const answer = await Promise.race([shop.get('/api/services', { 'accept-encoding': 'br' }), sleep(200)])
    if (answer) return answer
  }
}

test('after most of it was deleted, the rest is cached with an ETag again', async () => {
  await shop.database.change(['products'], (tx) =>
    tx.deleteFrom('products').where('price_cents', '>', 100).execute(),
  )
  const answer = await shop.get('/api/services')
  expect(names(answer.text).size).toBe(101)
  const again = await shop.get('/api/services', { 'if-none-match': answer.headers.etag! })
  expect(again.status).toBe(304)
})
