import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct, stockOf } from '~/test/a-product.ts'
import { buyerPayments } from '~/test/buyer-payments.ts'
import { mailsTo } from '~/test/mails.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

type Person = Awaited<ReturnType<typeof signedIn>>
let shop: TestShop
let admin: Person
let payments: Awaited<ReturnType<typeof buyerPayments>>
let people = 0
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off', DELIVERY_FEE: '4.90' })
  admin = await signedIn(shop, { email: 'admin@once.example', admin: true })
  payments = await buyerPayments(shop)
})

const home = { name: 'Ada', street: 'Mill Lane 1', town: 'Bath', country: 'UK' }
const refund = (id: string, body: object = {}) =>
  shop.post(`/api/orders/${id}/refund`, { restock: false, ...body }, admin.headers)
const retry = (refundId: string) => shop.post(`/api/refunds/${refundId}/retry`, {}, admin.headers)
const close = (refundId: string) => shop.post(`/api/refunds/${refundId}/close`, {}, admin.headers)
const orderOf = async (id: string) => (await shop.get(`/api/order/${id}`, admin.headers)).json()
/** What the customer has got back, by the provider's books. */
const paidOut = async (transactionId: string) => {
  const rows = await shop.db
    .selectFrom('stand_in_objects')
    .select('body')
    .where('kind', '=', 'charge')
    .execute()
  const charges = rows.map(({ body }) => JSON.parse(body))
  return charges.find((charge) => charge.payment_intent === transactionId).amount_refunded
}
const failedRefunds = async (purchaseId: string) => {
  const listed = (await shop.get('/api/refunds?page=1&limit=48', admin.headers)).json()
  return listed.filter(({ orderId }: { orderId: string }) => orderId === purchaseId)
}

/** One order per part, paid together; a refund to this card bounces when the bank gets to it. */
async function bought(parts: { priceCents: number; quantity: number }[]) {
  const who = await signedIn(shop, { email: `buyer-${++people}@once.example` })
  const products = await Promise.all(
    parts.map(({ priceCents }) => aProduct(shop, { priceCents, availableQty: 10 })),
  )
  const lines = products.map(({ id }, n) => ({ productId: id, quantity: parts[n]!.quantity, size: 'M' }))
  const goods = parts.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0)
  const total = (goods > 10_000 ? goods : goods + 490) / 100
  const placed = (await shop.post('/api/checkout', { lines, total }, who.headers)).json()
  const purchaseId = placed.purchaseId as string
  await shop.send(`/api/purchases/${purchaseId}/address`, { method: 'PUT', body: home, headers: who.headers })
  const started = await payments.start(who, purchaseId)
  await payments.confirmCard(started, 'pm_card_refundFail')
  await payments.confirmPayment(who, purchaseId, started.transactionId)
  const { orders } = (await shop.get(`/api/purchases/${purchaseId}`, who.headers)).json()
  const ids = orders.map(({ _id }: { _id: string }) => _id) as string[]
  return { who, purchaseId, ids, products, transactionId: started.transactionId }
}

/** Refunds so many pieces, and the bank sends the money back. */
async function bounced(orderId: string, purchaseId: string, quantity: number) {
  expect((await refund(orderId, { quantity })).json()).toEqual({ outcome: 'refunded' })
  await shop.standIn!.finishRefunds()
  const [failed] = await failedRefunds(purchaseId)
  expect(failed).toMatchObject({ state: 'failed' })
  return failed as { _id: string; amount: number }
}

