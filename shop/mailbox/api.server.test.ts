import { beforeAll, describe, expect, test } from 'vitest'
import { isFromThisMachine } from '~/platform/http/limits/caller.server.ts'
import { minutes } from '~/platform/time.ts'
import { newest, newestCode } from '~/test/outbox.ts'
import { aPerson } from '~/test/people.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import type { MailboxMail } from './contract.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await aShop()
})
const both = ['/mailbox', '/api/mailbox']
const statuses = (of: Pick<TestShop, 'get'>, headers = {}) =>
  Promise.all(both.map(async (path) => (await of.get(path, headers)).status))

test('the mailbox of a demo shows its mails and codes, newest first, with links to click', async () => {
  const account = { name: '山田 太郎', email: 'taro@people.example', password: 'Passw0rd1' }
  const { headers } = await aPerson(shop, account)
  await shop.post('/identity/request-password-reset', { email: account.email })
  await newest(shop.config.dataDir, account.email, '/new-password#')
  const { password } = account
  await shop.post('/api/second-factor/code', { phone: '+12125550123', password }, headers)
  const code = await newestCode(shop.config.dataDir, '+12125550123')

  const answer = await shop.get('/api/mailbox')
  const mails = answer.json() as MailboxMail[]
  expect(mails.map(({ kind, to }) => [kind, to])).toEqual([
    ['sms', '+12125550123'],
    ['mail', account.email],
    ['mail', account.email],
  ])
  expect(mails[0]!.text).toContain(code)
  expect(mails[1]!.subject).toBe('Choose a new password for Car Parts')
  expect(mails[1]!.text).toMatch(/^http:\/\/localhost:\d+\/new-password#[\w-]+$/m)
  expect(Date.parse(mails[1]!.at)).toBeGreaterThan(Date.now() - minutes(1))
  expect(answer.headers['x-total-count']).toBe('3')

  const page = await shop.get('/mailbox')
  expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(page.text).toContain(code)
  const verify = await shop.get(`/mailbox?mail=${mails[2]!.id}&view=text`)
  expect(verify.text).toMatch(/<a href="\/verify-email#[\w-]+"/)
  expect(verify.text).not.toContain('<iframe')
  expect((await shop.get(`/mailbox?mail=${mails[2]!.id}`)).text).toContain(
    `<iframe title="Verify your email address for Car Parts" src="/mailbox/mails/${mails[2]!.id}" sandbox="allow-same-origin `,
  )
  const later = await shop.get('/api/mailbox?page=2')
  expect([later.json(), later.headers['x-total-count']]).toEqual([[], '3'])
})

test('a mail is a document of its own that runs nothing, and its links stay on this host', async () => {
  const [mail] = ((await shop.get('/api/mailbox')).json() as MailboxMail[]).filter(({ hasHtml }) => hasHtml)
  const { status, headers, text } = await shop.get(`/mailbox/mails/${mail!.id}`)
  expect([status, headers['content-type'], headers['cache-control'], headers['x-frame-options']]).toEqual([
    200,
    'text/html; charset=utf-8',
    'no-store',
    'SAMEORIGIN',
  ])
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; .*frame-ancestors 'self'; sandbox /,
  )
  expect(headers['content-security-policy']).not.toMatch(/script|allow-forms/)
  expect(text).toMatch(/<a href="\/new-password#/)
  for (const id of ['..%2f..%2fshop.db', '%2e%2e', `${mail!.id}.eml`, '2026.sms'])
    expect((await shop.get(`/mailbox/mails/${id}`)).status).toBe(404)
  expect((await shop.get(`/mailbox/mails/${mail!.id}`, { via: '1.1 proxy' })).status).toBe(404)
})

describe('there is no mailbox', () => {
  test.each([
    ['in production', { NODE_ENV: 'production', DEMO: 'on' }],
    ['beside a mail server', { SMTP_URL: 'smtp://127.0.0.1:1' }],
    ['behind a proxy', { TRUST_PROXY: 'on' }],
    ['in a shop that others can reach', { HOST: '0.0.0.0' }],
    ['in a shop with a public address', { PUBLIC_URL: 'https://carparts.example' }],
    ['in a shop that is no demo', { DEMO: 'off' }],
  ])('%s', async (_where, settings) => {
    const other = await aShop(settings as Record<string, string>)
    expect(await statuses(other)).toEqual([404, 404])
    expect((await other.get('/api/openapi.json')).text).not.toContain('/api/mailbox')
    expect((await other.get('/mailbox')).text).toContain('404, page not found')
    await other.app.close()
  })

  test.each([
    { 'x-forwarded-for': '203.0.113.7' },
    { 'x-forwarded-host': 'shop.example' },
    { forwarded: 'for=203.0.113.7' },
    { via: '1.1 proxy' },
    { 'x-real-ip': '203.0.113.7' },
    { 'cf-connecting-ip': '203.0.113.7' },
    { 'do-connecting-ip': '203.0.113.7' },
    { 'fly-client-ip': '203.0.113.7' },
    { 'fastly-client-ip': '203.0.113.7' },
    { 'x-amzn-trace-id': 'Root=1' },
    { 'x-envoy-external-address': '203.0.113.7' },
    { 'true-client-ip': '203.0.113.7' },
    { host: 'shop.example' },
    { host: 'localhost.evil.example' },
  ])('for a request that came by way of others: %o', async (headers) => {
    expect(await statuses(shop)).toEqual([200, 200])
    expect(await statuses(shop, headers)).toEqual([404, 404])
    expect(await statuses(shop)).toEqual([200, 200])
  })

  test('for what a proxy passes on in HTTP/1.0', async () => {
    const asked = (version: string) =>
      shop.sendRaw(`GET /api/mailbox HTTP/${version}\r\nhost: localhost:3000\r\nconnection: close\r\n\r\n`)
    expect(await asked('1.0')).toMatch(/^HTTP\/1\.\d 404/)
    expect(await asked('1.1')).toMatch(/^HTTP\/1\.1 200/)
  })

  test.each([
    ['127.0.0.1', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['192.168.1.7', false],
    ['203.0.113.7', false],
    ['::ffff:203.0.113.7', false],
    ['fe80::1', false],
    [undefined, false],
  ])('for a caller that is not this machine: %s', (remoteAddress, isHere) => {
    const raw = { socket: { remoteAddress }, headers: { host: 'localhost:3000' } }
    expect(isFromThisMachine({ raw } as Parameters<typeof isFromThisMachine>[0])).toBe(isHere)
  })
})
