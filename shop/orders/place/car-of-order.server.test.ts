import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { buyerPayments } from '~/test/buyer-payments.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop, onPostgres } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

const golf = 'volkswagen-golf-5-2.0-tdi-bkd'
const golfName = 'Volkswagen Golf 5 2.0 TDI (BKD)'

type Person = Awaited<ReturnType<typeof signedIn>>
let shop: TestShop
let admin: Person
let people = 0
beforeAll(async () => {
  shop = await aShop()
  admin = await signedIn(shop, { email: 'admin@cars.example', admin: true })
})

const somebody = () => signedIn(shop, { email: `driver-${++people}@cars.example` })
const priceOf = async (id: string) => (await shop.get(`/api/service/${id}`)).json().price as number
async function order(who: Person, productId: string, car?: unknown, headers = {}) {
  const price = await priceOf(productId)
  const { orderQty } = (await shop.get(`/api/service/${productId}`)).json()
  return shop.post(
    '/api/orders',
    { productId, quantity: orderQty, size: 'M', price: price * orderQty, car },
    { ...who.headers, ...headers },
  )
}
const ordersOf = async (who: Person) => (await shop.get(`/api/orders/${who.email}`, who.headers)).json()

describe('an order for a car', () => {
  test('keeps the car and the verdict, and every list shows both', async () => {
    const who = await somebody()
    const facts = 'front-discs=288 mm'
    const placed = await order(who, 'brake-disc', { vehicleId: golf, facts, verdict: 'does-not-fit' })
    expect(placed.status).toBe(200)
    const fit = {
      car: golfName,
      verdict: 'does-not-fit',
      words: 'Does not fit',
      reason: 'Front brake discs: yours 288 mm; this part is for 312 mm.',
    }
    const id = placed.json().insertedId
    expect(await ordersOf(who)).toMatchObject([{ _id: id, fit }])
    expect((await shop.get(`/api/order/${id}`, who.headers)).json().fit).toEqual(fit)
    const all = (await shop.get('/api/orders?limit=5&page=1', admin.headers)).json()
    expect(all.find((it: { _id: string }) => it._id === id).fit).toEqual(fit)
  })

  test('that is returned shows admins the car and the verdict where they answer', async () => {
    const who = await somebody()
    const address = { name: 'Ada', street: 'Mill Lane 1', town: 'Bath', country: 'UK' }
    await shop.post('/api/addresses', address, who.headers)
    const id = (await order(who, 'battery', { vehicleId: golf })).json().insertedId
    const pay = await buyerPayments(shop)
    const started = await pay.start(who, id)
    await pay.confirmCard(started)
    await pay.confirmPayment(who, id, started.transactionId)
    await shop.post('/api/parcels/pack', { ids: [id] }, admin.headers)
    await shop.post(`/api/orders/${id}/returns`, { quantity: 1, reason: 'does_not_fit' }, who.headers)
    const listed = (await shop.get('/api/returns?page=1', admin.headers)).json()
    expect(listed.find((it: { orderId: string }) => it.orderId === id)).toMatchObject({
      fit: { car: golfName, verdict: 'unknown' },
    })
  })

  test('is judged by the shop: a verdict that was not shown is refused, and nothing is ordered', async () => {
    const who = await somebody()
    const refused = await order(who, 'spark-plug', { vehicleId: golf, verdict: 'fits' })
    expect([refused.status, refused.json()]).toMatchObject([
      409,
      {
        reason: 'fit_changed',
        message: 'Whether this part fits your car has changed. Nothing was ordered: look at it again.',
        verdict: 'does-not-fit',
      },
    ])
    expect(await ordersOf(who)).toEqual([])
  })

  test('sent twice with one key is one order, also when the verdict has changed since', async () => {
    const who = await somebody()
    const key = { 'idempotency-key': 'the-same' }
    const car = { vehicleId: golf, facts: '', verdict: 'unknown' }
    const first = await order(who, 'battery', car, key)
    await shop.db.updateTable('products').set({ fit_kind: 'every-car' }).where('id', '=', 'battery').execute()
    const again = await order(who, 'battery', car, key)
    await shop.db.updateTable('products').set({ fit_kind: 'by-size' }).where('id', '=', 'battery').execute()
    expect([first.status, again.json()]).toEqual([200, first.json()])
  })

  test('of an unknown car is 404, and one without a car has none', async () => {
    const who = await somebody()
    const refused = await order(who, 'battery', { vehicleId: 'lada-niva' })
    expect([refused.status, refused.json().message]).toEqual([404, 'There is no such car.'])
    expect((await order(who, 'battery', { vehicleId: 'x'.repeat(121) })).status).toBe(422)
    expect((await order(who, 'battery', 'a car')).status).toBe(422)
    expect((await order(who, 'battery')).status).toBe(200)
    const [only, ...others] = await ordersOf(who)
    expect([others, only.fit]).toEqual([[], undefined])
  })

  test('stays readable when the car is no longer listed', async () => {
    const who = await somebody()
    const panda = await shop.db.selectFrom('vehicles').selectAll().where('make', '=', 'Fiat').execute()
    await order(who, 'jump-leads', { vehicleId: panda[0]!.id })
    await shop.db.deleteFrom('vehicles').where('make', '=', 'Fiat').execute()
    expect((await ordersOf(who))[0].fit).toMatchObject({
      car: 'Fiat Panda 169 1.2 (188A4.000)',
      words: 'Fits',
    })
  })

  test('is in the export of its customer, and its car goes with the account', async () => {
    const who = await somebody()
    await order(who, 'jump-leads', { vehicleId: golf, facts: 'built=2006' })
    const held = (await shop.get('/api/my-data', who.headers)).json()
    expect(JSON.parse(held.orders[0].fit)).toMatchObject({ vehicleId: golf, facts: 'built=2006' })
    await shop.send(`/api/user/${who.email}`, { method: 'DELETE', headers: admin.headers })
    const rows = await shop.db
      .selectFrom('orders')
      .select('fit')
      .where('id', '=', held.orders[0].id)
      .execute()
    expect(rows).toEqual([{ fit: null }])
  })
})

