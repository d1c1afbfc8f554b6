import { beforeAll, describe, expect, test } from 'vitest'
import { expectNothingInternal, expectRefusal, expectSecurityHeaders } from '~/test/expect-response.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'

let shop: TestShop
beforeAll(async () => {
  // Behind a proxy each caller has an address of its own, so that none has to wait for another here.
  shop = await aShop({ TRUST_PROXY: 'on' })
})
let callers = 0
const write = (body: unknown, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  shop.post('/api/contact', body, { 'x-forwarded-for': `192.0.2.${++callers}`, ...headers })
const repeated = (path: string, times: number) => path.repeat(times)

describe('an address', () => {
  test.each([
    '/%zz',
    '/api/service/%zz',
    '/blogs/%',
    '/%c0%af',
    '/blogs/%ff',
    '/%00',
    '/blogs/%00',
    '/api/blog/a%00b',
  ])('that is not well-formed is refused: %s', async (path) => expectRefusal(await shop.get(path), 400))

  test.each([
    repeated('/a', 6500),
    `/shop?q=${repeated('a', 13_000)}`,
    `/api/service/${repeated('a', 13_000)}`,
  ])('of 13 kB is too long: %.20s…', async (path) => expectRefusal(await shop.get(path), 414))

  test.each([
    ['/%zz', 400],
    ['/shop?q=%00', 400],
    [`/shop?q=${repeated('a', 13_000)}`, 414],
    [`/shop?q=${repeated('a', 60_000)}`, 431],
  ])('that cannot be read is a page with ways out for people: %.20s… (%i)', async (path, status) => {
    const answer = await shop.get(path, { accept: 'text/html,*/*;q=0.8' })
    expect(answer.status).toBe(status)
    expectSecurityHeaders(answer.headers)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    })
    expect(answer.text).toMatch(/<h1[^>]*>This address cannot be read/)
    expect(answer.text).toContain('href="/shop"')
  })

  test('with a search of 10,000 characters searches for the first of them', async () => {
    const typed = encodeURIComponent(repeated('brake pads ', 950)).slice(0, 10_000)
    expect((await shop.get(`/shop?q=${typed}`)).text).toContain(' for “brake pads brake pads')
    expect((await shop.get(`/api/services?q=${typed}`)).json()).toHaveLength(2)
  })

  test.each([
    '/api/nope',
    '/api',
    '/admin/x/y',
    '/identity/x',
    '/webhooks/x',
    '/api/service',
    '/api/services/1/2',
  ])('for programs that nobody answers is a 404 in JSON: %s', async (path) =>
    expectRefusal(await shop.get(path), 404),
  )

  test.each([
    '/nope',
    '/shop/nope',
    '/blogs/nope',
    '/__proto__',
    '/constructor',
    '/blogs/__proto__',
    '/index.php',
    '/.env',
    '/../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/shop?page=999',
  ])('of no page is a 404 page: %s', async (path) => {
    const answer = await shop.get(path)
    expect(answer.status).toBe(404)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.text).toMatch(/<h1[ >]/)
    expectNothingInternal(answer.text)
  })

  test.each([
    '/shop?page=0',
    '/shop?page=x',
    '/shop?sort=__proto__',
    '/shop?q=%ff%fe',
    '/shop?q=%',
    '/shop?%zz',
    '/shop?q=a&q=b',
    '/?__proto__=1',
    '/shop?page=1e308',
    '/api/services?__proto__[x]=1',
    '/api/reviews?limit=-5&page=NaN',
  ])('with a senseless query is answered without it: %s', async (path) =>
    expect((await shop.get(path)).status).toBe(200),
  )
})

describe('a method', () => {
  test.each([
    ['POST', '/', 'GET, HEAD'],
    ['PUT', '/shop', 'GET, HEAD'],
    ['DELETE', '/blogs/x', 'GET, HEAD'],
    ['POST', '/api/blogs', 'GET, HEAD'],
    ['PATCH', '/api/blogs', 'GET, HEAD'],
    ['GET', '/api/contact', 'POST'],
    ['DELETE', '/api/contact', 'POST'],
    ['GET', '/api/newsletter/a@shop.example', 'POST'],
    ['OPTIONS', '/api/blogs', 'GET, HEAD'],
    ['OPTIONS', '/shop', 'GET, HEAD'],
  ])('that an address does not take is refused with those it takes: %s %s', async (method, path, allow) => {
    const answer = await shop.send(path, { method })
    expectRefusal(answer, 405)
    expect(answer.headers.allow).toBe(allow)
  })

  test.each(['GET', 'POST', 'PUT', 'DELETE'])(
    'finds nothing at an unknown address of the API: %s',
    async (method) => {
      expectRefusal(await shop.send('/api/nope', { method }), 404)
    },
  )

  test.each(['TRACE', 'PROPFIND', 'PURGE'])('of another protocol is refused: %s', async (method) => {
    const answer = await shop.send('/api/services', { method })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
  })
})

