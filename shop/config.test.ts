import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { readConfig } from './config.server.ts'

test('a shop without any setting is a demo shop on this machine alone', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    databaseUrl: undefined,
    spinners: true,
    demo: true,
    trustProxy: false,
    mapEmbedUrl: undefined,
    unpaidOrderHours: 24,
    mostUnpaidOrders: 20,
    deliveryFeeCents: 0,
    deliveryDays: { least: 2, most: 4 },
    taxRate: 0,
  })
})

test('production has no demo data unless it is asked for', () => {
  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_1234567890abcdef',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1234567890abcdef',
    STRIPE_WEBHOOK_SECRET: 'whsec_1234567890abcdef',
    PUBLIC_URL: 'https://carparts.example',
  }
  expect(readConfig({ NODE_ENV: 'production', ...keys }).demo).toBe(false)
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow('STRIPE_SECRET_KEY')
  expect(readConfig({ NODE_ENV: 'production', DEMO: 'on' }).demo).toBe(true)
  expect(readConfig({ DEMO: 'off', STAND_INS: 'on' }).demo).toBe(false)
})

test('a shop that sells must know its own address: it stands in every mail', () => {
  const keys = {
    STRIPE_SECRET_KEY: 'sk_live_1234567890abcdef',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1234567890abcdef',
    STRIPE_WEBHOOK_SECRET: 'whsec_1234567890abcdef',
  }
  expect(() => readConfig({ NODE_ENV: 'production', ...keys })).toThrow(/\n {2}PUBLIC_URL: is needed/)
  expect(readConfig({ NODE_ENV: 'production', DEMO: 'on' }).publicUrl).toBe('http://localhost:3000')
})

test('several workers need PostgreSQL, and auto is one for each core, up to eight', () => {
  const DATABASE_URL = 'postgres://shop@127.0.0.1/shop'
  expect(readConfig({ DATABASE_URL }).workers).toBe(1)
  expect(readConfig({ DATABASE_URL, WORKERS: '4' }).workers).toBe(4)
  expect(readConfig({ WORKERS: '4' })).toMatchObject({ workers: 1, workersAsked: 4 })
  const { workers } = readConfig({ DATABASE_URL, WORKERS: 'auto' })
  expect(workers).toBe(Math.min(8, availableParallelism()))
})

test('an empty setting counts as none', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', SMTP_URL: '' })).toMatchObject({ port: 3000 })
})

test.each([
  ['PORT', 'eighty'],
  ['WORKERS', '0'],
  ['WORKERS', '2.5'],
  ['WORKERS', 'many'],
  ['DELIVERY_FEE', '4.905'],
  ['DELIVERY_FEE', '-1'],
  ['DELIVERY_DAYS', '4-2'],
  ['DELIVERY_DAYS', 'two to four'],
  ['DELIVERY_DAYS', '1-2-3'],
  ['DELIVERY_DAYS', '2-400'],
  ['RETURN_DAYS', '-1'],
  ['TAX_RATE', '19 %'],
  ['TAX_RATE', '8.8755'],
  ['TAX_RATE', '-1'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '3.5'],
  ['PUBLIC_URL', 'carparts.example'],
  ['PUBLIC_URL', 'javascript:alert(1)'],
  ['SITE_ORIGINS', 'https://www.example.com/'],
  ['SITE_ORIGINS', 'https://www.example.com,*'],
  ['SITE_ORIGINS', 'www.example.com'],
  ['DATABASE_URL', 'mysql://localhost/shop'],
  ['SPINNERS', 'yes'],
  ['DEMO', 'true'],
  ['LOG_LEVEL', 'loud'],
  ['SMTP_URL', 'http://mail.example'],
  ['MAIL_FROM', 'the shop'],
  ['SHOP_EMAIL', 'nobody@'],
  ['MAP_EMBED_URL', 'data:text/html,x'],
  ['TRUST_PROXY', '1'],
  ['NODE_ENV', 'prod'],
  ['UNPAID_ORDER_HOURS', '-1'],
  ['MOST_UNPAID_ORDERS', '2.5'],
  ['MOST_UNPAID_ORDERS', '-1'],
  ['MOST_SMS_PER_DAY', '-1'],
  ['MOST_ORDERS_PER_MINUTE', '-1'],
  ['MOST_UNPAID_PIECES', '1.5'],
  ['MOST_UNPAID_TOTAL', '0.001'],
])('a wrong %s (%s) is named', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^The shop cannot start.*\n  ${name}: `))
})

test('every wrong setting is named at once, and no value of one is repeated', () => {
  const wrong = () => readConfig({ PORT: 'x', DEMO: 'perhaps', SMTP_URL: 'smtps//:user:secret@mail' })
  expect(wrong).toThrow(/PORT: .*\n {2}DEMO: .*\n {2}SMTP_URL: /s)
  expect(wrong).not.toThrow(/secret/)
})

test.each([
  ['PORT', 'eighty', 'must be a number from 0 to 65535'],
  ['PORT', '3.5', 'must be a whole number'],
  ['UNPAID_ORDER_HOURS', 'a day', 'must be a number from 0 to 8760'],
  ['DEMO', 'true', 'must be on or off'],
  ['PUBLIC_URL', 'carparts.example', 'must be an address like https://shop.example.com'],
  [
    'DATABASE_URL',
    'mysql://localhost/shop',
    'must be like postgres://user:password@host/database, several hosts with commas between them',
  ],
  ['MAIL_FROM', 'the shop', 'must be an email address'],
])('a wrong %s (%s) is explained in plain words', (name, value, words) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    new RegExp(`^The shop cannot start with these settings:\n  ${name}: ${words}$`),
  )
})

test('what is missing beside a setting is said with the names of the others alone', () => {
  expect(() => readConfig({ IDENTITY_ISSUER: 'https://id.example', IDENTITY_AUDIENCE: 'shop' })).toThrow(
    '\n  IDENTITY_JWKS_URL: is needed beside IDENTITY_ISSUER and IDENTITY_AUDIENCE',
  )
  expect(() => readConfig({ GOOGLE_CLIENT_ID: 'client' })).toThrow(
    '\n  GOOGLE_CLIENT_SECRET: is needed beside GOOGLE_CLIENT_ID',
  )
})

test('PUBLIC_URL loses its last slash, so that addresses can be put behind it', () => {
  expect(readConfig({ PUBLIC_URL: 'https://carparts.example/' }).publicUrl).toBe('https://carparts.example')
})
