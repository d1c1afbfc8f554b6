import { beforeAll, describe, expect, test } from 'vitest'
import { hours } from '~/platform/time.ts'
import { aProduct } from '~/test/a-product.ts'
import { buyerPayments } from '~/test/buyer-payments.ts'
import { createFaultPlan } from '~/test/fault-plan.ts'
import { mailsTo } from '~/test/mails.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import { orderNumber } from './rules.ts'

type Person = Awaited<ReturnType<typeof signedIn>>
let shop: TestShop
let admin: Person
let payments: Awaited<ReturnType<typeof buyerPayments>>
let people = 0
const clock = { aheadMs: 0 }
const faults = createFaultPlan()
beforeAll(async () => {
  const now = () => new Date(Date.now() + clock.aheadMs)
  shop = await aShop({ DEMO: 'off', SHOP_EMAIL: 'owner@disputes.example' }, { outside: { faults, now } })
  admin = await signedIn(shop, { email: 'admin@disputes.example', admin: true })
  payments = await buyerPayments(shop)
})

const home = { name: 'Ada', street: 'Mill Lane 1', town: 'Bath', country: 'UK' }
const seenBy = async (person: Person, id: string) =>
  (await shop.get(`/api/order/${id}`, person.headers)).json()
const receiptsOf = async (person: Person, id: string) =>
  (await shop.get(`/api/purchases/${id}`, person.headers)).json().receipts
const refund = (id: string, quantity?: number) =>
  shop.post(`/api/orders/${id}/refund`, { restock: false, ...(quantity && { quantity }) }, admin.headers)
const pack = async (id: string) =>
  (await shop.post('/api/parcels/pack', { ids: [id] }, admin.headers)).json().modifiedCount
const atProvider = async (transactionId: string) => {
  const rows = await shop.db
    .selectFrom('stand_in_objects')
    .select('body')
    .where('kind', '=', 'refund')
    .execute()
  return rows.map(({ body }) => JSON.parse(body)).filter((it) => it.payment_intent === transactionId)
}

/** Two pieces for 25 dollars each, with an address. */
async function ordered() {
  const who = await signedIn(shop, { email: `buyer-${++people}@disputes.example` })
  const { id: productId } = await aProduct(shop)
  const body = { productId, quantity: 2, size: 'M', price: 50 }
  const id = (await shop.post('/api/orders', body, who.headers)).json().insertedId as string
  await shop.send(`/api/purchases/${id}/address`, { method: 'PUT', body: home, headers: who.headers })
  return { who, id, started: await payments.start(who, id) }
}

async function paid(card?: string) {
  const { who, id, started } = await ordered()
  await payments.confirmCard(started, card)
  await payments.confirmPayment(who, id, started.transactionId)
  await payments.deliverWebhooks()
  return { who, id, transactionId: started.transactionId }
}

// First, because the others set the clock ahead: the sweep reads the provider's list from where it was last.
test('a dispute that no webhook has reported is found by the sweep, and so is its end weeks later', async () => {
  const { id, transactionId } = await paid()
  faults.webhookCopies = 0
  await shop.standIn!.dispute(transactionId)
  expect(await seenBy(admin, id)).not.toHaveProperty('dispute')
  await shop.payments.sweep()
  expect((await seenBy(admin, id)).dispute).toBe('open')
  await shop.standIn!.decideDispute(transactionId, 'lost')
  clock.aheadMs += hours(24 * 30)
  await shop.payments.sweep()
  faults.webhookCopies = 1
  expect(await seenBy(admin, id)).toMatchObject({ dispute: 'lost', refunded: true })
})

test('a disputed payment is shown to admins alone, and its parcel stays here until the bank has decided', async () => {
  const { who, id, transactionId } = await paid('pm_card_createDispute')
  expect((await seenBy(admin, id)).dispute).toBe('open')
  expect(await seenBy(who, id)).not.toHaveProperty('dispute')
  expect(await pack(id)).toBe(0)
  const listed = (await shop.get('/api/parcels?page=1&limit=48', admin.headers)).json()
  expect(listed.find(({ _id }: { _id: string }) => _id === id)).toMatchObject({ disputed: true })
  await shop.standIn!.decideDispute(transactionId, 'won')
  expect((await seenBy(admin, id)).dispute).toBe('won')
  expect(await pack(id)).toBe(1)
  const packed = await paid()
  expect(await pack(packed.id)).toBe(1)
  await shop.standIn!.dispute(packed.transactionId)
  const shipped = await shop.post(`/api/parcels/${packed.id}/ship`, { carrier: 'dhl' }, admin.headers)
  expect([shipped.status, shipped.json().reason]).toEqual([409, 'disputed'])
})

