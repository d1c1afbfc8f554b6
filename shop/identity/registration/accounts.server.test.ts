import { beforeAll, describe, expect, test } from 'vitest'
import { linkToken, linkTokens, messagesTo, newest } from '~/test/outbox.ts'
import { aPerson, bearer, logIn } from '~/test/people.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop, onPostgres } from '~/test/shop.ts'
import { demoAccounts } from '../demo-accounts.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await aShop()
})
const password = 'Passw0rd1'
const signUp = (email: string, more: object = {}) =>
  shop.post('/identity/sign-up/email', { name: 'Ada Lovelace', email, password, ...more })
const signIn = (email: string, typed = password, headers = {}, at = shop) =>
  at.post('/identity/sign-in/email', { email, password: typed }, headers)
const verify = (token: string, more: object = {}, headers = {}) =>
  shop.post('/identity/verify-email', { token, ...more }, headers)
const linkState = async (page: string, token: string, headers = {}) =>
  (await shop.post('/identity/mailed-link', { page, token }, headers)).json().state
/** What a browser sends that got the cookies of an answer. */
const browserAfter = ({ headers }: { headers: Record<string, unknown> }, { url } = shop) => ({
  cookie: ((headers['set-cookie'] ?? []) as string[]).map((cookie) => cookie.split(';')[0]).join('; '),
  origin: url,
})
const requestPasswordReset = (email: string) => shop.post('/identity/request-password-reset', { email })
const reset = (token: string, newPassword: string) =>
  shop.post('/identity/reset-password', { token, newPassword })

