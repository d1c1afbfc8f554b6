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
const said = (env: Record<string, string>, lockedAccounts: string[] = [], hasSeller = true) =>
  welcome(readConfig(env), { port: 3000, lockedAccounts, hasSeller })

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

test('a shop that takes real money and has not said who sells is told so', () => {
  expect(said(live, [], false)).toMatch(
    /! This shop takes real money, and its receipts name the seller of the demo/,
  )
  expect(said({}, [], false)).not.toContain('real money')
})

test('a setting that is nearly one of ours is named with the one that is meant, others are not', () => {
  const words = said({
    MAIL_FORM: 'shop@example.com',
    TAXRATE: '19',
    trust_proxy: 'on',
    SELLER_NAM: 'secret',
  })
  for (const [given, meant] of [
    ['MAIL_FORM', 'MAIL_FROM'],
    ['TAXRATE', 'TAX_RATE'],
    ['trust_proxy', 'TRUST_PROXY'],
    ['SELLER_NAM', 'SELLER_NAME'],
  ])
    expect(words).toContain(`! ${given} is no setting of this shop, and changes nothing. ${meant} is one`)
  expect(words).not.toContain('secret')
  const others = [
    'HOSTNAME',
    'POST',
    'NODE_PATH',
    'NODE_OPTIONS',
    'MAIL',
    'LOGNAME',
    'DATABASE_HOST',
    'SMTP_HOST',
  ]
  expect(said(Object.fromEntries(others.map((name) => [name, 'x'])))).not.toContain('!')
  expect(said({ MAIL_FROM: 'shop@example.com', MAIL_FORM: 'x' })).not.toContain('!')
})

test('live keys at an address without encryption are warned of', () => {
  const plain = { ...live, SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'http://carparts.example' }
  expect(said(plain)).toContain('! PUBLIC_URL begins with http:// beside live keys of Stripe')
  const keys = Object.fromEntries(
    Object.entries(plain).map(([name, value]) => [name, value.replace('_live_', '_test_')]),
  )
  expect(said(keys)).not.toContain('!')
})

test('a shop that was a demo says which accounts are locked and how to remove them', () => {
  const words = said(live, ['admin@carparts.example', 'customer@carparts.example'])
  expect(words).toContain('! This was a demo: admin@carparts.example and customer@carparts.example still')
  expect(words).toContain('npm run remove-demo')
})
