import { expect, test } from 'vitest'
import { newestCode } from '~/test/outbox.ts'
import { aPerson, logIn } from '~/test/people.ts'
import { aShop } from '~/test/shop.ts'
import { tool } from '~/test/tool.ts'

const email = 'lost-phone@people.example'
const password = 'Passw0rd1'
const phone = '+12125550177'

test('an operator lets somebody in whose phone gets no codes any more, after a question', async () => {
  const before = await aShop()
  const person = await aPerson(before, { email, password })
  await before.post('/api/second-factor/code', { phone, password }, person.headers)
  const body = { code: await newestCode(before.config.dataDir, phone) }
  await before.send('/api/second-factor', { method: 'PUT', body, headers: person.headers })
  await before.app.close()

  // The same data in production, where nothing sends an SMS.
  const live = {
    ...before.settings,
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://carparts.example',
    STRIPE_SECRET_KEY: 'sk_live_1234567890',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1234567890',
    STRIPE_WEBHOOK_SECRET: 'whsec_1234567890',
  }
  const shop = await aShop(live)
  const signIn = () => shop.post('/identity/sign-in/email', { email, password })
  const remove = (...given: string[]) => tool('remove-second-factor', live, ...given)
  expect((await signIn()).json()).toMatchObject({ twoFactorRedirect: true })

  const unsaid = await remove()
  expect([unsaid.code, unsaid.problems]).toEqual([1, expect.stringContaining('Say whose')])
  const unknown = await remove('nobody@people.example', '--yes')
  expect([unknown.code, unknown.problems]).toEqual([1, expect.stringContaining('Nobody has an account')])
  const unasked = await remove(email)
  expect([unasked.code, unasked.problems]).toEqual([1, expect.stringContaining('Nothing was changed')])
  expect((await signIn()).json()).toMatchObject({ twoFactorRedirect: true })

  const removed = await remove(email.toUpperCase(), '--yes')
  expect([removed.code, removed.problems]).toEqual([0, ''])
  expect(removed.output).toContain('the phone +12 … 77, 10 recovery codes')
  expect((await signIn()).json().token).toBeTypeOf('string')
  expect((await remove(email)).output).toBe(`${email} has no second factor.\n`)

  const { headers } = await logIn(shop, { email, password })
  expect((await shop.get('/api/second-factor', headers)).json()).toMatchObject({
    phone: null,
    app: false,
    recoveryCodesLeft: 0,
  })
  await shop.db.updateTable('users').set({ role: 'admin' }).where('email', '=', email).execute()
  const [entry] = (await shop.get('/api/audit', headers)).json()
  expect(entry).toMatchObject({ email: 'operator', what: 'second factor removed', subject: email })
  const mails = await shop.db.selectFrom('mails').select('subject').where('recipient', '=', email).execute()
  expect(mails).toEqual([{ subject: 'The second factor of your account at Car Parts was removed' }])
})
