import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct } from '~/test/a-product.ts'
import { paidOrder } from '~/test/paid-order.ts'
import { aPerson } from '~/test/people.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

const golf = { vehicleId: 'volkswagen-golf-5-2.0-tdi-bkd', facts: 'front-discs=312 mm' }
const golfName = 'Volkswagen Golf 5 2.0 TDI (BKD)'
const panda = 'fiat-panda-169-1.2-188a4000'

type Person = Pick<Awaited<ReturnType<typeof signedIn>>, 'headers' | 'email'>
let shop: TestShop
let people = 0
beforeAll(async () => {
  shop = await aShop()
})

const somebody = () => signedIn(shop, { email: `owner-${++people}@history.example` })
const history = async (who: Person, query = '') => shop.get(`/api/my-history${query}`, who.headers)
const partsOf = async (who: Person, query = '') => (await history(who, query)).json()
const carsOf = async (who: Person) => (await shop.get('/api/my-history/cars', who.headers)).json()
const assign = (who: Person, id: string, vehicleId: string | null) =>
  shop.send(`/api/my-history/${id}`, { method: 'PUT', body: { vehicleId }, headers: who.headers })
const saveCar = (who: Person, vehicleId: string) =>
  shop.send('/api/my-garage/mine', { method: 'PUT', body: { vehicleId }, headers: who.headers })

async function bought(who: Person, { car, quantity = 2 }: { car?: typeof golf; quantity?: number } = {}) {
  const part = await aProduct(shop, { availableQty: 10 })
  const { orderId } = await paidOrder(shop, who, {
    productId: part.id,
    quantity,
    price: part.price * quantity,
    ...(car && { car }),
  })
  return { ...part, orderId }
}
const change = (id: string, values: object) =>
  shop.db.updateTable('orders').set(values).where('id', '=', id).execute()

describe('the service history of a car', () => {
  test('has what was paid for it, newest first, and the rest stands apart', async () => {
    const who = await somebody()
    const disc = await bought(who, { car: golf })
    const oil = await bought(who)
    const unpaid = await aProduct(shop, { availableQty: 10 })
    const order = { productId: unpaid.id, quantity: 1, size: 'M', price: unpaid.price, car: golf }
    expect((await shop.post('/api/orders', order, who.headers)).status).toBe(200)

    expect(await partsOf(who)).toMatchObject([{ _id: oil.orderId }, { _id: disc.orderId }])
    const [line, ...others] = await partsOf(who, `?car=${golf.vehicleId}`)
    expect(others).toEqual([])
    expect(line).toMatchObject({
      _id: disc.orderId,
      productId: disc.id,
      pieces: 2,
      isSold: true,
      car: { vehicleId: golf.vehicleId, name: golfName, facts: golf.facts, isAssigned: false },
      purchase: { orders: 1 },
    })
    expect(await partsOf(who, '?car=none')).toMatchObject([{ _id: oil.orderId }])
    expect(await carsOf(who)).toEqual({
      cars: [{ vehicleId: golf.vehicleId, name: golfName, parts: 1 }],
      withoutCar: 1,
    })
    expect(await partsOf(who, `?q=${encodeURIComponent(disc.name)}`)).toMatchObject([{ _id: disc.orderId }])
  })

  test('leaves out what was cancelled, refunded or sent back, and counts the pieces that stayed', async () => {
    const who = await somebody()
    const [some, refunded, returned, cancelled] = [
      await bought(who, { car: golf, quantity: 3 }),
      await bought(who, { car: golf }),
      await bought(who, { car: golf }),
      await bought(who, { car: golf }),
    ]
    await change(some.orderId, { refunded_quantity: 1, returned_quantity: 1 })
    await change(refunded.orderId, { state: 'refunded', refunded_quantity: 2 })
    await change(returned.orderId, { returned_quantity: 2 })
    await change(cancelled.orderId, {
      state: 'cancelled',
      transaction_id: null,
      cancelled_at: '2026-01-01T08:00:00.000Z',
    })
    expect(await partsOf(who)).toMatchObject([{ _id: some.orderId, pieces: 1 }])
    expect((await carsOf(who)).cars).toMatchObject([{ parts: 1 }])
  })

  test('stays when the car has left the garage and the list, and the part is no longer sold', async () => {
    const who = await somebody()
    await saveCar(who, golf.vehicleId)
    const part = await bought(who, { car: golf })
    await shop.send('/api/my-garage/mine', { method: 'DELETE', headers: who.headers })
    await shop.db.deleteFrom('products').where('id', '=', part.id).execute()
    expect(await partsOf(who, `?car=${golf.vehicleId}`)).toMatchObject([
      { _id: part.orderId, productName: part.name, isSold: false, car: { name: golfName } },
    ])
  })

  test('has pages, also of very many parts', async () => {
    const who = await somebody()
    const part = await bought(who, { car: golf })
    const row = await shop.db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', part.orderId)
      .executeTakeFirstOrThrow()
    for (let n = 0; n < 45; n++)
      await shop.db
        .insertInto('orders')
        .values({
          ...row,
          id: `${row.id}-${String(n).padStart(3, '0')}`,
          transaction_id: `pi_${people}_${n}`,
        })
        .execute()
    const first = await history(who, `?car=${golf.vehicleId}&page=1&limit=20`)
    const last = await history(who, `?car=${golf.vehicleId}&page=3&limit=20`)
    expect([first.headers['x-total-count'], first.json().length, last.json().length]).toEqual(['46', 20, 6])
    expect((await history(who)).json().length).toBeLessThan(46)
  })

  test('is nobody else’s', async () => {
    const [who, other] = [await somebody(), await somebody()]
    const { orderId } = await bought(who, { car: golf })
    expect(await partsOf(other)).toEqual([])
    expect(await carsOf(other)).toEqual({ cars: [], withoutCar: 0 })
    expect((await assign(other, orderId, null)).status).toBe(403)
    expect((await shop.get('/api/my-history')).status).toBe(401)
    // A sign of a pattern in the name of a car finds no other car.
    expect(await partsOf(who, '?car=volkswagen%25')).toEqual([])
    expect(await partsOf(who, '?car=_olkswagen-golf-5-2.0-tdi-bkd')).toEqual([])
  })
})

