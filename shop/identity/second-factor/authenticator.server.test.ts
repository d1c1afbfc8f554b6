import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '~/platform/log.server.ts'
import { createSms } from '~/platform/sms/sms.server.ts'
import { readConfig } from '~/shop/config.server.ts'
import { aPerson, logIn } from '~/test/people.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { totpCode } from './authenticators.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await aShop()
})
const password = 'Passw0rd1'
type Person = Awaited<ReturnType<typeof aPerson>>
const stepNow = () => Math.floor(Date.now() / 30_000)

/** The app of a person, set up; `next` is the next code that it shows. */
async function anApp({ headers }: Person) {
  const begun = await shop.post('/api/second-factor/app', { password }, headers)
  const { secret, uri } = begun.json() as { secret: string; uri: string }
  let step = stepNow() - 2
  const next = () => {
    step = Math.max(step + 1, stepNow() - 1)
    return totpCode(secret, step)
  }
  const body = { code: next() }
  const confirmed = await shop.send('/api/second-factor/app', { method: 'PUT', body, headers })
  return { secret, uri, next, confirmed, recoveryCodes: confirmed.json().recoveryCodes as string[] }
}

/** After a right password: what a browser then sends. */
async function challengeOf({ email }: { email: string }, at = shop) {
  const answer = await at.post('/identity/sign-in/email', { email, password })
  expect(answer.json()).toMatchObject({ twoFactorRedirect: true })
  const cookies = answer.headers['set-cookie'] as unknown as string[]
  const cookie = cookies.find((text) => text.startsWith('car-parts.two_factor'))!.split(';')[0]!
  return { cookie, origin: at.url }
}
const byApp = (challenge: Record<string, string>, code: string) =>
  shop.post('/identity/second-factor/app', { code }, challenge)
const byRecovery = (challenge: Record<string, string>, code: string) =>
  shop.post('/identity/second-factor/recovery', { code }, challenge)
const factorsOf = async ({ headers }: Person) => (await shop.get('/api/second-factor', headers)).json()

