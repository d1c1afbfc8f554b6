import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestResponse } from '~/test/http.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'

describe('a change', () => {
  let shop: TestShop
  beforeEach(async () => {
    shop = await aShop()
  })
  const rename = (name: string) =>
    shop.database.change(['products'], (tx) =>
      tx.updateTable('products').set({ product_name: name }).where('id', '=', 'brake-disc').execute(),
    )
  const showing = [
    '/',
    '/shop',
    '/shop?page=1',
    '/api/services',
    '/api/services?limit=3',
    '/api/service/brake-disc',
  ]

  test('of a product is seen by the very next request, wherever it is shown', async () => {
    for (const path of showing) expect((await shop.get(path)).text).toContain('Vented Brake Disc')
    for (const path of showing) await shop.get(path)
    for (const name of ['Golden Disc', 'Silver Disc']) {
      await rename(name)
      for (const path of showing) {
        const { text, status } = await shop.get(path)
        expect(status).toBe(200)
        expect(text, path).toContain(name)
        expect(text, path).not.toContain('Vented Brake Disc')
      }
    }
  })

  test('of a product leaves pages alone that do not show it', async () => {
    const others = ['/blogs', '/contact', '/portfolio', '/api/blogs', '/api/reviews']
    const before = await Promise.all(others.map((path) => shop.get(path)))
    await rename('Golden Disc')
    for (const [n, path] of others.entries()) {
      const again = await shop.get(path, { 'if-none-match': before[n]!.headers.etag! })
      expect(again.status, path).toBe(304)
    }
  })

  test('that fails changes neither the data nor what is cached', async () => {
    const before = await shop.get('/api/services')
    const failing = shop.database.change(['products'], async (tx) => {
      await tx.updateTable('products').set({ product_name: 'Never' }).where('id', '=', 'battery').execute()
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect((await shop.get('/api/services')).headers.etag).toBe(before.headers.etag)
  })

  test('while a page is being made is in the next answer, never lost behind the older page', async () => {
    for (let n = 0; n < 10; n += 1) {
      const early = [shop.get('/shop'), shop.get('/api/services')]
      await rename(`Disc of round ${n}`)
      const next = await Promise.all([shop.get('/shop'), shop.get('/api/services')])
      for (const { text } of next) expect(text).toContain(`Disc of round ${n}`)
      await Promise.all(early)
      expect((await shop.get('/shop')).text).toContain(`Disc of round ${n}`)
    }
  })
})

describe('a cached response', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await aShop()
  })
  const asked = (path: string, encoding?: string) =>
    shop.get(path, encoding === undefined ? {} : { 'accept-encoding': encoding })
  const decoded = ({ headers, bytes }: TestResponse) =>
    headers['content-encoding'] === 'br'
      ? brotliDecompressSync(bytes).toString()
      : headers['content-encoding'] === 'gzip'
        ? gunzipSync(bytes).toString()
        : bytes.toString()

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, br;q=0', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0.0, gzip;q=0', undefined],
    ['br; q=0.000', undefined],
    ['br;q=0.1', 'br'],
    ['identity', undefined],
    ['zstd', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('for "%s" is encoded as %s', async (accept, encoding) => {
    for (const path of ['/', '/api/services']) {
      const plain = await asked(path)
      for (let round = 0; round < 2; round += 1) {
        const answer = await asked(path, accept)
        expect(answer.headers['content-encoding']).toBe(encoding)
        expect(answer.headers.vary).toBe('accept-encoding')
        expect(answer.headers['content-length']).toBe(String(answer.bytes.length))
        expect(decoded(answer)).toBe(plain.text)
      }
    }
  })

  test('is the same for everyone and is asked for again by its tag', async () => {
    const first = await asked('/', 'br')
    expect(first.headers['cache-control']).toBe('no-cache')
    expect(first.headers.etag).toMatch(/^"[^"]+"$/)
    const unchanged = [first.headers.etag!, `W/${first.headers.etag}`, `"other", ${first.headers.etag}`, '*']
    for (const tag of unchanged) {
      const again = await shop.get('/', { 'accept-encoding': 'br', 'if-none-match': tag })
      expect(again.status).toBe(304)
      expect(again.bytes).toHaveLength(0)
      expect(again.headers.etag).toBe(first.headers.etag)
    }
    const other = await shop.get('/', { 'accept-encoding': 'br', 'if-none-match': '"other"' })
    expect(other.status).toBe(200)
    expect((await shop.get('/', { cookie: 'a=b', authorization: 'Bearer x' })).text).toBe(
      (await asked('/')).text,
    )
  })

  test('has another tag in another encoding', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', ''].map(async (accept) => (await asked('/', accept)).headers.etag),
    )
    expect(new Set(tags).size).toBe(3)
  })

  test('has the same headers for HEAD, and no body', async () => {
    for (const path of ['/', '/shop', '/api/services', '/api/service/battery']) {
      const { date: _, connection: _1, ...expected } = (await asked(path, 'br')).headers
      const head = await shop.send(path, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
      expect(head.status).toBe(200)
      expect(head.headers).toMatchObject(expected)
      expect(head.bytes).toHaveLength(0)
    }
  })

  test('does not depend on what its page does not understand', async () => {
    const plain = await asked('/shop')
    for (const query of ['utm_source=x', 'page=', 'zzz=1&page='])
      expect((await asked(`/shop?${query}`)).headers.etag, query).toBe(plain.headers.etag)
    const longest = await asked(`/shop?q=${'x'.repeat(80)}`)
    expect((await asked(`/shop?q=${'x'.repeat(81)}`)).headers.etag).toBe(longest.headers.etag)
  })

  test('of strangers cannot fill the memory', async () => {
    for (let n = 0; n < 60; n += 1) await asked(`/nope-${n}`)
    const { entries } = shop.cache.size
    for (let n = 0; n < 60; n += 1) await asked(`/gone-${n}`)
    expect(shop.cache.size.entries).toBe(entries)
  })
})