describe('a piece whose refund has bounced', () => {
  test('is refunded once when it comes back as a return, and its refund cannot be tried again', async () => {
    const { who, ids, purchaseId, transactionId } = await bought([{ priceCents: 10_000, quantity: 2 }])
    const failed = await bounced(ids[0]!, purchaseId, 1)
    await shop.post('/api/parcels/pack', { ids: [purchaseId] }, admin.headers)
    await shop.post(`/api/parcels/${purchaseId}/ship`, { carrier: 'dhl' }, admin.headers)
    const why = { quantity: 1, reason: 'does_not_fit' }
    const asked = (await shop.post(`/api/orders/${ids[0]}/returns`, why, who.headers)).json().insertedId
    const step = (name: string, body: object = {}) =>
      shop.post(`/api/returns/${asked}/${name}`, body, admin.headers)
    await step('accept', { answer: 'To 1 Wheel Street' })
    await step('receive', { sound: true })
    expect((await step('refund', { amount: 100 })).json()).toEqual({ outcome: 'refunded' })
    expect(await failedRefunds(purchaseId)).toEqual([])
    expect((await retry(failed._id)).status).toBe(409)
    expect(await paidOut(transactionId)).toBe(10_000)
    expect(await orderOf(ids[0]!)).toMatchObject({ refunded: false, refund: { returned: 100, quantity: 1 } })
  })

  test('is refunded once when the order is refunded meanwhile: the other one has taken its place', async () => {
    const { ids, purchaseId, transactionId } = await bought([
      { priceCents: 10_000, quantity: 2 },
      { priceCents: 30_000, quantity: 1 },
    ])
    const failed = await bounced(ids[0]!, purchaseId, 2)
    expect((await refund(ids[0]!)).json()).toEqual({ outcome: 'refunded' })
    expect((await retry(failed._id)).status).toBe(409)
    expect(await paidOut(transactionId)).toBe(20_000)
    expect((await refund(ids[1]!, { amount: 300 })).status).toBe(200)
    expect(await paidOut(transactionId)).toBe(50_000)
    const { receipts } = (await shop.get(`/api/purchases/${purchaseId}`, admin.headers)).json()
    expect(receipts.map(({ total }: { total: number }) => total)).toEqual([500, 200, -200, 200, 300])
  })

  test('leaves to be tried again what no other refund was for', async () => {
    const { ids, purchaseId, transactionId } = await bought([{ priceCents: 10_000, quantity: 4 }])
    const failed = await bounced(ids[0]!, purchaseId, 3)
    await refund(ids[0]!, { quantity: 1 })
    expect(await failedRefunds(purchaseId)).toMatchObject([{ _id: failed._id, amount: 200 }])
    expect((await retry(failed._id)).status).toBe(200)
    expect(await paidOut(transactionId)).toBe(30_000)
    expect((await orderOf(ids[0]!)).refund.quantity).toBe(3)
  })

  test('is not refunded by card any more once an admin has settled it otherwise', async () => {
    const { ids, purchaseId, transactionId } = await bought([{ priceCents: 2500, quantity: 2 }])
    const failed = await bounced(ids[0]!, purchaseId, 1)
    expect((await close(failed._id)).status).toBe(200)
    expect((await orderOf(ids[0]!)).refund.quantity).toBe(1)
    expect((await refund(ids[0]!, { quantity: 2 })).json()).toMatchObject({ reason: 'fewer_to_refund' })
    // The other piece and the delivery; not what was settled.
    expect((await refund(ids[0]!, { amount: 29.9 })).json()).toEqual({ outcome: 'refunded' })
    expect(await paidOut(transactionId)).toBe(2990)
    expect((await refund(ids[0]!)).status).toBe(409)
  })
})

test('a piece that is on the shelf again is not sent, though its refund has bounced', async () => {
  const { ids, purchaseId, products } = await bought([{ priceCents: 10_000, quantity: 2 }])
  const toPack = async () => {
    const parcels = (await shop.get('/api/parcels?page=1&limit=48', admin.headers)).json()
    return parcels.find(({ _id }: { _id: string }) => _id === purchaseId).lines
  }
  await refund(ids[0]!, { quantity: 1, restock: true })
  await shop.standIn!.finishRefunds()
  expect(await failedRefunds(purchaseId)).toMatchObject([{ amount: 100 }])
  expect(await stockOf(shop, products[0]!.id)).toEqual({ left: 9, booked: 9 })
  expect(await toPack()).toMatchObject([{ orderId: ids[0], quantity: 1 }])
})