describe('a part that was bought without a car', () => {
  test('is given to a car of the garage, to another one, and to none again', async () => {
    const who = await somebody()
    const { orderId } = await bought(who)
    expect((await assign(who, orderId, golf.vehicleId)).json().message).toBe('There is no such car.')
    await saveCar(who, golf.vehicleId)
    expect((await assign(who, orderId, golf.vehicleId)).json()).toEqual({ modifiedCount: 1 })
    expect((await assign(who, orderId, golf.vehicleId)).json()).toEqual({ modifiedCount: 1 })
    expect(await partsOf(who, `?car=${golf.vehicleId}`)).toMatchObject([
      { _id: orderId, car: { name: golfName, isAssigned: true } },
    ])
    // What was shown when it was ordered is as it was.
    expect((await shop.get(`/api/order/${orderId}`, who.headers)).json().fit).toBeUndefined()
    await saveCar(who, panda)
    expect((await assign(who, orderId, panda)).status).toBe(200)
    expect(await carsOf(who)).toMatchObject({ cars: [{ vehicleId: panda, parts: 1 }], withoutCar: 0 })
    expect((await assign(who, orderId, null)).status).toBe(200)
    expect(await partsOf(who, '?car=none')).toMatchObject([{ _id: orderId }])
  })

  test('is the only one of which the car can be changed', async () => {
    const who = await somebody()
    await saveCar(who, panda)
    const { orderId } = await bought(who, { car: golf })
    const refused = await assign(who, orderId, panda)
    expect([refused.status, refused.json().reason]).toEqual([409, 'ordered_for_a_car'])
    expect((await assign(who, 'no-such-order', panda)).status).toBe(404)
  })

  test('and its car are in the file of its customer, and the car goes with the account', async () => {
    const password = 'Passw0rd1'
    const who = await aPerson(shop, { email: 'leaves@history.example', password })
    await saveCar(who, golf.vehicleId)
    const { orderId } = await bought(who)
    await assign(who, orderId, golf.vehicleId)
    const [order] = (await shop.get('/api/my-data', who.headers)).json().orders
    expect(JSON.parse(order.assigned_car)).toEqual({ car: golfName, vehicleId: golf.vehicleId })
    await change(orderId, { delivery_state: 'delivered' })
    await shop.db
      .updateTable('purchases')
      .set({ delivery_state: 'delivered' })
      .where('id', '=', orderId)
      .execute()
    expect((await shop.post('/api/my-account/delete', { password }, who.headers)).status).toBe(200)
    const left = shop.db.selectFrom('orders').select(['assigned_car', 'fit']).where('id', '=', orderId)
    expect(await left.execute()).toEqual([{ assigned_car: null, fit: null }])
  })
})

test('one part of a purchase is ordered again for the car that it was bought for', async () => {
  const who = await somebody()
  const parts = [await aProduct(shop, { availableQty: 9 }), await aProduct(shop, { availableQty: 9 })]
  const lines = parts.map(({ id, price }) => ({ productId: id, size: 'M', quantity: 1, price }))
  const total = lines.reduce((sum, { price }) => sum + price, 0)
  const { purchaseId } = (await shop.post('/api/checkout', { lines, total }, who.headers)).json()
  const { orders } = (await shop.get(`/api/purchases/${purchaseId}`, who.headers)).json()
  const again = (orderId: string) =>
    shop.post(`/api/purchases/${purchaseId}/again`, { orderId, car: golf }, who.headers)
  expect((await again(orders[1]._id)).json().cart.lines).toMatchObject([
    { productId: orders[1].productId, car: golf },
  ])
  const other = await bought(who)
  expect((await again(other.orderId)).status).toBe(404)
})
