import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { days } from '~/platform/time.ts'
import { expectSecurityHeaders } from '~/test/expect-response.ts'
import { headerScore } from '~/test/header-score.ts'
import { send } from '~/test/http.ts'
import { aPerson } from '~/test/people.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await aShop()
})

const person = { email: 'ada@people.example', password: 'Passw0rd1' }
const longPath = `/${'a'.repeat(13_000)}`
const mebibyte = 'x'.repeat(1024 * 1024)
const json = { 'content-type': 'application/json' }

describe('security headers are on', () => {
  test.each<[what: string, status: number, path: string, sent?: Parameters<typeof send>[2]]>([
    ['a page', 200, '/'],
    ['a page sent a second time', 200, '/'],
    ['a list', 200, '/api/services'],
    ['the state of health', 200, '/healthz'],
    ['the API document', 200, '/api/openapi.json'],
    ['the API page', 200, '/api/docs'],
    ['a HEAD answer', 200, '/shop', { method: 'HEAD' }],
    ['a redirect', 308, '/shop/'],
    ['a malformed address', 400, '/%zz'],
    ['malformed JSON', 400, '/api/contact', { method: 'POST', body: '{', headers: json }],
    ['the forbidden page', 403, '/403'],
    ['an unknown page', 404, '/nope'],
    ['an unknown product', 404, '/api/service/nope'],
    ['an unknown endpoint', 404, '/api/nope'],
    ['a wrong method', 405, '/api/services', { method: 'DELETE' }],
    ['a body that is too large', 413, '/api/contact', { method: 'POST', body: mebibyte, headers: json }],
    ['an address that is too long', 414, longPath],
    [
      'a body of the wrong type',
      415,
      '/api/contact',
      { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } },
    ],
    ['an answer to wrong fields', 422, '/api/contact', { method: 'POST', body: {} }],
  ])('%s (%i)', async (_what, status, path, sent) => {
    const answer = await send(shop.url, path, sent)
    expect(answer.status).toBe(status)
    expectSecurityHeaders(answer.headers)
  })

  test('an unchanged page (304)', async () => {
    const { headers } = await shop.get('/')
    const again = await shop.get('/', { 'if-none-match': headers.etag! })
    expect(again.status).toBe(304)
    expectSecurityHeaders(again.headers)
  })

  test('a caller who has to wait (429)', async () => {
    const own = await aShop({ DEMO: 'off' })
    let answer = await own.post('/api/contact', {})
    for (let n = 0; n < 6; n += 1) answer = await own.post('/api/contact', {})
    expect(answer.status).toBe(429)
    expectSecurityHeaders(answer.headers)
  })

  test.each([
    ['headers beyond 16 kB (431)', `GET / HTTP/1.1\r\nhost: x\r\nlong: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['what is not HTTP at all (400)', 'hello there\r\n\r\n', 400],
    [
      'a request with two lengths (400)',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
      400,
    ],
  ])('%s', async (_what, bytes, status) => {
    const [head = '', body = ''] = (await shop.sendRaw(bytes)).split('\r\n\r\n')
    const [first, ...lines] = head.split('\r\n')
    expect(first).toContain(`HTTP/1.1 ${status}`)
    expectSecurityHeaders(
      Object.fromEntries(
        lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      ),
    )
    expect(JSON.parse(body)).toMatchObject({ reason: 'bad_request' })
  })
})

test('a page holds no script but files of its own and one block of data', async () => {
  const { text } = await shop.get('/')
  const scripts = [...text.matchAll(/<script\b([^>]*)>/g)].map(([, attributes]) => attributes!)
  expect(scripts.length).toBeGreaterThan(1)
  for (const attributes of scripts) expect(attributes).toMatch(/ src="\/[^/]|type="application\/json"/)
  expect(text).not.toMatch(/ on[a-z]+="/)
  expect(text).not.toMatch(/ style="/)
})

test('only the configured map may be framed', async () => {
  const withMap = await aShop({ DEMO: 'off', MAP_EMBED_URL: 'https://maps.example/embed?q=1' })
  const policy = (await withMap.get('/contact')).headers['content-security-policy']
  expect(policy).toContain('frame-src https://maps.example;')
  const without = await aShop({ DEMO: 'off' })
  expect((await without.get('/contact')).headers['content-security-policy']).toContain("frame-src 'none'")
})

test('Firebase is opened for, and named in pages, only where its key is set', async () => {
  const settings = {
    DEMO: 'off',
    FIREBASE_API_KEY: 'a"key',
    IDENTITY_ISSUER: 'https://securetoken.google.com/some-shop',
    IDENTITY_AUDIENCE: 'some-shop',
    IDENTITY_JWKS_URL: 'https://keys.example/jwks',
  }
  const page = await (await aShop(settings)).get('/login')
  const policy = page.headers['content-security-policy']
  expect(policy).toContain("connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken")
  expect(policy).toContain('frame-src https://some-shop.firebaseapp.com;')
  expect(page.text).toContain('<meta name="firebase" content="{&quot;apiKey&quot;:&quot;a\\&quot;key&quot;')
  const without = await shop.get('/login')
  expect(without.headers['content-security-policy']).not.toMatch(/google/)
  expect(without.text).not.toContain('firebase')
})

describe('by the public tables', () => {
  const live = {
    PUBLIC_URL: 'https://carparts.example',
    STRIPE_SECRET_KEY: 'sk_test_1234567890abcdef',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1234567890abcdef',
    STRIPE_WEBHOOK_SECRET: 'whsec_1234567890abcdef',
    GOOGLE_CLIENT_ID: 'client',
    GOOGLE_CLIENT_SECRET: 'secret',
    MAP_EMBED_URL: 'https://maps.example/embed?q=1',
  }
  test.each([
    ['as it starts', {}],
    ['with every provider', live],
  ])('the shop %s is worth an A+ and its policy has no serious fault', async (_how, settings) => {
    const own = await aShop(settings)
    for (const path of [
      '/',
      '/shop',
      '/contact',
      '/login',
      '/dashboard/payment/x',
      '/nope',
      '/api/services',
    ]) {
      const { headers } = await own.get(path)
      expect(headerScore(headers).total, path).toBeGreaterThanOrEqual(125)
      const parsed = new CspParser(headers['content-security-policy']!).csp
      const serious = new CspEvaluator(parsed)
        .evaluate()
        .filter(({ severity }) => severity === Severity.HIGH || severity === Severity.MEDIUM)
      expect(serious.map(({ description }) => description)).toEqual([])
    }
    await aPerson(own, person)
    const entered = await own.post('/identity/sign-in/email', person, { origin: own.config.publicUrl })
    expect(entered.status).toBe(200)
    const cookies = [entered.headers['set-cookie'] ?? []].flat()
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) expect(cookie).toMatch(/HttpOnly.*SameSite=Lax|SameSite=Lax.*HttpOnly/i)
    if (own.config.publicUrl.startsWith('https:'))
      for (const cookie of cookies) expect(cookie).toMatch(/^__Secure-.*; *Secure/i)
  })
})

test('a finder of a hole learns whom to tell', async () => {
  const own = await aShop({ SHOP_EMAIL: 'safety@carparts.example', PUBLIC_URL: 'https://carparts.example' })
  const { status, headers, text } = await own.get('/.well-known/security.txt')
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expectSecurityHeaders(headers)
  expect(text).toContain('Contact: mailto:safety@carparts.example\n')
  expect(text).toContain('Canonical: https://carparts.example/.well-known/security.txt\n')
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)![1]!)
  expect(expires).toBeGreaterThan(Date.now())
  expect(expires).toBeLessThan(Date.now() + days(366))
})
