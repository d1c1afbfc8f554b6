import { beforeAll, describe, expect, test } from 'vitest'
import { linkToken, messagesTo, newest, newestCode } from '~/test/outbox.ts'
import { aPerson, logIn } from '~/test/people.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await aShop({ TRUST_PROXY: 'on' })
})
const password = 'Passw0rd1'
type Person = { email: string; headers: Record<string, string> }

const sendCode = ({ headers }: Person, phone?: string) =>
  shop.post('/api/second-factor/code', phone ? { phone, password } : {}, headers)
const enrol = ({ headers }: Person, code: string) =>
  shop.send('/api/second-factor', { method: 'PUT', body: { code }, headers })
async function withPhone(person: Person, phone: string) {
  await sendCode(person, phone)
  const answer = await enrol(person, await newestCode(shop.config.dataDir, phone))
  expect(answer.status).toBe(200)
}
let networks = 0
/** Each time from another network, so that only the limits of the account and the phone are met. */
const elsewhere = () => {
  networks += 1
  return { 'x-forwarded-for': `198.51.100.${networks}`, origin: shop.url }
}
async function challengeFor({ email }: Person) {
  const begun = await shop.post('/identity/sign-in/email', { email, password }, elsewhere())
  return cookieOf(begun.headers, 'car-parts.two_factor')
}
const codeAtLogIn = (cookie: string) =>
  shop.post('/identity/two-factor/send-otp', {}, { ...elsewhere(), cookie })
