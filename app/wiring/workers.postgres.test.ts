import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { lockPurchase } from '~/shop/orders/purchases.server.ts'
import { aProduct, stockOf } from '~/test/a-product.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

/** Nothing here is woken by hand: all of it is done by the shop's own timers. */
const everyMs = 1500

async function anOrder(shop: TestShop) {
  const ada = await signedIn(shop, { email: 'ada@workers.example' })
  const part = await aProduct(shop, { availableQty: 20 })
  const body = { productId: part.id, quantity: 1, size: 'M', price: part.price }
  const { insertedId } = (await shop.post('/api/orders', body, ada.headers)).json()
  const { purchase_id } = await shop.db
    .selectFrom('orders')
    .select('purchase_id')
    .where('id', '=', insertedId)
    .executeTakeFirstOrThrow()
  return {
    purchaseId: purchase_id,
    becomesOverdue: (tx: Tx | Db) =>
      tx
        .updateTable('orders')
        .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
        .where('id', '=', insertedId)
        .execute(),
    hasEnded: async () => expect((await stockOf(shop, part.id)).left).toBe(20),
  }
}

async function aPart(shop: TestShop) {
  const part = await aProduct(shop, { availableQty: 20 })
  return {
    becomesLow: (tx: Tx | Db) =>
      tx.updateTable('products').set({ available_qty: 1 }).where('id', '=', part.id).execute(),
    async isReported() {
      const reported = shop.db.selectFrom('low_stock').selectAll().where('product_id', '=', part.id)
      expect(await reported.execute()).toHaveLength(1)
    },
  }
}

test('in one tick of the clock unpaid orders end and low stock is reported', async () => {
  const shop = await aShop({ DEMO: 'off' }, { everyMs })
  const order = await anOrder(shop)
  const part = await aPart(shop)
  await shop.database.change([], async (tx) => {
    await order.becomesOverdue(tx)
    await part.becomesLow(tx)
  })
  const both = [order.hasEnded, part.isReported]
  const seen = (one: () => Promise<void>, timeout: number) => vi.waitFor(one, { timeout, interval: 20 })
  await Promise.any(both.map((one) => seen(one, 20_000)))
  await Promise.all(both.map((one) => seen(one, everyMs - 500)))
})

test('work that has to wait for others does not hold up other work', async () => {
  const shop = await aShop({ DEMO: 'off' }, { everyMs: 100 })
  const waiting = sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const order = await anOrder(shop)
  const part = await aPart(shop)
  await shop.db.transaction().execute(async (tx) => {
    await lockPurchase(shop.database, tx, order.purchaseId)
    await order.becomesOverdue(shop.db)
    await vi.waitFor(async () => expect((await waiting.execute(shop.db)).rows).toHaveLength(1), {
      timeout: 20_000,
    })
    await part.becomesLow(shop.db)
    await vi.waitFor(part.isReported, { timeout: 10_000 })
  })
  await vi.waitFor(order.hasEnded, { timeout: 20_000 })
})

test('two servers never do the same work at once', async () => {
  const first = await aShop({ DEMO: 'off' })
  const second = await aShop({ ...first.settings, DEMO: 'off' })
  let isTried = false
  const isDone = await first.database.tryLock('counting', async () => {
    expect(await second.database.tryLock('counting', async () => {})).toBe(false)
    expect(await second.database.tryLock('something else', async () => {})).toBe(true)
    isTried = true
  })
  expect([isDone, isTried]).toEqual([true, true])
  expect(await second.database.tryLock('counting', async () => {})).toBe(true)
})

test('as many works as there are at once leave the shop its connections', async () => {
  const { database, db } = await aShop({ DEMO: 'off' })
  const names = Array.from({ length: 12 }, (_, n) => `work ${n}`)
  let letGo = () => {}
  const asked = new Promise<void>((done) => {
    letGo = done
  })
  const isDone = names.map((name) => database.tryLock(name, () => asked))
  const { count } = await db
    .selectFrom('users')
    .select((e) => e.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(0)
  letGo()
  expect(await Promise.all(isDone)).toEqual(names.map(() => true))
})
