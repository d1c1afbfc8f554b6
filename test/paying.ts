import type { TestShop } from './shop.ts'

type Buyer = { userId: string; email: string; headers: Record<string, string> }

/** What a buyer's browser and the provider do, on a shop whose provider is the stand-in. */
export async function paying(shop: TestShop) {
  const { publishableKey } = (await shop.get('/api/pay-config')).json()
  return {
    /** Without the door, which lets one address begin only so many payments a minute. */
    begin: async (buyer: Buyer, orderId: string) => {
      const { clientSecret } = await shop.payments.start({ id: buyer.userId }, { reference: orderId })
      return { clientSecret, transactionId: clientSecret.split('_secret_')[0]! }
    },
    /** True when the card was charged. */
    confirm: async (begun: { clientSecret: string; transactionId: string }, card = 'pm_card_visa') => {
      const answer = await shop.standIn!.fetch(
        `https://provider/v1/payment_intents/${begun.transactionId}/confirm`,
        {
          method: 'POST',
          headers: { authorization: `Bearer ${publishableKey}` },
          body: new URLSearchParams({
            client_secret: begun.clientSecret,
            payment_method: card,
          }).toString(),
        },
      )
      return answer.ok
    },
    tell: (buyer: Buyer, orderId: string, transactionId: string, more: object = {}) =>
      shop.send(`/api/order/${orderId}`, {
        method: 'PATCH',
        body: { transactionId, appointmentId: orderId, email: buyer.email, ...more },
        headers: buyer.headers,
      }),
    /** What the provider took and did not give back, by order. */
    kept: async () => {
      const rows = await shop.db
        .selectFrom('stand_in_objects')
        .select('body')
        .where('kind', '=', 'charge')
        .execute()
      const charges = rows.map(({ body }) => JSON.parse(body))
      return charges.reduce((sum, charge) => sum + charge.amount - charge.amount_refunded, 0) as number
    },
    webhooks: () => shop.standIn!.webhooks.hurry(),
  }
}
