import { expect, test } from 'vitest'
import { signature } from '~/stand-ins/payments/webhooks.server.ts'
import { calls } from '~/test/fault-plan.ts'
import { openPaymentsHarness } from '~/test/payments-harness.ts'

const harness = await openPaymentsHarness()
const { dues, payments, faults } = harness

const event = (type: string, object: unknown) =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, created: 1, data: { object } })

const sendWebhook = (payload: string, signed = signature(payload, harness.keys.webhookSecret)) =>
  harness.app.inject({
    method: 'POST',
    url: '/webhooks/stripe',
    payload,
    headers: { 'content-type': 'application/json', 'stripe-signature': signed },
  })

async function startPayment() {
  const reference = await dues.add('ada')
  const { clientSecret } = await payments.start({ id: 'ada' }, { reference })
  return { reference, clientSecret }
}

test('a browser that dies after paying does not matter: the webhook reports the payment', async () => {
  const { reference, clientSecret } = await startPayment()
  await harness.pay(clientSecret)
  await harness.deliverWebhooks()
  expect((await dues.get(reference)).state).toBe('paid')
})

test('a browser that comes after the webhook gets the same response', async () => {
  const { reference, clientSecret } = await startPayment()
  const { id } = await harness.pay(clientSecret)
  await harness.deliverWebhooks()
  expect(await payments.settle(id, { reference, ownerId: 'ada' })).toEqual({ kind: 'applied', reference })
})

test('five copies of it against five calls of the browser: paid once', async () => {
  const { reference, clientSecret } = await startPayment()
  faults.webhookCopies = 0
  const { id } = await harness.pay(clientSecret)
  await harness.deliverWebhooks()
  faults.webhookCopies = 1
  const payload = event('payment_intent.succeeded', { id })
  const copies = Array.from({ length: 5 }, () => sendWebhook(payload))
  const browser = Array.from({ length: 5 }, () => payments.settle(id, { reference, ownerId: 'ada' }))
  for (const { statusCode } of await Promise.all(copies)) expect(statusCode).toBe(200)
  for (const outcome of await Promise.all(browser)) expect(outcome.kind).toBe('applied')
  expect(await dues.get(reference)).toMatchObject({ state: 'paid', refunds: 0 })
})

test('a forged one is refused: no signature, a wrong one, an old one, or another body', async () => {
  const { reference, clientSecret } = await startPayment()
  const payload = event('payment_intent.succeeded', { id: clientSecret.split('_secret_')[0] })
  const hourAgo = Math.floor(Date.now() / 1000) - 3600
  const forgeries = [
    '',
    't=1,v1=00',
    signature(payload, 'whsec_of_somebody_else'),
    signature(payload, harness.keys.webhookSecret, hourAgo),
    signature(`${payload} `, harness.keys.webhookSecret),
  ]
  for (const forged of forgeries) expect((await sendWebhook(payload, forged)).statusCode).toBe(400)
  expect((await dues.get(reference)).state).toBe('unpaid')
})

test('a signed webhook with false content changes nothing: the provider is asked', async () => {
  const { reference, clientSecret } = await startPayment()
  const id = clientSecret.split('_secret_')[0]
  const lie = { id, status: 'succeeded', amount_received: 1999, currency: 'usd', livemode: false }
  expect((await sendWebhook(event('payment_intent.succeeded', lie))).statusCode).toBe(200)
  expect((await dues.get(reference)).state).toBe('unpaid')
  await sendWebhook(event('payment_intent.canceled', { ...lie, status: 'canceled' }))
  expect((await harness.payment(id!)).state).toBe('open')
  await sendWebhook(event('charge.refunded', { id: 'ch_1', payment_intent: id, refunded: true }))
  expect((await harness.payment(id!)).state).toBe('open')
})

test('while the provider cannot be asked the response is 500, so that it is sent again', async () => {
  const { reference, clientSecret } = await startPayment()
  faults.webhookCopies = 0
  const { id } = await harness.pay(clientSecret)
  await harness.deliverWebhooks()
  faults.webhookCopies = 1
  const payload = event('payment_intent.succeeded', { id })
  faults.failNext(calls.retrieveIntent, 'hangs-before')
  expect((await sendWebhook(payload)).statusCode).toBe(500)
  expect((await sendWebhook(payload)).statusCode).toBe(200)
  expect((await dues.get(reference)).state).toBe('paid')
})

test('events that are not about payments are acknowledged and ignored', async () => {
  expect((await sendWebhook(event('customer.created', { id: 'cus_1' }))).statusCode).toBe(200)
  expect(
    (await sendWebhook(event('payment_intent.succeeded', { id: 'pi_of_somebody_else' }))).statusCode,
  ).toBe(200)
})

test('a body that is no JSON, or none at all, is refused', async () => {
  expect((await sendWebhook('not json')).statusCode).toBe(400)
  expect((await harness.app.inject({ method: 'POST', url: '/webhooks/stripe' })).statusCode).toBe(400)
})