describe('an authenticator app as second factor', () => {
  test('is set up with the password and a first code, and then asked for at log-in', async () => {
    const person = await aPerson(shop, { email: 'app@people.example', password })
    expect((await shop.post('/api/second-factor/app', {}, person.headers)).status).toBe(422)
    const app = await anApp(person)
    expect(app.confirmed.json()).toMatchObject({ app: true })
    expect(app.recoveryCodes).toHaveLength(10)
    expect(app.uri).toContain(`otpauth://totp/Car%20Parts:app%40people.example?secret=${app.secret}`)
    expect(await factorsOf(person)).toMatchObject({ app: true, phone: null, recoveryCodesLeft: 10 })
    expect((await shop.post('/api/second-factor/app', { password }, person.headers)).status).toBe(409)

    const challenge = await challengeOf(person)
    const methods = await shop.get('/identity/second-factor/methods', challenge)
    expect(methods.json()).toEqual({ app: true, phone: null, recovery: true })
    expect((await shop.get('/identity/token', challenge)).status).toBe(401)
    const signedIn = await byApp(challenge, app.next())
    expect(signedIn.status).toBe(200)
    const session = { authorization: `Bearer ${signedIn.json().token}` }
    expect((await shop.get('/identity/token', session)).status).toBe(200)
    expect((await byApp(challenge, app.next())).status).toBe(401)
  })

  test('takes a code once, however many use it at the same time', async () => {
    const person = await aPerson(shop, { email: 'replay@people.example', password })
    const app = await anApp(person)
    const challenges = await Promise.all([challengeOf(person), challengeOf(person), challengeOf(person)])
    const code = app.next()
    const answers = await Promise.all(challenges.map((challenge) => byApp(challenge, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    expect((await byApp(await challengeOf(person), code)).status).toBe(401)
  })

  test('is not asked for before a code has confirmed it', async () => {
    const person = await aPerson(shop, { email: 'begun@people.example', password })
    await shop.post('/api/second-factor/app', { password }, person.headers)
    const body = { code: '000000' }
    const wrong = await shop.send('/api/second-factor/app', { method: 'PUT', body, headers: person.headers })
    expect(wrong.json().fields.code).toBe('That is not the code of the app.')
    await logIn(shop, { email: person.email, password })
  })

  test('cannot be guessed: after ten tries the log-in is locked, for the right code too', async () => {
    const person = await aPerson(shop, { email: 'locked-app@people.example', password })
    const app = await anApp(person)
    const challenge = await challengeOf(person)
    for (let n = 0; n < 10; n += 1) expect((await byApp(challenge, '000000')).status).toBe(401)
    expect((await byApp(challenge, app.next())).status).toBe(429)
    expect((await byRecovery(await challengeOf(person), app.recoveryCodes[0]!)).status).toBe(429)
  })

  test('lies encrypted in the tables, and recovery codes as hashes', async () => {
    const person = await aPerson(shop, { email: 'sealed@people.example', password })
    const app = await anApp(person)
    const stored = JSON.stringify([
      await shop.db.selectFrom('authenticators').selectAll().execute(),
      await shop.db.selectFrom('recovery_codes').selectAll().execute(),
    ])
    for (const secret of [
      app.secret,
      ...app.recoveryCodes,
      ...app.recoveryCodes.map((c) => c.replace('-', '')),
    ])
      expect(stored).not.toContain(secret)
    expect((await shop.get('/api/my-data', person.headers)).json().authenticatorApps).toHaveLength(1)
  })

  test('is removed with the password and a code, and its recovery codes with it', async () => {
    const person = await aPerson(shop, { email: 'removes@people.example', password })
    const app = await anApp(person)
    const remove = (body: object) => shop.post('/api/second-factor/app/remove', body, person.headers)
    expect((await remove({ code: app.next() })).status).toBe(422)
    expect((await remove({ password, code: '000000' })).status).toBe(422)
    expect((await remove({ password, code: app.recoveryCodes[3]! })).json()).toEqual({ app: false })
    expect(await factorsOf(person)).toMatchObject({ app: false, recoveryCodesLeft: 0 })
    await logIn(shop, { email: person.email, password })
  })
})

describe('a recovery code', () => {
  test('lets in once, however it is typed and however many use it at the same time', async () => {
    const person = await aPerson(shop, { email: 'recovers@people.example', password })
    const { recoveryCodes } = await anApp(person)
    const typed = recoveryCodes[0]!.toLowerCase().replace('-', ' ')
    const challenges = await Promise.all([challengeOf(person), challengeOf(person)])
    const answers = await Promise.all(challenges.map((challenge) => byRecovery(challenge, typed)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    expect(await factorsOf(person)).toMatchObject({ recoveryCodesLeft: 9 })
  })

  test('is replaced by new ones, with the password', async () => {
    const person = await aPerson(shop, { email: 'renews@people.example', password })
    const { recoveryCodes } = await anApp(person)
    const renew = (body: object) => shop.post('/api/second-factor/recovery-codes', body, person.headers)
    expect((await renew({})).status).toBe(422)
    const fresh = (await renew({ password })).json().recoveryCodes as string[]
    expect((await byRecovery(await challengeOf(person), recoveryCodes[1]!)).status).toBe(401)
    expect((await byRecovery(await challengeOf(person), fresh[1]!)).status).toBe(200)
  })
})

describe('codes by SMS', () => {
  type Received = { path: string; authorization: string; form: URLSearchParams }
  const received: Received[] = []
  let answer: { status: number; code?: number } = { status: 201 }
  const gateway = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => {
      const { authorization = '' } = request.headers
      received.push({ path: request.url!, authorization, form: new URLSearchParams(text) })
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ code: answer.code }))
    })
  })
  let own: TestShop
  beforeAll(async () => {
    await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done))
    own = await aShop({
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: 'secret',
      TWILIO_FROM: '+15005550006',
      TWILIO_API_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    })
  })
  afterAll(() => void gateway.close())

  test('go to the gateway of the settings, and its failures are reported', async () => {
    const person = await aPerson(own, { email: 'sms@people.example', password })
    const phone = '+12125550120'
    const ask = () => own.post('/api/second-factor/code', { phone, password }, person.headers)
    answer = { status: 400, code: 21614 }
    expect((await ask()).json().fields.phone).toBe(
      'This number cannot get our codes. Please use another one.',
    )
    answer = { status: 500 }
    expect([(await ask()).status, (await ask()).json().reason]).toEqual([503, 'sms_unavailable'])
    answer = { status: 201 }
    expect((await ask()).status).toBe(200)
    const sent = received.at(-1)!
    expect(sent.path).toBe('/2010-04-01/Accounts/AC1/Messages.json')
    expect(sent.authorization).toBe(`Basic ${Buffer.from('AC1:secret').toString('base64')}`)
    expect(Object.fromEntries(sent.form)).toMatchObject({ To: phone, From: '+15005550006' })
    const code = /\d{6}/.exec(sent.form.get('Body')!)![0]
    const body = { code }
    const enrolled = await own.send('/api/second-factor', { method: 'PUT', body, headers: person.headers })
    expect(enrolled.json()).toMatchObject({ phone: '+12 … 20', recoveryCodes: expect.any(Array) })

    const challenge = await challengeOf(person, own)
    answer = { status: 500 }
    const failed = await own.post('/identity/two-factor/send-otp', {}, challenge)
    expect([failed.status, failed.json().reason]).toEqual([503, 'sms_unavailable'])
    answer = { status: 201 }
    expect((await own.post('/identity/two-factor/send-otp', {}, challenge)).status).toBe(200)
  })

  test('are not offered in production without a gateway', () => {
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://shop.example',
      STRIPE_SECRET_KEY: 'sk_live_12345678',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_12345678',
      STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
      SMTP_URL: 'smtp://localhost',
    }
    const log = createLog('silent')
    const gatewaySettings = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'x', TWILIO_FROM: '+15005550006' }
    expect(createSms(readConfig(production), log)).toBeUndefined()
    expect(createSms(readConfig({ ...production, ...gatewaySettings }), log)).toBeDefined()
    expect(() => readConfig({ TWILIO_ACCOUNT_SID: 'AC1' })).toThrow('TWILIO_AUTH_TOKEN')
    expect(() => readConfig({ TWILIO_API_URL: 'http://localhost:1' })).toThrow('TWILIO_ACCOUNT_SID')
  })
})
