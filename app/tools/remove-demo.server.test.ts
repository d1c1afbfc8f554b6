import { expect, test } from 'vitest'
import { aPerson, logIn } from '~/test/people.ts'
import { aShop } from '~/test/shop.ts'
import { tool } from '~/test/tool.ts'
import { fillDemoOrders } from '../wiring/demo-orders.server.ts'

const admin = { email: 'admin@carparts.example', password: 'Admin1234' }
const live = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://carparts.example',
  STRIPE_SECRET_KEY: 'sk_live_1234567890',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1234567890',
  STRIPE_WEBHOOK_SECRET: 'whsec_1234567890',
}

test('the demo leaves a shop that sells, with all that it brought and nothing else', async () => {
  const demo = await aShop()
  await fillDemoOrders(demo, demo.config)
  const { headers } = await logIn(demo, admin)
  // What the owner did meanwhile: an account, and two products made theirs, one of them sold to the demo customer.
  await aPerson(demo, { email: 'owner@people.example', password: 'Passw0rd1' })
  await demo.db
    .updateTable('users')
    .set({ role: 'admin' })
    .where('email', '=', 'owner@people.example')
    .execute()
  for (const id of ['brake-disc', 'engine-oil'])
    await demo.db.updateTable('products').set({ price_cents: 9999 }).where('id', '=', id).execute()
  const added = {
    productName: 'A part of our own',
    availableQty: 3,
    orderQty: 1,
    price: 5,
    productDescription: 'Ours.',
    image: '/products/brake-disc-1200.webp',
  }
  expect((await demo.post('/api/services', added, headers)).status).toBe(200)
  const beside = await tool('remove-demo', { ...demo.settings, DEMO: 'off' })
  if (demo.database.engine === 'sqlite') expect(beside.problems).toContain('is already running on the data')
  else expect(beside.problems).toContain('Say --yes')
  await demo.app.close()

  const asDemo = await tool('remove-demo', demo.settings, '--yes')
  expect([asDemo.code, asDemo.problems]).toEqual([1, expect.stringContaining('This shop is a demo')])
  const unasked = await tool('remove-demo', { ...demo.settings, ...live })
  expect([unasked.code, unasked.problems]).toEqual([1, expect.stringContaining('Say --yes')])

  const removed = await tool('remove-demo', { ...demo.settings, ...live }, '--yes')
  expect([removed.code, removed.problems]).toEqual([0, ''])
  expect(removed.output).toMatch(/2 accounts: .+\n {2}16 products.+\n {2}12 blog questions\n.+\n {2}7 orders/)
  expect(removed.output).toContain('2 demo products with changes of yours will stay')

  const shop = await aShop({ ...demo.settings, ...live })
  expect(shop.lockedAccounts).toEqual([])
  const left = (await shop.get('/api/services')).json() as { _id: string; productName: string }[]
  expect(left.map(({ productName }) => productName)).toHaveLength(3)
  // The two cans of the demo order are back on the shelf.
  expect(left).toContainEqual(expect.objectContaining({ _id: 'engine-oil', availableQty: 120 }))
  expect(await shop.db.selectFrom('users').select('email').execute()).toEqual([
    { email: 'owner@people.example' },
  ])
  for (const table of [
    'orders',
    'parcels',
    'parcel_lines',
    'returns',
    'old_parts',
    'discount_uses',
    'payments',
    'refunds',
    'stand_in_objects',
    'blogs',
    'reviews',
  ] as const)
    expect(await shop.db.selectFrom(table).selectAll().execute(), table).toEqual([])
  const books = await shop.db
    .selectFrom('products')
    .leftJoin('stock_movements', 'product_id', 'products.id')
    .select(['products.id', 'available_qty', (e) => e.fn.sum<number>('change').as('booked')])
    .groupBy(['products.id', 'available_qty'])
    .execute()
  for (const { available_qty, booked } of books) expect(Number(booked)).toBe(available_qty)
  await shop.app.close()
  const again = await tool('remove-demo', { ...demo.settings, ...live })
  expect([again.code, again.output]).toEqual([0, 'Nothing of the demo is in this shop.\n'])
})
