import type { Caller } from '~/platform/http/endpoint.server.ts'
import { deleteMailsTo } from '~/platform/mail/mail.server.ts'
import { days } from '~/platform/time.ts'
import { addAddress } from '~/shop/addresses/store.server.ts'
import { productRow } from '~/shop/catalogue/store.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { userByEmail } from '~/shop/identity/store.server.ts'
import { deliverParcel, packParcels, shipParcel } from '~/shop/orders/deliver/parcels.server.ts'
import { setAddress } from '~/shop/orders/deliver/set-address.server.ts'
import { createPlacePurchase } from '~/shop/orders/place/place-purchase.server.ts'
import { askReturn } from '~/shop/orders/returns/returns.server.ts'
import type { Shop } from './shop.server.ts'

type Bought = {
  parts: { productId: string; quantity: number }[]
  /** Without one it is not paid. */
  paidDaysAgo?: number
  /** How far its parcel has come. */
  at?: 'to_pack' | 'shipped' | 'delivered'
  isToBeReturned?: boolean
}

/** What the demo customer has bought before anyone looks: enough to see every kind of purchase. */
const history: Bought[] = [
  { parts: [{ productId: 'engine-oil', quantity: 2 }], paidDaysAgo: 19, at: 'delivered' },
  {
    parts: [
      { productId: 'spark-plug', quantity: 4 },
      { productId: 'warning-triangle', quantity: 1 },
    ],
    paidDaysAgo: 12,
    at: 'delivered',
    isToBeReturned: true,
  },
  { parts: [{ productId: 'timing-belt-kit', quantity: 1 }], paidDaysAgo: 6, at: 'to_pack' },
  {
    parts: [
      { productId: 'brake-disc', quantity: 2 },
      { productId: 'wiper-blade', quantity: 1 },
    ],
    paidDaysAgo: 3,
    at: 'shipped',
  },
  { parts: [{ productId: 'jump-leads', quantity: 1 }] },
]

const home = {
  name: 'Demo Customer',
  street: '48 Cooper Street',
  postalCode: '45000',
  town: 'Millbridge',
  state: 'OH',
  country: 'United States',
  phone: '',
}

/** Ordered and paid through the shop's own books and the stand-in's, so that refunds and sums are real; then dated back. */
export async function fillDemoOrders(shop: Shop, config: Config) {
  if (!config.demo || !shop.standIn) return
  await shop.database.withLock(async () => {
    const { db } = shop.database
    if (await db.selectFrom('orders').select('id').limit(1).executeTakeFirst()) return
    const customer = await demoUser(shop, 'customer@carparts.example')
    const admin = await demoUser(shop, 'admin@carparts.example')
    if (!customer || !admin) return
    await addAddress(shop.database, customer.userId, home)
    for (const bought of history) await buy(shop, config, { customer, admin }, bought)
    // Webhooks are delivered before the shop listens, not in the middle of the first visit.
    await shop.standIn?.webhooks.wake()
    // Nobody waits for the mails of a purchase that never was.
    for (const email of [customer.email, config.shopEmail]) await deleteMailsTo(db, email)
  })
}

async function demoUser({ database: { db } }: Shop, email: string): Promise<Caller | undefined> {
  const user = await userByEmail(db, email)
  return user && { userId: user.id, email: user.email, name: user.name, role: user.role }
}

type People = { customer: Caller; admin: Caller }

async function buy(shop: Shop, config: Config, people: People, { parts, ...bought }: Bought) {
  const { db } = shop.database
  for (const { productId } of parts) if (!(await productRow(db, productId))) return
  const placePurchase = createPlacePurchase({
    database: shop.database,
    config,
    rates: shop.rates,
    business: shop.business,
  })
  const id = await placePurchase(people.customer, {
    lines: parts.map((part) => ({ ...part, size: 'M', car: undefined })),
    isFree: false,
    requireAsSeen: () => {},
  })
  if (bought.paidDaysAgo === undefined) return
  await setAddress({ ...shop, config }, people.customer, id, { address: home })
  const { clientSecret } = await shop.payments.start({ id: people.customer.userId }, { reference: id })
  const transactionId = clientSecret.split('_secret_')[0]!
  await payWithTestCard(shop, transactionId, clientSecret)
  await shop.payments.settle(transactionId)
  await send(shop, people.admin, id, bought.at)
  if (bought.isToBeReturned)
    await askReturn({ database: shop.database, shopEmail: config.shopEmail }, people.customer, id, {
      quantity: 2,
      reason: 'does_not_fit',
      note: 'The thread is longer than that of the old ones.',
    })
  await dateBack(shop, id, bought.paidDaysAgo)
}

async function send({ database, withdrawal }: Shop, admin: Caller, id: string, at: Bought['at']) {
  if (at === 'to_pack') return
  await packParcels(database, admin, { ids: [id] })
  await shipParcel(database, admin, id, { carrier: 'dhl', trackingNumber: '00340434161094042557' })
  if (at === 'delivered') await deliverParcel(database, admin, id, withdrawal())
}

/** Packed and shipped on the days after it was paid, as if it had been so. */
async function dateBack({ database: { db } }: Shop, id: string, daysAgo: number) {
  const day = (after: number) => new Date(Date.now() - days(daysAgo - after)).toISOString()
  const paid = day(0)
  const purchase = await db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await db
    .updateTable('orders')
    .set({ created_at: paid, paid_at: paid })
    .where('purchase_id', '=', id)
    .execute()
  const times = {
    created_at: paid,
    packed_at: purchase.packed_at && day(1),
    shipped_at: purchase.shipped_at && day(2),
    delivered_at: purchase.delivered_at && day(4),
  }
  await db
    .updateTable('purchases')
    .set({ ...times, paid_at: paid })
    .where('id', '=', id)
    .execute()
  await db.updateTable('parcels').set(times).where('purchase_id', '=', id).execute()
  await db
    .updateTable('returns')
    .set({ asked_at: day(daysAgo - 1) })
    .where('purchase_id', '=', id)
    .execute()
  // Numbers are given out by year: one of this year stays in it.
  await db
    .updateTable('receipts')
    .set({ issued_at: paid })
    .where('purchase_id', '=', id)
    .where('year', '=', new Date(paid).getUTCFullYear())
    .execute()
}

async function payWithTestCard({ standIn, payConfig }: Shop, transactionId: string, clientSecret: string) {
  await standIn!.fetch(`https://provider/v1/payment_intents/${transactionId}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${payConfig.publishableKey}` },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }).toString(),
  })
}