test('nothing is refunded while a dispute is open, and what the shop has won is refunded then', async () => {
  const { id, transactionId } = await paid()
  await shop.standIn!.dispute(transactionId)
  expect((await refund(id, 1)).json()).toMatchObject({
    outcome: 'refused',
    reason: expect.stringContaining('until the dispute is decided'),
  })
  expect(await atProvider(transactionId)).toEqual([])
  await shop.standIn!.decideDispute(transactionId, 'won')
  clock.aheadMs += hours(2)
  await shop.payments.sweep()
  expect(await atProvider(transactionId)).toMatchObject([{ amount: 2500, status: 'succeeded' }])
  expect(await seenBy(admin, id)).toMatchObject({ dispute: 'won', refund: { returned: 25 } })
})

test('what the bank has taken back is never refunded as well', async () => {
  const { who, id, transactionId } = await paid()
  await shop.standIn!.dispute(transactionId)
  await refund(id)
  await shop.standIn!.decideDispute(transactionId, 'lost')
  expect(await seenBy(admin, id)).toMatchObject({ dispute: 'lost', refunded: true })
  expect((await seenBy(who, id)).refunded).toBe(true)
  expect((await refund(id)).json().reason).toBe('already_refunded')
  clock.aheadMs += hours(48)
  await shop.payments.sweep()
  expect(await atProvider(transactionId)).toEqual([])
  const listed = (await shop.get('/api/refunds?page=1', admin.headers)).json()
  expect(listed.filter((row: { orderId: string }) => row.orderId === id)).toEqual([])
})

test('a payment that the bank took back before the shop knew of it is not one that can be sent or refunded', async () => {
  const { who, id, started } = await ordered()
  const { transactionId } = started
  faults.webhookCopies = 0
  await payments.confirmCard(started)
  await shop.standIn!.dispute(transactionId)
  await shop.standIn!.decideDispute(transactionId, 'lost')
  // The webhook of the dispute is the first to arrive.
  await shop.payments.reconcileDisputes(transactionId)
  await payments.confirmPayment(who, id, transactionId)
  faults.webhookCopies = 1
  expect(await seenBy(admin, id)).toMatchObject({ dispute: 'lost', refunded: true })
  expect(await receiptsOf(who, id)).toMatchObject([{ kind: 'receipt' }, { kind: 'credit-note', total: 50 }])
  expect(await pack(id)).toBe(0)
  expect((await refund(id)).json().reason).toBe('already_refunded')
  const [payment] = await shop.db
    .selectFrom('payments')
    .select('state')
    .where('transaction_id', '=', transactionId)
    .execute()
  expect(payment).toEqual({ state: 'refunded' })
})

test('the owner hears of a dispute and of its end, and who paid gets a credit note for what the bank took', async () => {
  const { who, id, transactionId } = await paid()
  await shop.standIn!.dispute(transactionId)
  const toOwner = async (subject: string) =>
    (await mailsTo(shop, 'owner@disputes.example')).filter(
      (mail) => mail.includes(`Subject: ${subject}: $50.00`) && mail.includes(orderNumber(id)),
    )
  expect(await toOwner('A payment is disputed')).toHaveLength(1)
  expect((await mailsTo(shop, who.email)).join()).not.toMatch(/disputed|Your bank/)
  await shop.standIn!.decideDispute(transactionId, 'lost')
  await shop.payments.reconcileDisputes(transactionId)
  expect(await toOwner('A payment is disputed')).toHaveLength(1)
  expect(await toOwner('A dispute is lost')).toHaveLength(1)
  const [receipt, note, ...more] = await receiptsOf(who, id)
  expect(more).toEqual([])
  expect(note).toMatchObject({ kind: 'credit-note', concerns: receipt.number, total: 50 })
  const toCustomer = (await mailsTo(shop, who.email)).filter((mail) =>
    mail.includes('Subject: Your bank has returned your payment'),
  )
  expect(toCustomer).toEqual([expect.stringContaining(`Credit note ${note.number}`)])
})

test('the owner hears that a dispute was won', async () => {
  const { id, transactionId } = await paid('pm_card_createDispute')
  await shop.standIn!.decideDispute(transactionId, 'won')
  const mails = await mailsTo(shop, 'owner@disputes.example')
  expect(
    mails.filter((mail) => mail.includes('Subject: A dispute is won') && mail.includes(orderNumber(id))),
  ).toHaveLength(1)
})

test('of a dispute over a part, only the rest can be refunded', async () => {
  const { who, id, transactionId } = await paid()
  await shop.standIn!.dispute(transactionId, 4000)
  await shop.standIn!.decideDispute(transactionId, 'lost')
  expect((await seenBy(admin, id)).refunded).toBe(false)
  await refund(id)
  const [row] = await shop.db
    .selectFrom('refunds')
    .select('amount_cents')
    .where('transaction_id', '=', transactionId)
    .execute()
  expect(row).toEqual({ amount_cents: 1000 })
  expect(await receiptsOf(who, id)).toMatchObject([{ total: 50 }, { total: 40 }])
})

