import { describe, expect, test } from 'vitest'
import { linkToken, messagesTo } from '~/test/outbox.ts'
import { bearer, logIn } from '~/test/people.ts'
import { aShop } from '~/test/shop.ts'
import { demoAccounts } from './demo-accounts.server.ts'

const [admin, customer] = demoAccounts
const keys = {
  STRIPE_SECRET_KEY: 'sk_test_1234567890',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1234567890',
  STRIPE_WEBHOOK_SECRET: 'whsec_1234567890',
}
const live = {
  ...keys,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://carparts.example',
  STRIPE_SECRET_KEY: 'sk_live_1234567890',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1234567890',
}

describe('a folder that was opened as a demo and now sells', () => {
  test('locks its demo accounts: no log-in, no session, no token and no mailed link of the demo works', async () => {
    const demo = await aShop()
    const before = await logIn(demo, admin)
    expect((await demo.get('/api/users', before.headers)).status).toBe(200)
    await demo.post('/identity/request-password-reset', { email: admin.email })
    const token = await linkToken(demo.config.dataDir, admin.email, 'new-password')
    await demo.app.close()

    for (const settings of [live, { ...keys, DEMO: 'off' }, { DEMO: 'off' }]) {
      const shop = await aShop({ ...demo.settings, ...settings })
      for (const { email, password } of demoAccounts) {
        const answer = await shop.post('/identity/sign-in/email', { email, password })
        expect([answer.status, answer.json().reason]).toEqual([403, 'demo_account'])
        expect(answer.json().message).toBe('This account belongs to the demo, which is over in this shop.')
      }
      expect((await shop.get('/api/users', before.headers)).status).toBe(401)
      expect((await shop.get(`/admin/${admin.email}`, before.headers)).status).toBe(401)
      expect((await shop.get('/identity/token', bearer(before.session))).status).toBe(401)
      const exchanged = await shop.send(`/api/user/${admin.email}`, {
        method: 'PUT',
        body: { email: admin.email },
        headers: bearer(before.identity),
      })
      expect(exchanged.status).toBe(401)
      const reset = await shop.post('/identity/reset-password', { token, newPassword: 'Another123' })
      expect(reset.status).toBe(400)
      expect(shop.lockedAccounts).toEqual([admin.email, customer.email])
      await shop.app.close()
    }
  })

  test('mails no link that would open them again', async () => {
    const demo = await aShop()
    await demo.app.close()
    const shop = await aShop({ ...demo.settings, DEMO: 'off' })
    const { status } = await shop.post('/identity/request-password-reset', { email: admin.email })
    expect(status).toBe(200)
    await shop.mailWorker.wake()
    expect(messagesTo(shop.config.dataDir, admin.email)).toEqual([])
  })

  test('leaves an account alone that got a new password', async () => {
    const demo = await aShop()
    await demo.post('/identity/request-password-reset', { email: admin.email })
    const token = await linkToken(demo.config.dataDir, admin.email, 'new-password')
    await demo.post('/identity/reset-password', { token, newPassword: 'Another123' })
    await demo.app.close()
    const shop = await aShop({ ...demo.settings, DEMO: 'off' })
    expect(shop.lockedAccounts).toEqual([customer.email])
    const { headers } = await logIn(shop, { ...admin, password: 'Another123' })
    expect((await shop.get('/api/users', headers)).status).toBe(200)
  })

  test('opens them again when it is a demo once more', async () => {
    const demo = await aShop()
    await demo.app.close()
    await (await aShop({ ...demo.settings, DEMO: 'off' })).app.close()
    const again = await aShop(demo.settings)
    expect(again.lockedAccounts).toEqual([])
    expect((await logIn(again, admin)).token).toBeTruthy()
  })
})

describe('without a demo', () => {
  test('no stand-in answers unless it is asked for', async () => {
    const shop = await aShop({ ...keys, STAND_INS: 'off' })
    expect((await shop.get('/v1/payment_intents')).status).toBe(404)
    const google = await shop.get('/stand-in/google/.well-known/openid-configuration')
    expect(google.status).toBe(404)
    expect((await shop.get('/login')).text).not.toContain('Login with Google')
    await shop.post('/api/contact', { email: 'ada@shop.example', message: 'Do you fit tyres?' })
    await shop.mailWorker.wake()
    expect(await shop.db.selectFrom('mails').select('attempts').execute()).toEqual([{ attempts: 0 }])
    const account = { name: 'Ada', email: 'ada@shop.example', password: 'Passw0rd1' }
    for (const path of ['/identity/sign-up/email', '/identity/request-password-reset']) {
      const answer = await shop.post(path, account)
      expect([answer.status, answer.json().message]).toEqual([
        503,
        'This shop cannot send mails at the moment. Please try again later.',
      ])
    }
  })
})
