import { expect, test } from 'vitest'
import { readConfig } from '~/shop/config.server.ts'
import { welcome } from './welcome.server.ts'

const live = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://carparts.example',
  STRIPE_SECRET_KEY: 'sk_live_1234567890',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1234567890',
  STRIPE_WEBHOOK_SECRET: 'whsec_1234567890',
}
const said = (env: Record<string, string>, lockedAccounts: string[] = []) =>
  welcome(readConfig(env), { port: 3000, lockedAccounts })

test('a demo says where it is, who can log in and what is a stand-in', () => {
  const words = said({})
  expect(words).toMatch(/Shop +http:\/\/localhost:3000\n/)
  expect(words).toMatch(/Mail +stand-in: files in .+outbox/)
  expect(words).toMatch(/Mailbox +http:\/\/localhost:3000\/mailbox/)
  expect(words).toMatch(/Payments +stand-in: test cards only, no money moves/)
  expect(words).toMatch(/Google +stand-in with invented people/)
  expect(words).toContain('admin@carparts.example / Admin1234')
  expect(words).not.toContain('!')
})

test('a shop with a public address shows it first', () => {
  const words = said({ ...live, SMTP_URL: 'smtp://mail.example' })
  expect(words).toMatch(/Shop +https:\/\/carparts\.example\n +Listens +http:\/\/localhost:3000\n/)
  expect(words).toContain('https://carparts.example/api/docs')
  expect(words).toMatch(/Google +off: GOOGLE_CLIENT_ID is not set/)
  expect(words).not.toMatch(/Log in|Admin1234|Mailbox|!/)
})

test('a shop without a mail server says loudly what will not work', () => {
  expect(said(live)).toMatch(/Mail +MISSING: no mail is sent/)
  expect(said(live)).toMatch(/! SMTP_URL is not set: .+ Nobody can register or reset a password/)
})

test('a shop that was a demo says which accounts are locked and how to remove them', () => {
  const words = said(live, ['admin@carparts.example', 'customer@carparts.example'])
  expect(words).toContain('! This was a demo: admin@carparts.example and customer@carparts.example still')
  expect(words).toContain('npm run remove-demo')
})
