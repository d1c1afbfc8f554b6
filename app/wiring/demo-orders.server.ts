import { deleteMailsTo } from '~/platform/mail/mail.server.ts'
import { toDollars } from '~/platform/money.ts'
import { days } from '~/platform/time.ts'
import { productRow } from '~/shop/catalogue/store.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { userByEmail } from '~/shop/identity/store.server.ts'
import { asPurchase } from '~/shop/orders/place/order-now.server.ts'
import { createPlacePurchase } from '~/shop/orders/place/place-purchase.server.ts'
import { totalCents } from '~/shop/orders/rules.ts'
import type { Shop } from './shop.server.ts'

/** What the demo customer has bought before anyone looks: enough to see every kind of row. */
const history = [
  { productId: 'engine-oil', quantity: 2, daysAgo: 19, paid: true },
  { productId: 'spark-plug', quantity: 4, daysAgo: 12, paid: true },
  { productId: 'timing-belt-kit', quantity: 1, daysAgo: 6, paid: true },
  { productId: 'clutch-kit', quantity: 1, daysAgo: 3, paid: true },
  { productId: 'jump-leads', quantity: 1, daysAgo: 0, paid: false },
]

/** Ordered and paid through the shop's own books and the stand-in's, so that refunds and sums are real; then dated back. */
export async function fillDemoOrders(shop: Shop, config: Config) {
  if (!config.demo || !shop.standIn) return
  await shop.database.withLock(async () => {
    const { db } = shop.database
    if (await db.selectFrom('orders').select('id').limit(1).executeTakeFirst()) return
    const customer = await demoCustomer(shop)
    if (!customer) return
    for (const entry of history) await buy(shop, config, customer, entry)
    // Webhooks are delivered before the shop listens, not in the middle of the first visit.
    await shop.standIn?.webhooks.wake()
    // Nobody waits for the mails of a purchase that never was.
    for (const email of [customer.email, config.shopEmail]) await deleteMailsTo(db, email)
  })
}

async function demoCustomer({ database: { db } }: Shop) {
  const user = await userByEmail(db, 'customer@carparts.example')
  return user && { userId: user.id, email: user.email, name: user.name, admin: false }
}

type Customer = NonNullable<Awaited<ReturnType<typeof demoCustomer>>>

async function buy(shop: Shop, config: Config, customer: Customer, entry: (typeof history)[number]) {
  const { db } = shop.database
  const { productId, quantity, daysAgo, paid } = entry
  const product = await productRow(db, productId)
  if (!product) return
  const price = toDollars(totalCents(product.price_cents, quantity))
  const placePurchase = createPlacePurchase({ database: shop.database, config })
  const wanted = await asPurchase(db, customer, { productId, quantity, size: 'M', price })
  const orderId = await placePurchase(customer, wanted)
  if (!paid) return
  const { clientSecret } = await shop.payments.start({ id: customer.userId }, { reference: orderId })
  const transactionId = clientSecret.split('_secret_')[0]!
  await payWithTestCard(shop, transactionId, clientSecret)
  await shop.payments.settle(transactionId)
  const then = new Date(Date.now() - days(daysAgo)).toISOString()
  await db.updateTable('orders').set({ created_at: then, paid_at: then }).where('id', '=', orderId).execute()
  // Numbers are given out by year: one of this year stays in it.
  await db
    .updateTable('receipts')
    .set({ issued_at: then })
    .where('purchase_id', '=', orderId)
    .where('year', '=', new Date(then).getUTCFullYear())
    .execute()
}

async function payWithTestCard({ standIn, payConfig }: Shop, transactionId: string, clientSecret: string) {
  await standIn!.fetch(`https://provider/v1/payment_intents/${transactionId}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${payConfig.publishableKey}` },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }).toString(),
  })
}