describe('a body', () => {
  test.each([
    '{',
    '{"email":',
    '{"email":"a@shop.example"}}',
    '\u0000',
    'null null',
    '{"__proto__":{"x":1}}',
    '{"constructor":{"prototype":{"x":1}}}',
  ])('that is not honest JSON is refused: %j', async (body) => expectRefusal(await write(body), 400))

  test.each([
    '',
    'null',
    '[]',
    '"text"',
    '7',
    'true',
    '{"email":{"__proto__":1}}',
    '{"email":"a@shop.example","message":7}',
  ])('of another shape is refused with its fields: %j', async (body) =>
    expect([400, 422]).toContain((await write(body)).status),
  )

  test('of 2 MB is too large, whether its length is announced or not', async () => {
    const body = JSON.stringify({ email: 'a@shop.example', message: 'x'.repeat(2 * 1024 * 1024) })
    expectRefusal(await write(body), 413)
    const chunked = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
    expectRefusal(await write(body.slice(0, 80_000), chunked), 413)
  })

  test('that is too large is read on, so that its sender sees the answer, also behind a proxy', async () => {
    const body = 'x'.repeat(3 * 1024 * 1024)
    const head = `POST /api/contact HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\n`
    const next = 'GET /healthz HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n\r\n'
    const answers = await shop.sendRaw(`${head}content-length: ${body.length}\r\n\r\n${body}${next}`)
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/html',
    'application/xml',
    'nonsense',
  ])('of type %s is not taken', async (type) =>
    expectRefusal(await write('email=a@shop.example', { 'content-type': type }), 415),
  )

  test('nested 5,000 deep is refused, not crashed over', async () => {
    const body = `{"email":${'['.repeat(5000)}${']'.repeat(5000)}}`
    expectRefusal(await write(body), 422)
  })

  test('leaves nothing behind when it is refused', async () => {
    expect(await shop.db.selectFrom('contact_messages').selectAll().execute()).toEqual([])
    expect(await shop.db.selectFrom('mails').selectAll().execute()).toEqual([])
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })
})

describe('a redirect', () => {
  test.each([
    ['/shop/', '/shop'],
    ['/shop///?page=2', '/shop?page=2'],
    ['//evil.example/', '/evil.example'],
    ['///evil.example', '/evil.example'],
    ['/\\evil.example/', '/evil.example'],
    ['//evil.example/%2e%2e/', '/evil.example/%2e%2e'],
    ['/\\/evil.example', '/evil.example'],
  ])('from %s stays in the shop', async (path, to) => {
    const [head = ''] = (
      await shop.sendRaw(`GET ${path} HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n\r\n`)
    ).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 308 /)
    expect(/^location: (.*)$/im.exec(head)?.[1]).toBe(to)
  })

  test.each([
    '/%0d%0aset-cookie:x=1/',
    '/%5c%5cevil.example/',
    '/http://evil.example/',
    '/.//evil.example/',
    '/;//evil.example/',
  ])('from %s holds no other host and no header', async (path) => {
    const { status, headers } = await shop.get(path)
    expect(headers['set-cookie']).toBeUndefined()
    if (status === 308) expect(new URL(headers.location!, 'http://shop').host).toBe('shop')
  })
})

describe('a fault of our own', () => {
  test('is a bare 500 in JSON and a page in words, is not cached, and is over when its cause is', async () => {
    const own = await aShop()
    await own.db.schema.alterTable('products').renameTo('lost').execute()
    const api = await own.get('/api/services')
    expectRefusal(api, 500)
    expect(api.json().reason).toBe('internal')
    const page = await own.get('/shop')
    expect(page.status).toBe(500)
    expectNothingInternal(page.text)
    expect(page.text).toContain('</html>')
    await own.db.schema.alterTable('lost').renameTo('products').execute()
    expect((await own.get('/api/services')).status).toBe(200)
    expect((await own.get('/shop')).status).toBe(200)
  })
})
