import { readSecret } from '~/shop/identity/secret.server.ts'
import { standInKeys } from '~/stand-ins/payments/keys.server.ts'
import type { TestShop } from './shop.ts'

type Buyer = { userId: string; email: string; headers: Record<string, string> }

/** What a buyer's browser and the provider do, for a shop whose provider is the stand-in. */
export async function buyerPayments(shop: TestShop) {
  const { publishableKey } = (await shop.get('/api/pay-config')).json()
  return {
    /** Not through the endpoint, which limits how many payments one address may start a minute. */
    start: async (buyer: Buyer, orderId: string) => {
      const { clientSecret } = await shop.payments.start({ id: buyer.userId }, { reference: orderId })
      return { clientSecret, transactionId: clientSecret.split('_secret_')[0]! }
    },
    /** True when the card was charged. */
    confirmCard: async (
      started: { clientSecret: string; transactionId: string },
      paymentMethod = 'pm_card_visa',
    ) => {
      const response = await shop.standIn!.fetch(
        `https://provider/v1/payment_intents/${started.transactionId}/confirm`,
        {
          method: 'POST',
          headers: { authorization: `Bearer ${publishableKey}` },
          body: new URLSearchParams({
            client_secret: started.clientSecret,
            payment_method: paymentMethod,
          }).toString(),
        },
      )
      return response.ok
    },
    /** Reports the payment to the shop, as the browser does. */
    confirmPayment: (buyer: Buyer, orderId: string, transactionId: string, more: object = {}) =>
      shop.send(`/api/order/${orderId}`, {
        method: 'PATCH',
        body: { transactionId, appointmentId: orderId, email: buyer.email, ...more },
        headers: buyer.headers,
      }),
    /** In the provider's dashboard. */
    refundByHand: async (transactionId: string, cents: number) => {
      const { secretKey } = standInKeys(await readSecret(shop.database, shop.config.dataDir))
      const response = await shop.standIn!.fetch('https://provider/v1/refunds', {
        method: 'POST',
        headers: { authorization: `Bearer ${secretKey}` },
        body: new URLSearchParams({ payment_intent: transactionId, amount: String(cents) }).toString(),
      })
      if (!response.ok) throw new Error(await response.text())
    },
    /** What the provider has charged, less what it has refunded. */
    netChargedCents: async () => {
      const rows = await shop.db
        .selectFrom('stand_in_objects')
        .select('body')
        .where('kind', '=', 'charge')
        .execute()
      const charges = rows.map(({ body }) => JSON.parse(body))
      return charges.reduce((sum, charge) => sum + charge.amount - charge.amount_refunded, 0) as number
    },
    deliverWebhooks: () => shop.standIn!.webhooks.wake(),
  }
}