describe('registering', () => {
  test('makes an account with the mailed link, once', async () => {
    const email = 'once@people.example'
    expect((await signUp(email)).json()).toEqual({ status: true })
    expect((await signIn(email)).status).toBe(401)
    const token = await linkToken(shop.config.dataDir, email, 'verify-email')
    expect((await verify(token, { password })).status).toBe(200)
    expect((await signIn(email)).status).toBe(200)
    expect((await verify(token, { password })).status).toBe(400)
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

  test('needs one click in the browser that registered, and the password elsewhere', async () => {
    const email = 'elsewhere@people.example'
    const browser = browserAfter(await signUp(email, { returnTo: '/services/brake-disc' }))
    const token = await linkToken(shop.config.dataDir, email, 'verify-email')
    expect(await linkState('verify-email', token)).toBe('password')
    expect(await linkState('verify-email', token, browser)).toBe('ready')
    const refused = [await verify(token), await verify(token, { password: 'Wrong1234' })]
    expect(refused.map((answer) => [answer.status, answer.json().reason])).toEqual([
      [403, 'password_needed'],
      [403, 'wrong_registration_password'],
    ])
    const opened = await verify(token, {}, browser)
    expect(opened.json()).toMatchObject({ token: expect.any(String), returnTo: '/services/brake-disc' })
    expect(await linkState('verify-email', token, browser)).toBe('gone')
  })

  test('lets nobody take an address in advance, however often a stranger signs it up', async () => {
    const own = await aShop({ TRUST_PROXY: 'on' })
    const email = 'owner@people.example'
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const register = (address: string, typed: object) =>
      own.post('/identity/sign-up/email', { email, name: 'Ada Lovelace', ...typed }, from(address))
    for (let n = 0; n < 12; n += 1)
      await register('198.51.100.7', { name: 'Mallory Owns You', password: 'Mallory123' })
    await own.mailWorker.wake()
    const links = () => linkTokens(own.config.dataDir, email)
    const strangers = links()
    expect(strangers).toHaveLength(5)

    const browser = browserAfter(await register('203.0.113.9', { password: 'TheOwner1' }), own)
    await own.mailWorker.wake()
    expect(links()).toHaveLength(6)
    for (const letter of messagesTo(own.config.dataDir, email)) expect(letter.text).not.toContain('Mallory')
    const open = (body: object, headers = {}) => own.post('/identity/verify-email', body, headers)
    // Elsewhere the stranger's link asks for a password, and the owner's is not the one that it wants.
    expect((await open({ token: strangers[0]!, password: 'TheOwner1' })).status).toBe(403)
    // In the owner's browser every link to the address leads to the owner's own registration.
    expect((await open({ token: strangers[0]! }, browser)).status).toBe(200)
    const logIn = (password: string) => own.post('/identity/sign-in/email', { email, password })
    expect((await logIn('Mallory123')).status).toBe(401)
    expect((await logIn('TheOwner1')).status).toBe(200)
    expect((await open({ token: strangers[1]!, password: 'Mallory123' })).status).toBe(400)
  })

  test('still works when strangers everywhere have used up the mails to the address', async () => {
    const own = await aShop({ TRUST_PROXY: 'on' })
    const email = 'flooded@people.example'
    const register = (address: string, typed: string) =>
      own.post(
        '/identity/sign-up/email',
        { email, name: 'Ada', password: typed },
        { 'x-forwarded-for': address },
      )
    for (let n = 0; n < 24; n += 1) await register(`198.51.100.${n}`, 'Mallory123')
    const browser = browserAfter(await register('203.0.113.9', 'TheOwner1'), own)
    await own.mailWorker.wake()
    const links = linkTokens(own.config.dataDir, email)
    expect(links).toHaveLength(20)
    const opened = await own.post('/identity/verify-email', { token: links[0]! }, browser)
    expect(opened.status).toBe(200)
    expect((await own.post('/identity/sign-in/email', { email, password: 'TheOwner1' })).status).toBe(200)
  })

  test('makes one account of several links that are opened at once', async () => {
    const email = 'race@people.example'
    for (let n = 0; n < 4; n += 1) await signUp(email)
    await shop.mailWorker.wake()
    const tokens = linkTokens(shop.config.dataDir, email)
    const answers = await Promise.all(tokens.map((token) => verify(token, { password })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  })

  test('never sends anybody to another site afterwards', async () => {
    for (const returnTo of ['https://evil.example/', '//evil.example/', '/\\evil.example'])
      expect((await signUp('away@people.example', { returnTo })).status).toBe(422)
  })

  test('leaves a cookie that no script reads, no other site sends and no subdomain sets', async () => {
    const secure = await aShop({ PUBLIC_URL: 'https://shop.example' })
    const answer = await secure.post('/identity/sign-up/email', {
      name: 'Ada',
      email: 'cookie@people.example',
      password,
    })
    expect((answer.headers['set-cookie'] as unknown as string[])[0]).toMatch(
      /^__Host-car-parts\.registration=[\w-]{32}; Path=\/; Max-Age=86400; HttpOnly; SameSite=Strict; Secure$/,
    )
  })

  test('answers a known address as an unknown one, and tells its owner by mail', async () => {
    await aPerson(shop, { email: 'known@people.example', password })
    const [known, unknown] = [await signUp('known@people.example'), await signUp('unknown@people.example')]
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
    const { text } = await newest(shop.config.dataDir, 'known@people.example', 'already')
    expect(text).not.toMatch(/https?:\S*#/)
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
    const slow = await aShop({}, { passwords: 'slow' })
    await aPerson(slow, { email: 'clock@people.example', password })
    // Of the processor, because a busy machine makes any of them wait.
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let n = 0; n < 4; n += 1)
      for (const who of ['known', 'unknown'] as const) {
        const email = who === 'known' ? 'clock@people.example' : 'ghost@people.example'
        const before = process.cpuUsage()
        await signIn(email, 'Wrong1234', {}, slow)
        times[who].push(process.cpuUsage(before).user)
      }
    const ratio = Math.min(...times.known) / Math.min(...times.unknown)
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })

  test('leaves the rest of the shop free while passwords are hashed', async () => {
    const slow = await aShop({}, { passwords: 'slow' })
    let hashed = 0
    const guesses = Array.from({ length: 12 }, (_, n) =>
      signIn(`loop${n}@people.example`, password, {}, slow).then(() => ++hashed),
    )
    await slow.get('/healthz')
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

  test('never locks the owner out of a device where they were signed in before', async () => {
    const own = await aShop({ TRUST_PROXY: 'on' })
    const { email, password } = demoAccounts[1]
    const attempt = (word: string, headers: Record<string, string>) =>
      own.post('/identity/sign-in/email', { email, password: word }, headers)
    const home = { 'x-forwarded-for': '203.0.113.7' }
    const session = browserAfter(await attempt(password, home), own)
    const device = browserAfter(await own.get('/identity/token', { ...home, ...session }), own)
    expect(device.cookie).toMatch(/^car-parts\.device=/)

    const guesses = Array.from({ length: 60 }, (_, n) =>
      attempt(`Wrong${n}234`, { 'x-forwarded-for': `198.51.100.${n}` }),
    )
    const owners = await Promise.all(
      Array.from({ length: 8 }, () => attempt(password, { ...home, ...device })),
    )
    expect(owners.map(({ status }) => status)).toEqual(Array(8).fill(200))
    await Promise.all(guesses)
  })

  test('counts ten wrong passwords on a known device, and gives it nothing for other accounts', async () => {
    const own = await aShop()
    const attempt = (email: string, word: string, headers = {}) =>
      own.post('/identity/sign-in/email', { email, password: word }, headers)
    const { email, password } = demoAccounts[0]
    const session = browserAfter(await attempt(email, password), own)
    const device = browserAfter(await own.get('/identity/token', session), own)
    const wrong = (account: string, times: number) =>
      Promise.all(Array.from({ length: times }, (_, n) => attempt(account, `Wrong${n}234`, device)))
    await wrong('nobody@people.example', 10)
    expect((await attempt('nobody@people.example', 'Wrong1234', device)).status).toBe(429)
    // Ten of the device, then ten of its network.
    const statuses = (await wrong(email, 20)).map(({ status }) => status)
    expect(statuses).toEqual(Array(20).fill(401))
    expect((await attempt(email, password, device)).status).toBe(429)
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
    await requestPasswordReset(email)
    const token = await linkToken(shop.config.dataDir, email, 'new-password')
    expect((await reset(token, 'short')).status).toBe(422)
    expect((await reset(token, 'Another123')).status).toBe(200)
    expect((await reset(token, 'Third12345')).status).toBe(400)
    expect((await shop.get(`/admin/${email}`, person.headers)).status).toBe(401)
    expect((await shop.get('/identity/token', bearer(person.session))).status).toBe(401)
    expect((await signIn(email)).status).toBe(401)
    expect((await signIn(email, 'Another123')).status).toBe(200)
  })

  test('ends all links of the account by using one, and says so before anything is typed', async () => {
    const email = 'links@people.example'
    await aPerson(shop, { email, password })
    for (let n = 0; n < 3; n += 1) await requestPasswordReset(email)
    await shop.mailWorker.wake()
    const [first, second, third] = linkTokens(shop.config.dataDir, email, 'new-password')
    for (const token of [first!, second!, third!])
      expect(await linkState('new-password', token)).toBe('ready')
    const answers = await Promise.all([reset(first!, 'Another123'), reset(second!, 'Different9')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    for (const token of [first!, second!, third!, 'never-sent'])
      expect(await linkState('new-password', token)).toBe('gone')
    expect((await reset(third!, 'Third12345')).status).toBe(400)
    await newest(shop.config.dataDir, email, 'was changed')
  })

  test('is not stopped by sign-ups, nor by what strangers asked for', async () => {
    const own = await aShop({ TRUST_PROXY: 'on' })
    const { email, password } = demoAccounts[1]
    const stranger = { 'x-forwarded-for': '198.51.100.7' }
    for (let n = 0; n < 6; n += 1) {
      await own.post('/identity/sign-up/email', { name: 'Eve', email, password }, stranger)
      await own.post('/identity/request-password-reset', { email }, stranger)
    }
    const before = linkTokens(own.config.dataDir, email, 'new-password').length
    await own.post('/identity/request-password-reset', { email }, { 'x-forwarded-for': '203.0.113.7' })
    await own.mailWorker.wake()
    expect(linkTokens(own.config.dataDir, email, 'new-password').length).toBe(before + 1)
    expect(before).toBe(5)
  })

  test('answers known and unknown addresses alike, in about the same time', async () => {
    await aPerson(shop, { email: 'same@people.example', password })
    const asked = async (email: string) => {
      const startedAt = performance.now()
      const { status, text } = await requestPasswordReset(email)
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
    expect(messagesTo(shop.config.dataDir, 'stranger@people.example')).toEqual([])
  })

  test('fills nobody’s mailbox', async () => {
    const email = 'flooded@people.example'
    await aPerson(shop, { email, password })
    for (let n = 0; n < 8; n += 1) expect((await requestPasswordReset(email)).status).toBe(200)
    await shop.mailWorker.wake()
    expect(linkTokens(shop.config.dataDir, email, 'new-password')).toHaveLength(5)
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
    const credentials = { email: 'admin@carparts.example', password: 'Admin1234' }
    expect((await real.post('/identity/sign-in/email', credentials)).status).toBe(401)
    expect((await real.get('/stand-in/google/jwks')).status).toBe(404)
    expect((await real.post('/identity/sign-in/social', { provider: 'google' })).status).toBe(404)
  })
})
