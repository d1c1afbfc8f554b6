import { expect, test } from 'vitest'
import { signature } from '~/stand-ins/payments/webhooks.server.ts'
import { calls } from '~/test/fault-plan.ts'
import { aTill } from '~/test/payments-harness.ts'

const till = await aTill()
const { ledger, payments, weather } = till

const event = (type: string, object: unknown) =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, created: 1, data: { object } })

const tell = (payload: string, signed = signature(payload, till.keys.webhookSecret)) =>
  till.app.inject({
    method: 'POST',
    url: '/webhooks/stripe',
    payload,
    headers: { 'content-type': 'application/json', 'stripe-signature': signed },
  })

async function begun() {
  const reference = await ledger.owe('ada')
  const { clientSecret } = await payments.start({ id: 'ada' }, { reference })
  return { reference, clientSecret }
}

test('a browser that dies after paying does not matter: the webhook tells', async () => {
  const { reference, clientSecret } = await begun()
  await till.pay(clientSecret)
  await till.webhooks()
  expect((await ledger.see(reference)).state).toBe('paid')
})

test('whoever comes after the webhook gets the same answer', async () => {
  const { reference, clientSecret } = await begun()
  const { id } = await till.pay(clientSecret)
  await till.webhooks()
  expect(await payments.settle(id, { reference, ownerId: 'ada' })).toEqual({ kind: 'applied', reference })
})

test('five copies of it against five calls of the browser: paid once', async () => {
  const { reference, clientSecret } = await begun()
  weather.webhookCopies = 0
  const { id } = await till.pay(clientSecret)
  await till.webhooks()
  weather.webhookCopies = 1
  const payload = event('payment_intent.succeeded', { id })
  const copies = Array.from({ length: 5 }, () => tell(payload))
  const browser = Array.from({ length: 5 }, () => payments.settle(id, { reference, ownerId: 'ada' }))
  for (const { statusCode } of await Promise.all(copies)) expect(statusCode).toBe(200)
  for (const outcome of await Promise.all(browser)) expect(outcome.kind).toBe('applied')
  expect(await ledger.see(reference)).toMatchObject({ state: 'paid', refunds: 0 })
})

test('a forged one is refused: no signature, a wrong one, an old one, or another body', async () => {
  const { reference, clientSecret } = await begun()
  const payload = event('payment_intent.succeeded', { id: clientSecret.split('_secret_')[0] })
  const hourAgo = Math.floor(Date.now() / 1000) - 3600
  const forgeries = [
    '',
    't=1,v1=00',
    signature(payload, 'whsec_of_somebody_else'),
    signature(payload, till.keys.webhookSecret, hourAgo),
    signature(`${payload} `, till.keys.webhookSecret),
  ]
  for (const forged of forgeries) expect((await tell(payload, forged)).statusCode).toBe(400)
  expect((await ledger.see(reference)).state).toBe('unpaid')
})

test('rightly signed lies change nothing: the provider is asked', async () => {
  const { reference, clientSecret } = await begun()
  const id = clientSecret.split('_secret_')[0]
  const lie = { id, status: 'succeeded', amount_received: 1999, currency: 'usd', livemode: false }
  expect((await tell(event('payment_intent.succeeded', lie))).statusCode).toBe(200)
  expect((await ledger.see(reference)).state).toBe('unpaid')
  await tell(event('payment_intent.canceled', { ...lie, status: 'canceled' }))
  expect((await till.payment(id!)).state).toBe('open')
  await tell(event('charge.refunded', { id: 'ch_1', payment_intent: id, refunded: true }))
  expect((await till.payment(id!)).state).toBe('open')
})

test('while the provider cannot be asked the answer is 500, so that it is sent again', async () => {
  const { reference, clientSecret } = await begun()
  weather.webhookCopies = 0
  const { id } = await till.pay(clientSecret)
  await till.webhooks()
  weather.webhookCopies = 1
  const payload = event('payment_intent.succeeded', { id })
  weather.next(calls.ask, 'hangs-before')
  expect((await tell(payload)).statusCode).toBe(500)
  expect((await tell(payload)).statusCode).toBe(200)
  expect((await ledger.see(reference)).state).toBe('paid')
})

test('what is not about payments is taken and ignored', async () => {
  expect((await tell(event('customer.created', { id: 'cus_1' }))).statusCode).toBe(200)
  expect((await tell(event('payment_intent.succeeded', { id: 'pi_of_somebody_else' }))).statusCode).toBe(200)
})

test('a body that is no JSON, or none at all, is refused', async () => {
  expect((await tell('not json')).statusCode).toBe(400)
  expect((await till.app.inject({ method: 'POST', url: '/webhooks/stripe' })).statusCode).toBe(400)
})