test('copies of an event at once, and one that comes late, change nothing', async () => {
  const { id, transactionId } = await paid()
  faults.webhookCopies = 3
  await shop.standIn!.dispute(transactionId)
  await shop.standIn!.decideDispute(transactionId, 'won')
  faults.webhookCopies = 1
  const again = () => shop.payments.reconcileDisputes(transactionId)
  await Promise.all([again(), again(), again()])
  expect(
    await shop.db.selectFrom('disputes').selectAll().where('transaction_id', '=', transactionId).execute(),
  ).toMatchObject([{ state: 'won', amount_cents: 5000 }])
  expect((await seenBy(admin, id)).dispute).toBe('won')
})

describe('an inquiry of the bank', () => {
  const mailed = async (subject: string, id: string) =>
    (await mailsTo(shop, 'owner@disputes.example')).filter(
      (mail) => mail.includes(`Subject: ${subject}`) && mail.includes(orderNumber(id)),
    )

  test('is shown and mailed, stops the parcel, and ends by a refund, which goes out', async () => {
    const { id, transactionId } = await paid()
    await shop.standIn!.inquire(transactionId)
    expect((await seenBy(admin, id)).dispute).toBe('inquiry')
    expect(await mailed('The bank asks about a payment: $50.00', id)).toHaveLength(1)
    expect(await mailed('A payment is disputed', id)).toEqual([])
    expect(await pack(id)).toBe(0)
    expect((await refund(id, 1)).json()).toEqual({ outcome: 'refunded' })
    expect(await atProvider(transactionId)).toMatchObject([{ amount: 2500, status: 'succeeded' }])
    await shop.standIn!.closeInquiry(transactionId)
    expect((await seenBy(admin, id)).dispute).toBe('closed')
    expect(await mailed('An inquiry is closed: $50.00', id)).toHaveLength(1)
    expect(await pack(id)).toBe(1)
  })

  test('may become a dispute, which never becomes an inquiry again', async () => {
    const { id, transactionId } = await paid()
    await shop.standIn!.inquire(transactionId)
    await shop.standIn!.escalateInquiry(transactionId)
    expect((await seenBy(admin, id)).dispute).toBe('open')
    expect(await mailed('A payment is disputed: $50.00', id)).toHaveLength(1)
    expect((await refund(id, 1)).json()).toMatchObject({ outcome: 'refused' })
    await shop.standIn!.decideDispute(transactionId, 'lost')
    expect(await seenBy(admin, id)).toMatchObject({ dispute: 'lost', refunded: true })
  })
})

test('what the bank takes back while a refund is on its way is credited once, and is money to claim back', async () => {
  const { who, id, transactionId } = await paid('pm_card_pendingRefund')
  expect((await refund(id)).json()).toMatchObject({ outcome: 'pending' })
  await shop.standIn!.dispute(transactionId)
  await shop.standIn!.decideDispute(transactionId, 'lost')
  expect(await seenBy(admin, id)).not.toHaveProperty('overpaid')
  await shop.standIn!.finishRefunds()
  expect(await seenBy(admin, id)).toMatchObject({ refunded: true, overpaid: 50 })
  expect(await seenBy(who, id)).not.toHaveProperty('overpaid')
  const [receipt, note, ...more] = await receiptsOf(who, id)
  expect(more).toEqual([])
  expect(note).toMatchObject({ kind: 'credit-note', total: receipt.total })
  const mails = await mailsTo(shop, 'owner@disputes.example')
  expect(
    mails.filter(
      (mail) => mail.includes('Subject: Money to claim back: $50.00') && mail.includes(orderNumber(id)),
    ),
  ).toHaveLength(1)
})

test('a refund that bounces after the bank has taken the rest leaves all of that credited', async () => {
  const { who, id, transactionId } = await paid('pm_card_refundFail')
  expect((await refund(id, 1)).json()).toEqual({ outcome: 'refunded' })
  await shop.standIn!.dispute(transactionId)
  await shop.standIn!.decideDispute(transactionId, 'lost')
  await shop.standIn!.finishRefunds()
  const [receipt, ...notes] = await receiptsOf(who, id)
  expect(notes.map(({ kind, total }: { kind: string; total: number }) => [kind, total])).toEqual([
    ['credit-note', 25],
    ['credit-note', 25],
    ['reversal', -25],
    ['credit-note', 25],
  ])
  expect(notes[2].concerns).toBe(notes[0].number)
  expect(receipt.total).toBe(50)
  const listed = (await shop.get('/api/refunds?page=1', admin.headers)).json()
  expect(listed.filter((row: { orderId: string }) => row.orderId === id)).toEqual([])
})
