import type { APIRequestContext } from '@playwright/test'
import { expect } from '@playwright/test'

type Due = { orderId: string; price: number }

/** Pays as the card form does, and returns the transaction. */
export async function payByApi(
  request: APIRequestContext,
  headers: Record<string, string>,
  { orderId, price }: Due,
) {
  const started = await request.post('/create-payment-intent', { data: { price, orderId }, headers })
  const { clientSecret } = await started.json()
  const transactionId = clientSecret.split('_secret_')[0] as string
  const { publishableKey } = await (await request.get('/api/pay-config')).json()
  await request.post(`/v1/payment_intents/${transactionId}/confirm`, {
    form: { client_secret: clientSecret, payment_method: 'pm_card_visa' },
    headers: { authorization: `Bearer ${publishableKey}` },
  })
  const data = { transactionId, appointmentId: orderId }
  expect((await request.patch(`/api/order/${orderId}`, { data, headers })).status()).toBe(200)
  return transactionId
}
