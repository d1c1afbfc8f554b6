import { beforeAll, expect, test } from 'vitest'
import { aProduct } from '~/test/a-product.ts'
import { buyerPayments } from '~/test/buyer-payments.ts'
import { createFaultPlan } from '~/test/fault-plan.ts'
import { mailsTo } from '~/test/mails.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

type Person = Awaited<ReturnType<typeof signedIn>>
let shop: TestShop
let boss: Person
let provider: Awaited<ReturnType<typeof buyerPayments>>
const faults = createFaultPlan()
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off' }, { outside: { faults } })
  boss = await signedIn(shop, { email: 'boss@example.com', admin: true })
  provider = await buyerPayments(shop)
})

async function chargedWith(card: string, buyer: Person) {
  const tyre = await aProduct(shop)
  const input = { productId: tyre.id, quantity: 2, price: tyre.price * 2, size: 'M' }
  const { insertedId: orderId } = (await shop.post('/api/orders', input, buyer.headers)).json()
  const started = await provider.start(buyer, orderId)
  await provider.confirmCard(started, card)
  return { orderId: orderId as string, transactionId: started.transactionId }
}
async function paidWith(card: string, buyer: Person) {
  const charged = await chargedWith(card, buyer)
  expect((await provider.confirmPayment(buyer, charged.orderId, charged.transactionId)).status).toBe(200)
  return charged
}
const refund = (orderId: string) =>
  shop.post(`/api/orders/${orderId}/refund`, { restock: false }, boss.headers)
const inTrouble = async () => (await shop.get('/api/refunds?page=1', boss.headers)).json()
const seenBy = async (person: Person, orderId: string) =>
  (await shop.get(`/api/order/${orderId}`, person.headers)).json()

test('admins see what does not go back and why, try it again, or close it', async () => {
  const ada = await signedIn(shop, { email: 'ada@example.com' })
  const { orderId, transactionId } = await paidWith('pm_card_createDispute', ada)
  const answer = await refund(orderId)
  expect(answer.json()).toEqual({ outcome: 'refused', reason: expect.stringContaining('charged back') })
  expect(await seenBy(ada, orderId)).toMatchObject({ paid: true, refunded: false })
  expect((await seenBy(ada, orderId)).refund).toEqual({ state: 'refused', returned: 0, quantity: 2 })
  expect((await seenBy(boss, orderId)).refund.reason).toContain('charged back')
  const [listed] = await inTrouble()
  expect(listed).toMatchObject({
    state: 'refused',
    amount: 50,
    orderId,
    transactionId,
    email: ada.email,
    cause: 'given back by the shop',
    reason: expect.stringContaining('charged back'),
    nextTryAt: expect.any(String),
  })
  expect((await shop.get('/api/to-do', boss.headers)).json()).toMatchObject({ failedRefunds: { count: 1 } })

  const retry = () => shop.post(`/api/refunds/${listed._id}/retry`, undefined, boss.headers)
  expect((await retry()).json()).toMatchObject({ outcome: 'refused' })
  const close = () => shop.post(`/api/refunds/${listed._id}/close`, undefined, boss.headers)
  expect((await close()).json()).toEqual({ modifiedCount: 1 })
  expect((await close()).status).toBe(409)
  expect((await retry()).status).toBe(409)
  expect(await inTrouble()).toEqual([])
  const trail = await shop.db
    .selectFrom('audit_entries')
    .select('what')
    .where('subject', '=', listed._id)
    .execute()
  expect(trail.map(({ what }) => what).sort()).toEqual(['refund closed', 'refund tried again'])
})

test('a customer is written to only when the money has gone back, and again when it comes back', async () => {
  const bob = await signedIn(shop, { email: 'bob@example.com' })
  const subjects = async () =>
    (await mailsTo(shop, bob.email)).map((text) => /^Subject: (.*) - Car Parts$/m.exec(text)?.[1])
  const pending = await paidWith('pm_card_pendingRefund', bob)
  expect((await refund(pending.orderId)).json()).toEqual({ outcome: 'pending', reason: 'processing' })
  expect(await seenBy(bob, pending.orderId)).toMatchObject({ refunded: false, refund: { state: 'pending' } })
  expect(await subjects()).toEqual(['Your order is paid'])
  await shop.standIn!.finishRefunds()
  expect(await seenBy(bob, pending.orderId)).toMatchObject({
    refunded: true,
    refund: { state: 'succeeded', returned: 50 },
  })
  expect(await subjects()).toEqual(['Your order is paid', 'Your money is on its way back'])

  const failing = await paidWith('pm_card_refundFail', bob)
  expect((await refund(failing.orderId)).json()).toEqual({ outcome: 'refunded' })
  await shop.standIn!.finishRefunds()
  expect(await seenBy(bob, failing.orderId)).toMatchObject({
    paid: true,
    refunded: false,
    refund: { state: 'failed', returned: 0, quantity: 0 },
  })
  expect((await subjects()).slice(2)).toEqual([
    'Your order is paid',
    'Your money is on its way back',
    'Your refund did not arrive',
  ])
})

test('a refund made by hand, and bounced, before the shop knew of the payment is shown on its order', async () => {
  const eve = await signedIn(shop, { email: 'eve@example.com' })
  faults.webhookCopies = 0
  const { orderId, transactionId } = await chargedWith('pm_card_refundFail', eve)
  await provider.refundByHand(transactionId, 5000)
  // The webhooks of the refund are the first to arrive.
  await shop.payments.reconcileRefunds(transactionId)
  await shop.standIn!.finishRefunds()
  await shop.payments.reconcileRefunds(transactionId)
  faults.webhookCopies = 1
  expect((await provider.confirmPayment(eve, orderId, transactionId)).status).toBe(200)
  expect(await seenBy(boss, orderId)).toMatchObject({ paid: true, refund: { state: 'failed', returned: 0 } })
  expect(await inTrouble()).toContainEqual(expect.objectContaining({ state: 'failed', orderId }))
})

test('refunds bounce while the shop asks for them, and neither waits for the other', async () => {
  const fay = await signedIn(shop, { email: 'fay@example.com' })
  const { orderId, transactionId } = await chargedWith('pm_card_refundFail', fay)
  await provider.confirmPayment(fay, orderId, transactionId)
  for (let refunds = 0; refunds < 5; refunds++) await provider.refundByHand(transactionId, 100)
  const asked = Array.from({ length: 5 }, () => shop.payments.reconcileRefunds(transactionId))
  await Promise.all([shop.standIn!.finishRefunds(), ...asked])
  await shop.payments.reconcileRefunds(transactionId)
  const states = await shop.db
    .selectFrom('refunds')
    .select('state')
    .where('transaction_id', '=', transactionId)
    .execute()
  expect(states).toEqual(Array.from({ length: 5 }, () => ({ state: 'failed' })))
})