describe('a part of a paid purchase that costs nothing', () => {
  const mixed = [
    { priceCents: 1000, quantity: 1 },
    { priceCents: 0, quantity: 2 },
  ]

  test('cannot be refunded, and the refusal writes nothing', async () => {
    const { ids, products } = await bought(mixed)
    const written = async () => [
      await stockOf(shop, products[1]!.id),
      await shop.db.selectFrom('refund_lines').selectAll().where('order_id', '=', ids[1]!).execute(),
      await shop.db.selectFrom('audit_entries').select('what').where('subject', '=', ids[1]!).execute(),
    ]
    const before = await written()
    const answer = await refund(ids[1]!, { restock: true })
    expect([answer.status, answer.json().reason]).toEqual([409, 'costs_nothing'])
    expect(await written()).toEqual(before)
  })

  test('does not hide on the other part that a refund made by hand has bounced', async () => {
    const { ids, transactionId } = await bought(mixed)
    await payments.refundByHand(transactionId, 500)
    await shop.standIn!.finishRefunds()
    await shop.payments.reconcileRefunds(transactionId)
    expect((await orderOf(ids[0]!)).refund).toMatchObject({ state: 'failed' })
    expect((await orderOf(ids[1]!)).refund).toBeUndefined()
  })

  test('stays on the shelf with the rest when all that was paid for is refunded before it is sent', async () => {
    const { ids, purchaseId, products } = await bought(mixed)
    await refund(ids[0]!, { restock: true })
    const parcels = (await shop.get('/api/parcels?page=1&limit=48', admin.headers)).json()
    expect(parcels.find(({ _id }: { _id: string }) => _id === purchaseId)).toBeUndefined()
    const stocks = async () => [await stockOf(shop, products[0]!.id), await stockOf(shop, products[1]!.id)]
    const whole = { left: 10, booked: 10 }
    expect(await stocks()).toEqual([whole, whole])
    await shop.standIn!.finishRefunds()
    const [failed] = await failedRefunds(purchaseId)
    await retry(failed._id)
    expect(await stocks()).toEqual([whole, whole])
  })

  test('is taken out of the parcel before that is packed, and the rest is sent without it', async () => {
    const { who, ids, purchaseId, products } = await bought(mixed)
    const takeOut = (id: string, body: object = { restock: true }) =>
      shop.post(`/api/orders/${id}/take-out`, body, admin.headers)
    const refusal = async (answer: ReturnType<typeof takeOut>) => (await answer).json().reason
    expect(await refusal(takeOut(ids[0]!))).toBe('not_free')
    await shop.post('/api/parcels/pack', { ids: [purchaseId] }, admin.headers)
    expect(await refusal(takeOut(ids[1]!))).toBe('packed_already')
    await shop.post(`/api/parcels/${purchaseId}/undo`, {}, admin.headers)
    const answers = await Promise.all([1, 2, 3].map(() => takeOut(ids[1]!)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await stockOf(shop, products[1]!.id)).toEqual({ left: 10, booked: 10 })
    const parcels = (await shop.get('/api/parcels?page=1&limit=48', admin.headers)).json()
    const { lines } = parcels.find(({ _id }: { _id: string }) => _id === purchaseId)
    expect(lines).toMatchObject([{ orderId: ids[0], quantity: 1 }])
    expect((await mailsTo(shop, who.email)).join()).toContain('A part of your order does not come')
    // A later refund of the rest does not bring it back.
    expect((await refund(ids[0]!)).json()).toEqual({ outcome: 'refunded' })
    expect((await shop.get(`/api/order/${ids[1]}`, who.headers)).json().reason).toBe('order_cancelled')
  })
})