describe('a line of a cart for a car', () => {
  const put = (who: Person, body: object) =>
    shop.send('/api/cart/lines', { method: 'PUT', body, headers: who.headers })
  const discs = {
    productId: 'brake-disc',
    size: 'M',
    quantity: 2,
    car: { vehicleId: golf, facts: 'front-discs=312 mm' },
  }

  test('says how it fits now, and checkout hands the car on to its order', async () => {
    const who = await somebody()
    await put(who, discs)
    await put(who, { productId: 'jump-leads', size: 'M', quantity: 1 })
    const { lines } = (await shop.get('/api/cart', who.headers)).json()
    expect(lines).toMatchObject([{ car: discs.car, fit: { car: golfName, verdict: 'fits' } }, {}])
    expect([lines[1].car, lines[1].fit]).toEqual([undefined, undefined])
    const cents = (await priceOf('brake-disc')) * 200 + (await priceOf('jump-leads')) * 100
    const total = Math.round(cents) / 100
    const body = (verdict: string) => ({
      total,
      lines: [
        { ...discs, car: { ...discs.car, verdict } },
        { productId: 'jump-leads', size: 'M', quantity: 1 },
      ],
    })
    const changed = await shop.post('/api/checkout', body('only-if'), who.headers)
    expect([changed.status, changed.json().reason]).toEqual([409, 'fit_changed'])
    const done = await shop.post('/api/checkout', body('fits'), who.headers)
    expect(done.status).toBe(200)
    const { orders } = (await shop.get(`/api/purchases/${done.json().purchaseId}`, who.headers)).json()
    expect(orders.map(({ fit }: { fit?: { words: string } }) => fit?.words)).toEqual(['Fits', undefined])
    expect((await shop.get('/api/cart', who.headers)).json().lines).toEqual([])
  })

  test('is merged with its car, and one whose car is not listed says nothing of fitting', async () => {
    const who = await somebody()
    await put(who, { ...discs, quantity: 1 })
    const visitor = { ...discs, car: undefined }
    const merged = await shop.post('/api/cart/merge', { lines: [visitor] }, who.headers)
    expect(merged.json().lines).toMatchObject([{ quantity: 2, car: discs.car }])
    const gone = { ...discs, car: { vehicleId: 'gone', facts: '' } }
    const [line] = (await shop.post('/api/cart/check', { lines: [gone] })).json().lines
    expect([line.car, line.fit]).toEqual([gone.car, undefined])
    const held = (await shop.get('/api/my-data', who.headers)).json()
    expect(held.cart).toMatchObject([{ vehicle_id: golf, facts: 'front-discs=312 mm' }])
  })
})

// Only there can a test let one query of several fail.
if (onPostgres)
  test('a failure of the database is reported as one, not as a part that is out of stock', async () => {
    const who = await somebody()
    for (const statement of [
      'create sequence failures',
      `create function fails_once() returns boolean language plpgsql as
        $$ begin if nextval('failures') = 1 then raise 'disk error'; end if; return true; end $$`,
      'alter table fit_attributes rename to stored_fit_attributes',
      'create view fit_attributes as select * from stored_fit_attributes where fails_once()',
    ])
      await sql.raw(statement).execute(shop.db)
    const car = { vehicleId: golf, verdict: 'unknown' }
    const failed = await order(who, 'battery', car)
    expect([failed.status, failed.json().reason]).toEqual([500, 'internal'])
    expect((await order(who, 'battery', car)).status).toBe(200)
  })
