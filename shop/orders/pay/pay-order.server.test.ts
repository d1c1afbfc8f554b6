import { beforeAll, expect, test } from 'vitest'
import { toDollars } from '~/platform/money.ts'
import { aProduct, stockOf } from '~/test/a-product.ts'
import { buyerPayments } from '~/test/buyer-payments.ts'
import { mailsTo } from '~/test/mails.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import { orderNumber } from '../rules.ts'

type Person = Awaited<ReturnType<typeof signedIn>>
let shop: TestShop
let pay: Awaited<ReturnType<typeof buyerPayments>>
let ada: Person
let bob: Person

beforeAll(async () => {
  shop = await aShop({ DEMO: 'off' })
  pay = await buyerPayments(shop)
  ada = await signedIn(shop, { email: 'ada@example.com' })
  bob = await signedIn(shop, { email: 'bob@example.com' })
})

async function anOrder(person: Person, priceCents = 2500) {
  const product = await aProduct(shop, { priceCents })
  const body = { productId: product.id, quantity: 1, size: 'L', price: toDollars(priceCents) }
  const answer = await shop.post('/api/orders', body, person.headers)
  return { id: answer.json().insertedId as string, product }
}
async function paid(person: Person, orderId: string) {
  const started = await pay.start(person, orderId)
  expect(await pay.confirmCard(started)).toBe(true)
  return started.transactionId
}
const cancel = (person: Person, id: string) =>
  shop.send(`/api/orders/${id}`, { method: 'DELETE', headers: person.headers })

test('a paid order says so, keeps its transaction, is confirmed once by mail and cannot be cancelled', async () => {
  const { id, product } = await anOrder(ada)
  const transactionId = await paid(ada, id)
  const confirmed = await pay.confirmPayment(ada, id, transactionId)
  expect([confirmed.status, confirmed.json()]).toEqual([200, { modifiedCount: 1 }])
  await pay.deliverWebhooks()
  expect((await pay.confirmPayment(ada, id, transactionId)).json()).toEqual({ modifiedCount: 1 })
  const order = (await shop.get(`/api/order/${id}`, ada.headers)).json()
  expect(order).toMatchObject({ paid: true, transactionId, refunded: false })
  expect(order).not.toHaveProperty('expiresAt')
  expect((await cancel(ada, id)).status).toBe(409)
  expect(await stockOf(shop, product.id)).toEqual({ left: 9, booked: 9 })
  const mails = await mailsTo(shop, 'ada@example.com')
  expect(
    mails.filter((mail) => mail.includes(orderNumber(id)) && mail.includes('Your order is paid')),
  ).toHaveLength(1)
})

test('a claim to have paid is not trusted', async () => {
  const mine = await anOrder(ada)
  const other = await anOrder(ada, 9900)
  const ofBob = await anOrder(bob)
  const unpaid = await pay.start(ada, mine.id)
  const bobPaid = await paid(bob, ofBob.id)
  const otherPaid = await paid(ada, other.id)
  await pay.confirmPayment(ada, other.id, otherPaid)
  const lies: [what: string, answer: Promise<{ status: number }>, status: number][] = [
    ['not paid yet', pay.confirmPayment(ada, mine.id, unpaid.transactionId), 409],
    ['made up', pay.confirmPayment(ada, mine.id, 'pi_123456789012345678'), 409],
    ['not even an id', pay.confirmPayment(ada, mine.id, '../../charges'), 409],
    ['paid by Bob for his own', pay.confirmPayment(ada, mine.id, bobPaid), 409],
    ['paid for another order', pay.confirmPayment(ada, mine.id, otherPaid), 409],
    [
      'other person’s email',
      pay.confirmPayment(ada, mine.id, unpaid.transactionId, { email: bob.email }),
      403,
    ],
    [
      'another order in the body',
      pay.confirmPayment(ada, mine.id, otherPaid, { appointmentId: other.id }),
      422,
    ],
    ['a foreign order', pay.confirmPayment(ada, ofBob.id, bobPaid, { email: ada.email }), 403],
    ['no order', pay.confirmPayment(ada, 'nothing', bobPaid), 404],
  ]
  for (const [what, answer, status] of lies) expect([what, (await answer).status]).toEqual([what, status])
  expect((await shop.get(`/api/order/${mine.id}`, ada.headers)).json().paid).toBe(false)
})

test('money for an order that was cancelled goes back, and the customer is notified', async () => {
  const { id, product } = await anOrder(ada)
  const before = await pay.netChargedCents()
  const started = await pay.start(ada, id)
  // Charged while nobody was looking, and cancelled in the books alone: as when the provider was out of reach.
  await shop.db
    .updateTable('orders')
    .set({ state: 'cancelled', cancelled_at: new Date().toISOString(), cancelled_by: 'customer' })
    .where('id', '=', id)
    .execute()
  expect(await pay.confirmCard(started)).toBe(true)
  const confirmed = await pay.confirmPayment(ada, id, started.transactionId)
  expect([confirmed.status, confirmed.json().reason]).toEqual([409, 'payment_returned'])
  await shop.payments.sweep()
  expect(await pay.netChargedCents()).toBe(before)
  expect((await stockOf(shop, product.id)).left).toBe(9)
  const mails = await mailsTo(shop, 'ada@example.com')
  expect(
    mails.filter((mail) => mail.includes(orderNumber(id)) && mail.includes('on its way back')),
  ).toHaveLength(1)
})

test('a free order has nothing to pay', async () => {
  const { id } = await anOrder(ada, 0)
  await expect(pay.start(ada, id)).rejects.toMatchObject({ status: 409, reason: 'free' })
})
