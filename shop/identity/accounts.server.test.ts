import { beforeAll, describe, expect, test } from 'vitest'
import { lettersTo, linkToken, newest } from '~/test/outbox.ts'
import { aPerson, bearer, logIn } from '~/test/people.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop, onPostgres } from '~/test/shop.ts'
import { demoAccounts } from './demo-accounts.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await aShop()
})
const password = 'Passw0rd1'
const signUp = (email: string, more: object = {}) =>
  shop.post('/identity/sign-up/email', { name: 'Ada Lovelace', email, password, ...more })
const signIn = (email: string, typed = password, headers = {}) =>
  shop.post('/identity/sign-in/email', { email, password: typed }, headers)
const verify = (token: string) => shop.post('/identity/verify-email', { token })
const askForReset = (email: string) => shop.post('/identity/request-password-reset', { email })
const reset = (token: string, newPassword: string) =>
  shop.post('/identity/reset-password', { token, newPassword })

describe('registering', () => {
  test('makes an account with the mailed link, once', async () => {
    const email = 'once@people.example'
    expect((await signUp(email)).json()).toEqual({ status: true })
    expect((await signIn(email)).status).toBe(401)
    const token = await linkToken(shop.config.dataDir, email, 'verify-email')
    expect((await verify(token)).status).toBe(200)
    expect((await signIn(email)).status).toBe(200)
    expect((await verify(token)).status).toBe(400)
  })

  test('says what is wrong with each field, in the words of the forms', async () => {
    const answer = await signUp('nonsense', { name: 'R2D2', password: 'short1' })
    expect(answer.status).toBe(422)
    expect(answer.json().fields).toEqual({
      name: 'Name is not valid',
      email: 'Email is not a valid email address',
      password: 'Password must be at least 8 characters, contain at least one letter and one number',
    })
  })

  test('lets nobody take an address in advance: the password of the opened link counts', async () => {
    const email = 'owner@people.example'
    await signUp(email, { name: 'Mallory', password: 'Mallory123' })
    await newest(shop.config.dataDir, email, 'Mallory')
    await signUp(email, { password: 'TheOwner1' })
    const { text } = await newest(shop.config.dataDir, email, 'Ada Lovelace')
    await verify(/#([\w-]+)/.exec(text)![1]!)
    expect((await signIn(email, 'Mallory123')).status).toBe(401)
    expect((await signIn(email, 'TheOwner1')).status).toBe(200)
  })

  test('answers a known address as an unknown one, and tells its owner by mail', async () => {
    await aPerson(shop, { email: 'known@people.example', password })
    const [known, unknown] = [await signUp('known@people.example'), await signUp('unknown@people.example')]
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
    const { text } = await newest(shop.config.dataDir, 'known@people.example', 'already')
    expect(text).not.toContain('#')
  })
})

describe('logging in', () => {
  test('answers a wrong password and an unknown address alike', async () => {
    await aPerson(shop, { email: 'alike@people.example', password })
    const wrong = await signIn('alike@people.example', 'Wrong1234')
    const unknown = await signIn('nobody@people.example', 'Wrong1234')
    expect(wrong.status).toBe(401)
    expect([wrong.status, wrong.text]).toEqual([unknown.status, unknown.text])
  })

  test('takes as long for an unknown address as for a wrong password', async () => {
    await aPerson(shop, { email: 'clock@people.example', password })
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let n = 0; n < 8; n += 1)
      for (const who of ['known', 'unknown'] as const) {
        const startedAt = performance.now()
        await signIn(who === 'known' ? 'clock@people.example' : 'ghost@people.example', 'Wrong1234')
        times[who].push(performance.now() - startedAt)
      }
    const ratio = Math.min(...times.known) / Math.min(...times.unknown)
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })

  test('leaves the rest of the shop free while passwords are hashed', async () => {
    let hashed = 0
    const guesses = Array.from({ length: 12 }, (_, n) =>
      signIn(`loop${n}@people.example`).then(() => ++hashed),
    )
    await shop.get('/healthz')
    expect(hashed).toBeLessThan(guesses.length)
    await Promise.all(guesses)
  })

  test('is refused for a network after ten wrong guesses, whatever address is claimed', async () => {
    const email = 'guessed@people.example'
    await aPerson(shop, { email, password })
    const guess = (n: number) => signIn(email, `Wrong${n}234`, { 'x-forwarded-for': `10.0.0.${n}` })
    for (let n = 0; n < 10; n += 1) expect((await guess(n)).status).toBe(401)
    const refused = await guess(11)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
    expect((await signIn(email)).status).toBe(429)
  })

  test('lets the owner in, a little later, while somebody else guesses from other networks', async () => {
    const own = await aShop({ TRUST_PROXY: 'on' })
    const { email, password } = demoAccounts[1]
    const attempt = (word: string, address: string) =>
      own.post('/identity/sign-in/email', { email, password: word }, { 'x-forwarded-for': address })
    const wrong = (address: string) =>
      Array.from({ length: 12 }, (_, n) => attempt(`Wrong${n}234`, `${address}${n}`))
    const guesses = await Promise.all([
      ...wrong('1.2.3.4, 2001:db8:0:1::'),
      ...wrong('9.9.9.9, 203.0.113.7, 2001:db8:0:1::f'),
    ])
    const statuses = guesses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401).length).toBe(10)
    expect(statuses.filter((status) => status === 429).length).toBe(14)
    expect((await attempt(password, '203.0.113.7')).status).toBe(200)
  })

  test('is counted by all servers of one shop together', async () => {
    const first = await aShop()
    const second = onPostgres ? await aShop(first.settings) : first
    const attempt = (at: TestShop) =>
      at.post('/identity/sign-in/email', { email: 'nobody@people.example', password: 'Wrong1234' })
    for (let n = 0; n < 5; n += 1) {
      expect((await attempt(first)).status).toBe(401)
      expect((await attempt(second)).status).toBe(401)
    }
    expect((await attempt(first)).status).toBe(429)
    expect((await attempt(second)).status).toBe(429)
  })

  test('is slowed for one proxy’s caller, whatever stands before its address', async () => {
    const own = await aShop({ TRUST_PROXY: 'on' })
    const calls = (from: (n: number) => string) =>
      Promise.all(
        Array.from({ length: 65 }, (_, n) =>
          own.post('/identity/sign-in/email', {}, { 'x-forwarded-for': from(n) }),
        ),
      )
    const refused = async (from: (n: number) => string) =>
      (await calls(from)).filter(({ status }) => status === 429).length
    expect(await refused((n) => `10.0.0.${n}, 198.51.100.1`)).toBe(5)
    expect(await refused((n) => `198.51.100.${n + 2}`)).toBe(0)
    expect(await refused((n) => `2001:db8:7:7:${n}::1`)).toBe(5)
    expect(await refused((n) => `2001:db8:7:${n + 8}::1`)).toBe(0)
  })

  test('is slowed for one address, whatever headers it forges', async () => {
    const own = await aShop()
    const forged = (n: number) => ({
      'x-forwarded-for': `10.0.0.${n}`,
      'x-client-address': `10.0.1.${n}`,
      'x-real-ip': `10.0.2.${n}`,
    })
    const tries = Array.from({ length: 70 }, (_, n) => own.post('/identity/sign-in/email', {}, forged(n)))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429).length).toBe(10)
  })
})

