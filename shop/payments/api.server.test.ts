import { expect, test } from 'vitest'
import { openPaymentsHarness } from '~/test/payments-harness.ts'

const harness = await openPaymentsHarness()
const { dues, payments } = harness

const start = async (body: unknown, user?: string) => {
  const response = await harness.app.inject({
    method: 'POST',
    url: '/create-payment-intent',
    payload: body as object,
    ...(user && { headers: { 'x-user': user } }),
  })
  return { status: response.statusCode, ...response.json() }
}

test('the price that is owed gives a client secret', async () => {
  const orderId = await dues.add('ada', 1999)
  const response = await start({ price: 19.99, orderId }, 'ada')
  expect(response).toEqual({ status: 200, clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/) })
})

test('another price is refused with the right one', async () => {
  const orderId = await dues.add('ada', 1999)
  const response = await start({ price: 1, orderId }, 'ada')
  expect(response).toMatchObject({ status: 409, reason: 'price_differs' })
  expect(response.message).toContain('$19.99')
})

test.each([
  ['left out', undefined],
  ['zero', 0],
  ['negative', -19.99],
  ['of fractions of a cent', 19.999],
  ['too small for a card', 0.49],
  ['too large', 1_000_000],
  ['a word', 'nineteen'],
  ['nothing', null],
  ['a list', [19.99]],
])('a price that is %s is refused', async (_, price) => {
  const orderId = await dues.add('ada', 1999)
  expect(await start({ price, orderId }, 'ada')).toMatchObject({ status: 422, reason: 'invalid' })
  expect(await start({ price }, 'ada')).toMatchObject({ status: 422 })
})

test('unknown, foreign, paid, cancelled, free: each has its own response', async () => {
  const price = 19.99
  expect(await start({ price, orderId: 'f'.repeat(24) }, 'ada')).toMatchObject({ status: 404 })
  const others = await dues.add('bob', 1999)
  expect(await start({ price, orderId: others }, 'ada')).toMatchObject({ status: 403 })
  const cancelled = await dues.add('ada', 1999)
  await dues.cancel(cancelled)
  expect(await start({ price, orderId: cancelled }, 'ada')).toMatchObject({
    status: 409,
    reason: 'cancelled',
  })
  const paid = await dues.add('ada', 1999)
  const { clientSecret } = await payments.start({ id: 'ada' }, { reference: paid })
  const { id } = await harness.pay(clientSecret)
  await payments.settle(id)
  expect(await start({ price, orderId: paid }, 'ada')).toMatchObject({ status: 409, reason: 'already_paid' })
  const free = await dues.add('ada', 0)
  expect(await start({ price, orderId: free }, 'ada')).toMatchObject({ status: 409, reason: 'free' })
  const tiny = await dues.add('ada', 20)
  expect(await start({ price, orderId: tiny }, 'ada')).toMatchObject({
    status: 409,
    reason: 'not_chargeable',
  })
})

test('a payment that nobody has reported yet is found, and answered as paid', async () => {
  harness.faults.webhookCopies = 0
  const orderId = await dues.add('ada', 1999)
  const { clientSecret } = await start({ price: 19.99, orderId }, 'ada')
  await harness.pay(clientSecret)
  expect(await start({ price: 19.99, orderId }, 'ada')).toMatchObject({ status: 409, reason: 'already_paid' })
  expect((await dues.get(orderId)).state).toBe('paid')
})

test('visitors and admins cannot start a payment', async () => {
  expect(await start({ price: 5 })).toMatchObject({ status: 401 })
  expect(await start({ price: 5 }, 'admin')).toMatchObject({ status: 403 })
})

test('the browser learns which provider there is, and never a secret', async () => {
  const response = await harness.app.inject('/api/pay-config')
  expect(response.json()).toEqual({ mode: 'stand-in', publishableKey: harness.keys.publishableKey })
  expect(response.body).not.toContain('sk_')
  expect(response.body).not.toContain('whsec_')
})

test('one address may start sixty payments a minute', async () => {
  let last = 200
  for (let n = 0; n < 65 && last !== 429; n++) last = (await start({ price: 0 }, 'ada')).status
  expect(last).toBe(429)
})
