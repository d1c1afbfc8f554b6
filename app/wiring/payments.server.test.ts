import { expect, test } from 'vitest'
import { signature } from '~/stand-ins/payments/webhooks.server.ts'
import { aShop } from '~/test/shop.ts'

const webhookSecret = 'whsec_of_the_real_provider'
const shop = await aShop({
  STRIPE_SECRET_KEY: 'sk_test_1234567890',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1234567890',
  STRIPE_WEBHOOK_SECRET: webhookSecret,
})

test('with the keys of the provider there is no stand-in', async () => {
  expect((await shop.get('/api/pay-config')).json()).toEqual({
    mode: 'stripe',
    publishableKey: 'pk_test_1234567890',
  })
  expect((await shop.get('/v1/payment_intents')).status).toBe(404)
  expect((await shop.post('/v1/payment_methods', {})).status).toBe(404)
  expect(shop.standIn).toBeUndefined()
})

test('its webhooks are taken by its own secret alone', async () => {
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'customer.created',
    data: { object: {} },
  })
  const tell = (signed: string) =>
    shop.send('/webhooks/stripe', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'stripe-signature': signed },
    })
  expect((await tell(signature(body, webhookSecret))).status).toBe(200)
  expect((await tell(signature(body, 'whsec_of_a_stand_in'))).status).toBe(400)
})