const factorsOf = async ({ headers }: Person) => (await shop.get('/api/second-factor', headers)).json()
const cookieOf = (headers: Record<string, unknown>, name: string) =>
  ((headers['set-cookie'] ?? []) as string[]).find((c) => c.startsWith(name))?.split(';')[0] ?? ''
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('a phone as second factor', () => {
  test('is enrolled by a code, asked for at log-in, and removed by a code', async () => {
    const person = await aPerson(shop, { email: 'phone@people.example', password })
    expect((await sendCode(person, '212 555')).status).toBe(422)
    await withPhone(person, '+12125550101')
    expect(await factorsOf(person)).toEqual({
      phone: '+12 … 01',
      app: false,
      recoveryCodesLeft: 10,
      offersPhone: true,
    })

    const first = await shop.post('/identity/sign-in/email', { email: person.email, password })
    expect(first.json()).toMatchObject({ twoFactorRedirect: true })
    expect(first.json().token).toBeUndefined()
    expect(cookieOf(first.headers, 'car-parts.session_token=')).toMatch(/=$/)
    const cookie = cookieOf(first.headers, 'car-parts.two_factor')
    const asked = { cookie, origin: shop.url }
    expect((await shop.get('/identity/token', { cookie })).status).toBe(401)
    await shop.post('/identity/two-factor/send-otp', {}, asked)
    const code = await newestCode(shop.config.dataDir, '+12125550101')
    expect((await shop.post('/identity/two-factor/verify-otp', { code: other(code) }, asked)).status).toBe(
      401,
    )
    const second = await shop.post('/identity/two-factor/verify-otp', { code }, asked)
    expect(second.status).toBe(200)
    const session = cookieOf(second.headers, 'car-parts.session_token')
    expect((await shop.get('/identity/token', { cookie: session })).status).toBe(200)
    expect(
      (await shop.post('/identity/two-factor/verify-otp', { code }, asked)).status,
    ).toBeGreaterThanOrEqual(400)

    await sendCode(person)
    const removal = await newestCode(shop.config.dataDir, '+12125550101')
    const wrong = await shop.post('/api/second-factor/remove', { code: other(removal) }, person.headers)
    expect(wrong.status).toBe(422)
    const removed = await shop.post('/api/second-factor/remove', { code: removal }, person.headers)
    expect(removed.json()).toEqual({ phone: null })
    await logIn(shop, { email: person.email, password })
  })

  test('is not enrolled without the password', async () => {
    const person = await aPerson(shop, { email: 'stolen@people.example', password })
    const ask = (body: object) => shop.post('/api/second-factor/code', body, person.headers)
    const phone = '+12125550106'
    expect((await ask({ phone })).json()).toMatchObject({ fields: { password: 'Your password is required' } })
    expect((await ask({ phone, password: 'Wrong1234' })).status).toBe(422)
    expect(messagesTo(shop.config.dataDir, phone)).toEqual([])
    expect((await ask({ phone, password })).status).toBe(200)
  })

  test('is not enrolled without the code, and a code has five tries', async () => {
    const person = await aPerson(shop, { email: 'guess@people.example', password })
    await sendCode(person, '+12125550102')
    const code = await newestCode(shop.config.dataDir, '+12125550102')
    for (let n = 0; n < 5; n += 1) expect((await enrol(person, other(code))).status).toBe(422)
    expect((await enrol(person, code)).status).toBe(422)
    expect(await factorsOf(person)).toMatchObject({ phone: null, recoveryCodesLeft: 0 })
  })

  test('locks a log-in whose codes are guessed, though new codes are asked for', async () => {
    const own = await aPerson(shop, { email: 'locked@people.example', password })
    await withPhone(own, '+12125550103')
    const first = await shop.post('/identity/sign-in/email', { email: own.email, password })
    const asked = { cookie: cookieOf(first.headers, 'car-parts.two_factor'), origin: shop.url }
    const statuses: number[] = []
    for (let round = 0; round < 3; round += 1) {
      await shop.post('/identity/two-factor/send-otp', {}, asked)
      for (let n = 0; n < 4; n += 1) {
        const code = String(100_000 + round * 10 + n)
        statuses.push((await shop.post('/identity/two-factor/verify-otp', { code }, asked)).status)
      }
    }
    expect(statuses.at(-1)).toBe(429)
    const sent = messagesTo(shop.config.dataDir, '+12125550103').length
    const later = await codeAtLogIn(await challengeFor(own))
    expect(later.json().message).toBe('Too many wrong codes. Please wait 15 minutes and log in again.')
    expect([later.status, (await sendCode(own)).status]).toEqual([429, 429])
    expect(messagesTo(shop.config.dataDir, '+12125550103')).toHaveLength(sent)
  })

  test('a log-in gets three codes, an account and a phone ten in a quarter of an hour, by whichever door', async () => {
    const phone = '+12125550107'
    const [ada, eve] = await Promise.all(
      ['codes@people.example', 'also@people.example'].map((email) => aPerson(shop, { email, password })),
    )
    await withPhone(ada!, phone)
    const statuses: number[] = []
    for (let n = 0; n < 4; n += 1) {
      const challenge = await challengeFor(ada!)
      for (let m = 0; m < 4; m += 1) {
        const answer = await codeAtLogIn(challenge)
        statuses.push(answer.status)
        if (answer.status !== 200) {
          expect(answer.json().message).toMatch(/^We have sent you several codes already\./)
          expect(Number(answer.headers['retry-after'])).toBeGreaterThan(60)
        }
      }
      if (n === 0) {
        // The one that was refused has not taken the place of the last one.
        const code = await newestCode(shop.config.dataDir, phone)
        const asked = { cookie: challenge, origin: shop.url }
        expect((await shop.post('/identity/two-factor/verify-otp', { code }, asked)).status).toBe(200)
      }
    }
    const three = [200, 200, 200, 429]
    expect(statuses).toEqual([...three, ...three, ...three, 429, 429, 429, 429])
    expect((await sendCode(ada!)).status).toBe(429)
    expect((await sendCode(eve!, phone)).status).toBe(429)
    expect(messagesTo(shop.config.dataDir, phone)).toHaveLength(10)
  })

  test('a shop sends as many codes a day as it may, and its owner is told once', async () => {
    const careful = await aShop({ MOST_SMS_PER_DAY: '2', SHOP_EMAIL: 'owner@careful.example' })
    const ask = async (n: number) => {
      const { headers } = await aPerson(careful, { email: `daily${n}@people.example`, password })
      return careful.post('/api/second-factor/code', { phone: `+1212555020${n}`, password }, headers)
    }
    for (const n of [0, 1]) expect((await ask(n)).status).toBe(200)
    for (const n of [2, 3]) {
      const answer = await ask(n)
      expect(answer.status).toBe(429)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3600)
      expect(answer.json().message).toMatch(/^This shop has sent as many codes as it may in a day\./)
    }
    expect(messagesTo(careful.config.dataDir, '+12125550202')).toEqual([])
    await newest(careful.config.dataDir, 'owner@careful.example', 'No more codes by SMS today')
    expect(messagesTo(careful.config.dataDir, 'owner@careful.example')).toHaveLength(1)
  })

  test('is stored as a hash while it is on its way', async () => {
    const person = await aPerson(shop, { email: 'hash@people.example', password })
    await sendCode(person, '+12125550104')
    const code = await newestCode(shop.config.dataDir, '+12125550104')
    const stored = await shop.db
      .selectFrom('identity_verifications' as never)
      .selectAll()
      .execute()
    expect(JSON.stringify(stored)).not.toContain(`"${code}`)
    expect(JSON.stringify(stored)).toContain('+12125550104')
  })
})

