import type { TestResponse } from './http.ts'
import type { TestShop } from './shop.ts'

type Headers = Record<string, string>

/** Orders a product and pays for it with a test card, as a customer's browser does. */
export async function paidOrder(
  shop: TestShop,
  customer: { headers: Headers },
  input: { productId: string; quantity: number; price: number; car?: object },
) {
  const placed = await shop.post('/api/orders', { size: 'M', ...input }, customer.headers)
  const orderId: string = placed.json().insertedId
  const started = await shop.post('/create-payment-intent', { orderId, price: input.price }, customer.headers)
  const { clientSecret } = started.json()
  const transactionId: string = clientSecret.split('_secret_')[0]
  const { publishableKey } = (await shop.get('/api/pay-config', customer.headers)).json()
  await shop.send(`/v1/payment_intents/${transactionId}/confirm`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${publishableKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }).toString(),
  })
  const confirmed: TestResponse = await shop.send(`/api/order/${orderId}`, {
    method: 'PATCH',
    headers: customer.headers,
    body: { transactionId, appointmentId: orderId },
  })
  if (confirmed.status !== 200) throw new Error(`The order was not paid: ${confirmed.text}`)
  return { orderId, transactionId }
}
