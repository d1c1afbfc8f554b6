import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct } from '~/test/a-product.ts'
import { buyerPayments } from '~/test/buyer-payments.ts'
import { paidOrder } from '~/test/paid-order.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

type Person = Awaited<ReturnType<typeof signedIn>>
let shop: TestShop
let admin: Person
let people = 0
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off' })
  admin = await signedIn(shop, { email: 'admin@leaving.example', admin: true })
})

const home = { name: 'Ada', street: '12 Square', postalCode: '1', town: 'London', country: 'UK', phone: '' }
const somebody = () => signedIn(shop, { email: `buyer-${++people}@leaving.example` })
const setAddress = (who: Person, id: string) =>
  shop.send(`/api/purchases/${id}/address`, { method: 'PUT', body: home, headers: who.headers })
const pack = (...ids: string[]) => shop.post('/api/parcels/pack', { ids }, admin.headers)
const step = (id: string, name: string, body: object = {}) =>
  shop.post(`/api/parcels/${id}/${name}`, body, admin.headers)
const remove = (who: Person) =>
  shop.send(`/api/user/${who.email}`, { method: 'DELETE', headers: admin.headers })
const leave = (who: Person) => shop.post('/api/my-account/delete', {}, who.headers)

async function paid(who: Person) {
  const { id, price } = await aProduct(shop)
  return (await paidOrder(shop, who, { productId: id, quantity: 2, price: price * 2 })).orderId
}

describe('a customer with a paid purchase', () => {
  test('is not deleted before it is sent, by nobody, and nothing is written', async () => {
    const who = await somebody()
    const id = await paid(who)
    const { id: unpaid } = await aProduct(shop)
    await shop.post('/api/orders', { productId: unpaid, quantity: 1, size: 'M', price: 25 }, who.headers)
    const refusals = [await leave(who), await remove(who)]
    expect(refusals.map((answer) => [answer.status, answer.json()])).toEqual([
      [
        409,
        {
          reason: 'unsent_purchase',
          message:
            'We still have to send you a purchase. Your account can be deleted once it is sent or refunded.',
          deletedCount: 0,
        },
      ],
      // As specified, for admins: a count and a message.
      [
        200,
        {
          message: 'a purchase of theirs is still to be sent: send or refund it first',
          deletedCount: 0,
        },
      ],
    ])
    expect((await shop.get(`/api/orders/${who.email}`, who.headers)).json()).toHaveLength(2)
    await setAddress(who, id)
    await pack(id)
    expect((await remove(who)).json().deletedCount).toBe(0)
    await step(id, 'ship', { carrier: 'other' })
    expect((await leave(who)).json()).toEqual({ deletedCount: 1 })
  })

  test('is deleted once it is refunded', async () => {
    const who = await somebody()
    const id = await paid(who)
    await shop.post(`/api/orders/${id}/refund`, { restock: true }, admin.headers)
    await shop.standIn!.webhooks.wake()
    expect((await remove(who)).json().deletedCount).toBe(1)
  })

  test('whose refund bounced before it was sent is not deleted until that is taken care of', async () => {
    const who = await somebody()
    const pay = await buyerPayments(shop)
    const { id: productId } = await aProduct(shop)
    const body = { productId, quantity: 1, size: 'M', price: 25 }
    const id = (await shop.post('/api/orders', body, who.headers)).json().insertedId
    const started = await pay.start(who, id)
    await pay.confirmCard(started, 'pm_card_refundFail')
    await pay.confirmPayment(who, id, started.transactionId)
    await shop.post(`/api/orders/${id}/refund`, { restock: true }, admin.headers)
    await shop.standIn!.finishRefunds()
    expect((await leave(who)).json().reason).toBe('unsent_purchase')
    expect((await remove(who)).json().deletedCount).toBe(0)
    const [failed] = (await shop.get('/api/refunds?page=1', admin.headers)).json()
    expect(failed).toMatchObject({ orderId: id, email: who.email })
    await shop.post(`/api/refunds/${failed._id}/close`, {}, admin.headers)
    expect((await leave(who)).json()).toEqual({ deletedCount: 1 })
  })

  test('paid in the moment of the deletion keeps the account, or gets the money back', async () => {
    const pay = await buyerPayments(shop)
    const before = await pay.netChargedCents()
    const rounds = 8
    const buyers: { who: Person; id: string }[] = []
    for (let n = 0; n < rounds; n++) {
      const who = await somebody()
      const { id: productId } = await aProduct(shop)
      const body = { productId, quantity: 1, size: 'M', price: 25 }
      buyers.push({ who, id: (await shop.post('/api/orders', body, who.headers)).json().insertedId })
    }
    for (const { who, id } of buyers) {
      const started = await pay.start(who, id)
      await Promise.all([
        remove(who),
        pay.confirmCard(started).then(() => shop.payments.settle(started.transactionId)),
      ])
    }
    await shop.payments.sweep()
    let left = 0
    for (const { who, id } of buyers) {
      const { state } = (await shop.db
        .selectFrom('orders')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirst())!
      const isThere = (await shop.get(`/api/orders/${who.email}`, who.headers)).status === 200
      expect(isThere ? ['paid', 'unpaid'] : ['cancelled']).toContain(state)
      if (state === 'paid') left += 1
    }
    expect((await pay.netChargedCents()) - before).toBe(left * 2500)
  })
})

test('a parcel without an address is neither packed nor shipped, and the others of the list are', async () => {
  const who = await somebody()
  const [bare, whole] = [await paid(who), await paid(who)]
  await setAddress(who, bare)
  await setAddress(who, whole)
  const forget = () =>
    shop.db.updateTable('purchases').set({ address: null }).where('id', '=', bare).execute()
  const refusal = [
    409,
    {
      reason: 'no_address',
      message: 'This purchase has no address, and nothing is sent without one. Ask for it, or refund it.',
    },
  ]
  await forget()
  const alone = await pack(bare)
  expect([alone.status, alone.json()]).toEqual(refusal)
  expect((await pack(bare, whole)).json()).toEqual({ modifiedCount: 1 })
  await setAddress(who, bare)
  await pack(bare)
  await forget()
  const shipped = await step(bare, 'ship', { carrier: 'other' })
  expect([shipped.status, shipped.json()]).toEqual(refusal)
})

test('the parcel of somebody who has left is not taken back: it could never be sent again', async () => {
  const who = await somebody()
  const id = await paid(who)
  await setAddress(who, id)
  await pack(id)
  await step(id, 'ship', { carrier: 'other' })
  await step(id, 'deliver')
  expect((await leave(who)).json()).toEqual({ deletedCount: 1 })
  expect((await step(id, 'undo')).status).toBe(200)
  const undone = await step(id, 'undo')
  expect([undone.status, undone.json().reason]).toEqual([409, 'address_gone'])
  expect((await step(id, 'deliver')).status).toBe(200)
})