describe('Login with Google by the stand-in', () => {
  /** What a browser would do in the popup, with its cookies. */
  async function byGoogle(account: string, agreed = true) {
    const begun = await shop.post('/identity/sign-in/social', { provider: 'google' }, { origin: shop.url })
    const cookie = cookieOf(begun.headers, 'car-parts.state')
    const query = new URL(begun.json().url).search
    const decision = await shop.get(
      `/stand-in/google/decide${query}${agreed ? `&account=${account}&agreed=yes` : ''}`,
    )
    const back = new URL(decision.headers.location!)
    return shop.get(back.pathname + back.search, { cookie })
  }

  test('signs in', async () => {
    const end = await byGoogle('1002')
    expect(end.status).toBe(302)
    expect(end.headers.location).toBe('/identity/popup-done')
    const cookie = cookieOf(end.headers, 'car-parts.session_token')
    const { token } = (await shop.get('/identity/token', { cookie })).json()
    const email = 'alan.turing@google.example'
    const entered = await shop.send(`/api/user/${email}`, {
      method: 'PUT',
      body: { email },
      headers: { authorization: `Bearer ${token}` },
    })
    expect(entered.status).toBe(200)
    const person = { email, headers: { authorization: `Bearer ${entered.json().token}` } }
    await withPhone(person, '+12125550105')

    const again = await byGoogle('1002')
    expect(again.headers.location).toBe('/identity/popup-done?second_factor=required')
    expect(cookieOf(again.headers, 'car-parts.session_token=')).toMatch(/=$/)
    const asked = { cookie: cookieOf(again.headers, 'car-parts.two_factor'), origin: shop.url }
    await shop.post('/identity/two-factor/send-otp', {}, asked)
    const { text } = await newest(shop.config.dataDir, '+12125550105')
    const code = /\d{6}/.exec(text.split('\n\n')[1]!)![0]
    expect((await shop.post('/identity/two-factor/verify-otp', { code }, asked)).status).toBe(200)
  })

  test('tells when it was cancelled', async () => {
    const end = await byGoogle('1001', false)
    expect(end.headers.location).toContain('/identity/popup-done?error=access_denied')
    expect(cookieOf(end.headers, 'car-parts.session_token')).toBe('')
  })

  test('never sends a code to another place', async () => {
    const begun = await shop.post('/identity/sign-in/social', { provider: 'google' })
    const asked = new URL(begun.json().url)
    asked.searchParams.set('redirect_uri', 'https://evil.example/identity/callback/google')
    const answer = await shop.get(`/stand-in/google/decide${asked.search}&account=1001&agreed=yes`)
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('did not come from the shop')
  })
})

describe('changing the password', () => {
  test('needs the present one, signs out everywhere else and ends reset links', async () => {
    const account = { email: 'changes@people.example', password }
    const here = await aPerson(shop, account)
    const there = await logIn(shop, account)
    await shop.post('/identity/request-password-reset', { email: account.email })
    const link = await linkToken(shop.config.dataDir, account.email, 'new-password')
    const change = (body: object) => shop.post('/api/my-account/password', body, here.headers)
    expect((await change({ newPassword: 'Another123' })).status).toBe(422)
    expect((await change({ password: 'Wrong1234', newPassword: 'Another123' })).status).toBe(422)
    expect((await change({ password, newPassword: 'short' })).json().fields.newPassword).toContain(
      'at least 8',
    )
    expect((await change({ password, newPassword: 'Another123' })).json()).toEqual({ status: true })
    expect((await shop.get('/api/sessions', here.headers)).json()).toHaveLength(1)
    expect((await shop.get('/api/sessions', there.headers)).status).toBe(401)
    const reset = { token: link, newPassword: 'Thieves123' }
    expect((await shop.post('/identity/reset-password', reset)).status).toBe(400)
    await expect(logIn(shop, account)).rejects.toThrow('401')
    await logIn(shop, { ...account, password: 'Another123' })
    await newest(shop.config.dataDir, account.email, 'was changed')
  })
})

describe('where one is signed in', () => {
  test('is listed, and each place can be signed out at once by its owner alone', async () => {
    const account = { email: 'places@people.example', password }
    const here = await aPerson(shop, account)
    const there = await logIn(shop, account)
    const stranger = await aPerson(shop, { email: 'stranger@people.example', password })
    const places = (await shop.get('/api/sessions', here.headers)).json()
    expect(places.map(({ current }: { current: boolean }) => current)).toEqual([false, true])
    const [{ _id }] = places
    const end = (headers: Record<string, string>) =>
      shop.send(`/api/sessions/${_id}`, { method: 'DELETE', headers })
    expect((await end(stranger.headers)).json()).toEqual({ deletedCount: 0 })
    expect((await shop.get('/api/sessions', there.headers)).status).toBe(200)
    expect((await end(here.headers)).json()).toEqual({ deletedCount: 1 })
    expect((await shop.get('/api/sessions', there.headers)).status).toBe(401)
    expect((await shop.get('/api/sessions', here.headers)).json()).toHaveLength(1)
  })
})
