import { sql } from 'kysely'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { searchable } from '~/shop/catalogue/rules.ts'
import { demoBlogs } from './blogs.ts'
import { demoProducts } from './products.ts'
import { demoReviews } from './reviews.ts'
import { demoVehicles } from './vehicles.ts'

const count = sql<number>`count(*)`.as('count')

export type DemoRows = Awaited<ReturnType<typeof findDemo>>

/** What a demo has left in the database. A product with another name, price or picture is the owner's by now. */
export async function findDemo(db: Db, emails: readonly string[]) {
  const users = await db.selectFrom('users').select(['id', 'email']).where('email', 'in', emails).execute()
  const stored = await db
    .selectFrom('products')
    .select(['id', 'name_key', 'price_cents', 'image'])
    .where('id', 'in', idsOf(demoProducts))
    .execute()
  const products = stored.filter(({ id, name_key, price_cents, image }) => {
    const original = demoProducts.find((product) => product.id === id)!
    const isNamedSo = name_key === searchable(original.productName)
    return isNamedSo && price_cents === original.priceCents && image.startsWith('/products/')
  })
  return {
    users,
    products,
    changedProducts: stored.length - products.length,
    blogs: (
      await db.selectFrom('blogs').where('id', 'in', idsOf(demoBlogs)).select(count).executeTakeFirstOrThrow()
    ).count,
    reviews: (await reviewsOf(db, users).select(count).executeTakeFirstOrThrow()).count,
    orders: (await ordersOf(db, users).select(count).executeTakeFirstOrThrow()).count,
  }
}

/** In one transaction: either the demo is gone, or everything is as it was. */
export async function removeDemo(tx: Tx, { users, products }: Pick<DemoRows, 'users' | 'products'>) {
  const orders = ordersOf(tx, users)
  const playedMoney = tx.selectFrom('stand_in_objects').select('id')
  await tx.deleteFrom('order_keys').where('order_id', 'in', orders.select('id')).execute()
  await tx.deleteFrom('payment_attempts').where('reference', 'in', orders.select('purchase_id')).execute()
  await tx.deleteFrom('refund_lines').where('order_id', 'in', orders.select('id')).execute()
  await tx.deleteFrom('refunds').where('transaction_id', 'in', playedMoney).execute()
  await tx
    .deleteFrom('payments')
    .where((e) =>
      e.or([e('reference', 'in', orders.select('purchase_id')), e('transaction_id', 'in', playedMoney)]),
    )
    .execute()
  // What these orders took from a product that stays is on the shelf again, as the stock book says.
  await tx.deleteFrom('stock_movements').where('order_id', 'in', orders.select('id')).execute()
  await tx
    .updateTable('products')
    .set({
      available_qty: sql`(select coalesce(sum(change), 0) from stock_movements where product_id = products.id)`,
    })
    .where('id', 'in', orders.select('product_id'))
    .execute()
  // The numbers of played money are given out again.
  await tx.deleteFrom('receipts').where('purchase_id', 'in', orders.select('purchase_id')).execute()
  await resetReceiptCounters(tx)
  for (const table of ['parcel_lines', 'returns', 'old_parts'] as const)
    await tx.deleteFrom(table).where('order_id', 'in', orders.select('id')).execute()
  for (const table of ['parcels', 'withdrawals', 'discount_uses'] as const)
    await tx.deleteFrom(table).where('purchase_id', 'in', orders.select('purchase_id')).execute()
  const taken = sql<number>`(select count(*) from discount_uses where code_id = discount_codes.id and released_at is null)`
  await tx.updateTable('discount_codes').set({ uses: taken }).where('most_uses', 'is not', null).execute()
  await tx.deleteFrom('purchases').where('id', 'in', orders.select('purchase_id')).execute()
  await tx.deleteFrom('orders').where('id', 'in', orders.select('id')).execute()
  await tx.deleteFrom('stand_in_webhooks').execute()
  await tx.deleteFrom('stand_in_objects').execute()

  await tx
    .deleteFrom('products')
    .where('id', 'in', orNone(idsOf(products)))
    .execute()
  await tx
    .deleteFrom('stock_movements')
    .where('product_id', 'in', orNone(idsOf(products)))
    .execute()
  // With a car go the lines of products that name it; a car that the owner's products name stays.
  await tx
    .deleteFrom('vehicles')
    .where('id', 'in', idsOf(demoVehicles))
    .where('id', 'not in', tx.selectFrom('fitments').select('vehicle_id'))
    .execute()
  await tx.deleteFrom('blogs').where('id', 'in', idsOf(demoBlogs)).execute()
  const accounts = orNone(idsOf(users))
  await tx
    .updateTable('reviews')
    .set((e) => ({ helpful: e('helpful', '-', 1) }))
    .where('id', 'in', (e) =>
      e
        .selectFrom('review_marks')
        .select('review_id')
        .where('user_id', 'in', accounts)
        .where('kind', '=', 'helpful'),
    )
    .execute()
  await tx.deleteFrom('review_marks').where('user_id', 'in', accounts).execute()
  await tx.deleteFrom('part_questions').where('asker_id', 'in', accounts).execute()
  await tx.deleteFrom('reviews').where('id', 'in', reviewsOf(tx, users).select('id')).execute()

  const emails = orNone(users.map(({ email }) => email))
  await tx.deleteFrom('mails').where('recipient', 'in', emails).execute()
  await tx.deleteFrom('newsletter_subscriptions').where('email', 'in', emails).execute()
  await tx.deleteFrom('contact_messages').where('email', 'in', emails).execute()
  await tx.deleteFrom('registrations').where('email', 'in', emails).execute()
  await tx.deleteFrom('identity_users').where('email', 'in', emails).execute()
  await tx.deleteFrom('users').where('email', 'in', emails).execute()
}

/** A real receipt cannot be among them: a shop that has taken money has no demo. */
const resetReceiptCounters = async (tx: Tx) => {
  const left = await tx.selectFrom('receipts').select('number').limit(1).executeTakeFirst()
  if (!left) await tx.deleteFrom('receipt_counters').execute()
}

type Rows = readonly { id: string }[]

/** Of the demo accounts, or paid with money that only the stand-in has seen. */
const ordersOf = (db: Db | Tx, users: Rows) =>
  db
    .selectFrom('orders')
    .where((e) =>
      e.or([
        e('customer_id', 'in', orNone(idsOf(users))),
        e('transaction_id', 'in', e.selectFrom('stand_in_objects').select('stand_in_objects.id')),
      ]),
    )

const reviewsOf = (db: Db | Tx, users: Rows) =>
  db
    .selectFrom('reviews')
    .where((e) => e.or([e('id', 'in', idsOf(demoReviews)), e('author_id', 'in', orNone(idsOf(users)))]))

const idsOf = (rows: Rows) => rows.map(({ id }) => id)

/** A list without an element is no SQL. */
const orNone = (values: string[]) => (values.length > 0 ? values : [''])
