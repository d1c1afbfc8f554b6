import { statSync } from 'node:fs'
import { join } from 'node:path'
import { getMigrations } from 'better-auth/db/migration'
import { beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '~/platform/log.server.ts'
import { readConfig } from '~/shop/config.server.ts'
import { aPerson } from '~/test/people.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop, onPostgres } from '~/test/shop.ts'
import { options } from './auth.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await aShop()
})
const password = 'Passw0rd1'
const cookiesOf = (headers: Record<string, unknown>) => (headers['set-cookie'] ?? []) as string[]

describe('the endpoints of the identity provider', () => {
  const closed = [
    'delete-user',
    'delete-user/callback',
    'update-user',
    'change-email',
    'change-password',
    'set-password',
    'get-session',
    'jwks',
    'list-sessions',
    'revoke-session',
    'link-social',
    'unlink-account',
    'get-access-token',
    'send-verification-email',
    'admin/list-users',
    'admin/set-role',
    'admin/impersonate-user',
    'two-factor/enable',
    'two-factor/disable',
    'two-factor/generate-backup-codes',
    'two-factor/verify-backup-code',
    'error',
    'ok',
  ]
  test('are closed but for those the shop uses, however they are spelt', async () => {
    const { headers } = await aPerson(shop, { email: 'tries@people.example', password })
    for (const path of closed)
      for (const address of [
        `/identity/${path}`,
        `//identity/${path}`,
        `/identity//${path}`,
        `/identity/${path}/`,
      ]) {
        const post = await shop.post(address, {}, headers)
        const get = await shop.get(address, headers)
        expect([address, [404, 405].includes(post.status)]).toEqual([address, true])
        expect([address, [404, 308].includes(get.status)]).toEqual([address, true])
      }
  })

  test('lead a program from its password to its access token', async () => {
    const email = 'customer@carparts.example'
    // Node's own fetch says how it fetches, but neither from which site nor from which origin.
    const program = { 'sec-fetch-mode': 'cors' }
    const signIn = await shop.post('/identity/sign-in/email', { email, password: 'Customer1234' }, program)
    expect(signIn.status).toBe(200)
    const cookie = cookiesOf(signIn.headers)[0]!.split(';')[0]!
    const { token } = (await shop.get('/identity/token', { ...program, cookie })).json()
    const headers = { ...program, authorization: `Bearer ${token}` }
    const answer = await shop.send(`/api/user/${email}`, { method: 'PUT', body: {}, headers })
    expect([answer.status, typeof answer.json().token]).toEqual([200, 'string'])
  })

  test('give cookies that no script reads and no other site sends', async () => {
    const credentials = { email: 'customer@carparts.example', password: 'Customer1234' }
    const plain = cookiesOf((await shop.post('/identity/sign-in/email', credentials)).headers)
    expect(plain[0]).toMatch(/^car-parts\.session_token=.*; Path=\/; HttpOnly; SameSite=Lax$/)
    const secure = await aShop({ PUBLIC_URL: 'https://shop.example' })
    const secured = cookiesOf((await secure.post('/identity/sign-in/email', credentials)).headers)
    expect(secured[0]).toMatch(/^__Secure-car-parts\.session_token=.*; Secure/)
  })

  test('are closed to pages of other sites', async () => {
    const credentials = { email: 'customer@carparts.example', password: 'Customer1234' }
    const cookie = cookiesOf((await shop.post('/identity/sign-in/email', credentials)).headers)[0]!.split(
      ';',
    )[0]!
    const foreign = { cookie, origin: 'https://evil.example' }
    expect((await shop.post('/identity/sign-out', {}, foreign)).status).toBe(403)
    expect(
      (await shop.post('/identity/sign-in/email', credentials, { origin: 'https://evil.example' })).status,
    ).toBe(403)
    expect((await shop.post('/identity/sign-out', {}, { cookie, origin: shop.url })).status).toBe(200)
  })

  test('never let a visitor choose where Google leads back to', async () => {
    const answer = await shop.post('/identity/sign-in/social', {
      provider: 'google',
      callbackURL: 'https://evil.example',
      errorCallbackURL: 'https://evil.example',
    })
    const { url } = answer.json()
    expect(new URL(url).searchParams.get('redirect_uri')).toBe(`${shop.url}/identity/callback/google`)
    expect(answer.text).not.toContain('evil')
    const other = { provider: 'google', idToken: { token: 'x' } }
    expect((await shop.post('/identity/sign-in/social', other)).json().url).toBeDefined()
  })
})

test('better-auth finds every table it wants, made by our own migrations', async () => {
  const dependencies = {
    ...shop,
    log: createLog('silent'),
    secret: 'x'.repeat(40),
    locked: new Set<string>(),
    sendResetLink: async () => {},
    sendCode: async () => {},
    plugins: [],
  }
  const { toBeCreated, toBeAdded } = await getMigrations(options(dependencies))
  expect({ toBeCreated, toBeAdded }).toEqual({ toBeCreated: [], toBeAdded: [] })
})

if (!onPostgres)
  test('the secret can be read by its owner alone', () => {
    expect(statSync(join(shop.config.dataDir, 'secret')).mode & 0o777).toBe(0o600)
  })

describe('half a setting', () => {
  test.each([
    [{ GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_SECRET'],
    [{ IDENTITY_ISSUER: 'https://x.example', IDENTITY_AUDIENCE: 'x' }, 'IDENTITY_JWKS_URL'],
    [{ FIREBASE_API_KEY: 'key' }, 'IDENTITY_ISSUER'],
    [{ FIREBASE_EMULATOR_URL: 'http://localhost:9099' }, 'FIREBASE_API_KEY'],
  ])('%o is refused at start by name', (settings, missing) => {
    expect(() => readConfig(settings)).toThrow(missing)
  })
})