describe('resetting a password', () => {
  test('works once by the mailed link and ends every session', async () => {
    const email = 'reset@people.example'
    const person = await aPerson(shop, { email, password })
    await askForReset(email)
    const token = await linkToken(shop.config.dataDir, email, 'new-password')
    expect((await reset(token, 'short')).status).toBe(422)
    expect((await reset(token, 'Another123')).status).toBe(200)
    expect((await reset(token, 'Third12345')).status).toBe(400)
    expect((await shop.get(`/admin/${email}`, person.headers)).status).toBe(401)
    expect((await shop.get('/identity/token', bearer(person.session))).status).toBe(401)
    expect((await signIn(email)).status).toBe(401)
    expect((await signIn(email, 'Another123')).status).toBe(200)
  })

  test('answers known and unknown addresses alike, in about the same time', async () => {
    await aPerson(shop, { email: 'same@people.example', password })
    const asked = async (email: string) => {
      const startedAt = performance.now()
      const { status, text } = await askForReset(email)
      return { status, text, ms: performance.now() - startedAt }
    }
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let n = 0; n < 3; n += 1) {
      const known = await asked('same@people.example')
      const unknown = await asked('stranger@people.example')
      expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
      times.known.push(known.ms)
      times.unknown.push(unknown.ms)
    }
    expect(Math.abs(Math.min(...times.known) - Math.min(...times.unknown))).toBeLessThan(150)
    expect(lettersTo(shop.config.dataDir, 'stranger@people.example')).toEqual([])
  })

  test('fills nobody’s mailbox', async () => {
    const email = 'flooded@people.example'
    await aPerson(shop, { email, password })
    for (let n = 0; n < 8; n += 1) expect((await askForReset(email)).status).toBe(200)
    await shop.postman.hurry()
    expect(lettersTo(shop.config.dataDir, email).length).toBeLessThanOrEqual(5)
  })
})

describe('the demo accounts', () => {
  test('are there on a first start and can log in', async () => {
    const admin = await logIn(shop, { email: 'admin@carparts.example', password: 'Admin1234' })
    expect((await shop.get('/admin/admin@carparts.example', admin.headers)).json().admin).toBe(true)
    const customer = await logIn(shop, { email: 'customer@carparts.example', password: 'Customer1234' })
    expect((await shop.get('/admin/customer@carparts.example', customer.headers)).json().admin).toBe(false)
  })

  test('are not there in a shop without a demo', async () => {
    const real = await aShop({
      STRIPE_SECRET_KEY: 'sk_test_1234567890',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1234567890',
      STRIPE_WEBHOOK_SECRET: 'whsec_1234567890',
      STAND_INS: 'off',
    })
    const wish = { email: 'admin@carparts.example', password: 'Admin1234' }
    expect((await real.post('/identity/sign-in/email', wish)).status).toBe(401)
    expect((await real.get('/stand-in/google/jwks')).status).toBe(404)
    expect((await real.post('/identity/sign-in/social', { provider: 'google' })).status).toBe(404)
  })
})
