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
  shop = await aShop({ DEMO: 'off', SHOP_EMAIL: 'owner@returns.example' })
  admin = await signedIn(shop, { email: 'admin@returns.example', admin: true })
  payments = await buyerPayments(shop)
})

const home = { name: 'Ada', street: 'Mill Lane 1', town: 'Bath', country: 'UK' }
const somebody = () => signedIn(shop, { email: `buyer-${++people}@returns.example` })
const whereTo = { answer: 'To 5 Dock Road, please' }
const why = { quantity: 1, reason: 'does_not_fit' }
const ask = (who: Person, orderId: string, body: object = {}) =>
  shop.post(`/api/orders/${orderId}/returns`, { ...why, ...body }, who.headers)
const step = (id: string, name: string, body: object = name === 'accept' ? whereTo : {}, by = admin) =>
  shop.post(`/api/returns/${id}/${name}`, body, by.headers)
const orderOf = async (who: Person, id: string) => (await shop.get(`/api/order/${id}`, who.headers)).json()
const purchaseOf = async (who: Person, id: string) =>
  (await shop.get(`/api/purchases/${id}`, who.headers)).json()
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()
const refundedCents = async (who: Person, id: string) =>
  Math.round((await orderOf(who, id)).refund.returned * 100)

type Ordered = { priceCents?: number; quantity?: number; card?: string; until?: 'packed' | 'shipped' }

/** Paid, unless it costs nothing, and on its way. */
async function sent(who: Person, { priceCents = 2500, quantity = 2, card, until = 'shipped' }: Ordered = {}) {
  const { id: productId, price } = await aProduct(shop, { priceCents, availableQty: 10 })
  const body = { productId, quantity, size: 'M', ...(price && { price: price * quantity }) }
  const id = (await shop.post('/api/orders', body, who.headers)).json().insertedId as string
  await shop.send(`/api/purchases/${id}/address`, { method: 'PUT', body: home, headers: who.headers })
  if (price) {
    const started = await payments.start(who, id)
    await payments.confirmCard(started, card)
    await payments.confirmPayment(who, id, started.transactionId)
  }
  await shop.post('/api/parcels/pack', { ids: [id] }, admin.headers)
  if (until === 'shipped') await shop.post(`/api/parcels/${id}/ship`, { carrier: 'dhl' }, admin.headers)
  return { id, productId }
}
async function asked(who: Person, ordered: Ordered = {}, body: object = {}) {
  const order = await sent(who, ordered)
  return { ...order, returnId: (await ask(who, order.id, body)).json().insertedId as string }
}
async function received(
  who: Person,
  { sound = true, ...ordered }: Ordered & { sound?: boolean } = {},
  body = {},
) {
  const it = await asked(who, ordered, body)
  await step(it.returnId, 'accept')
  await step(it.returnId, 'receive', { sound })
  return it
}

describe('a return', () => {
  test('goes from the question to the money, with times, mails and audit entries', async () => {
    const who = await somebody()
    const { id, productId } = await sent(who)
    const answer = await ask(who, id, { quantity: 2, reason: 'damaged', note: 'A <b>crack</b> in it' })
    expect(answer.status).toBe(200)
    const returnId = answer.json().insertedId
    expect((await orderOf(who, id)).return).toBe('asked')
    const [listed] = (await shop.get('/api/returns?limit=48&page=1', admin.headers))
      .json()
      .filter(({ _id }: { _id: string }) => _id === returnId)
    expect(listed).toMatchObject({
      email: who.email,
      quantity: 2,
      reason: 'damaged',
      note: 'A <b>crack</b> in it',
      state: 'asked',
    })
    // Where it should be sent: the seller's address, unless the admin writes another.
    expect(listed.sendTo).toBe('Car Parts\n14 Flywheel Lane\nOld Tannery Yard\nMillbridge')
    for (const silent of [{}, { answer: ' \n ' }]) {
      const refused = await step(returnId, 'accept', silent)
      expect([refused.status, refused.json().fields]).toEqual([
        422,
        { answer: 'Say where it should be sent' },
      ])
    }
    expect((await step(returnId, 'accept', whereTo)).status).toBe(200)
    expect(await stockOf(shop, productId)).toEqual({ left: 8, booked: 8 })
    expect((await step(returnId, 'refund')).status).toBe(409)
    expect((await step(returnId, 'receive', { sound: true })).status).toBe(200)
    expect(await stockOf(shop, productId)).toEqual({ left: 10, booked: 10 })
    expect((await step(returnId, 'refund', { amount: 49.99 })).json()).toMatchObject({
      reason: 'refund_changed',
      message: 'The refund comes to $50.00 by now. Nothing was refunded.',
    })
    expect((await step(returnId, 'refund', { amount: 50 })).json()).toEqual({ outcome: 'refunded' })
    expect(await orderOf(who, id)).toMatchObject({ return: 'completed', refunded: true, delivery: 'shipped' })
    const { returns } = await purchaseOf(who, id)
    expect(returns).toMatchObject([
      { state: 'completed', answer: 'To 5 Dock Road, please', sound: true, refunded: true },
    ])
    for (const at of ['askedAt', 'decidedAt', 'receivedAt', 'completedAt'])
      expect(returns[0][at]).toMatch(/^2\d{3}-/)
    const mails = await mailsTo(shop, who.email)
    const accepted = mails.filter((mail) => mail.includes('Your return is accepted'))
    expect(accepted).toHaveLength(1)
    expect(accepted[0]).toContain('To 5 Dock Road, please')
    const toOwner = (await mailsTo(shop, 'owner@returns.example')).filter(
      (mail) => mail.includes(who.email) && mail.includes('A return is asked for'),
    )
    expect(toOwner).toHaveLength(1)
    expect(toOwner[0]).toContain('It is damaged')
    const entries = (await shop.get('/api/audit?page=1&q=return', admin.headers)).json()
    const whats = entries.filter(({ subject }: { subject: string }) => subject === id)
    const steps = whats.map(({ what }: { what: string }) => what)
    expect(steps.filter((what: string) => what.startsWith('return ')).sort()).toEqual([
      'return accepted',
      'return received',
      'return refunded',
    ])
  })

  test('puts nothing on the shelf before it is received, nor what is not sound', async () => {
    const who = await somebody()
    const { productId, returnId } = await received(who, { sound: false })
    expect(await stockOf(shop, productId)).toEqual({ left: 8, booked: 8 })
    expect((await step(returnId, 'refund')).json().outcome).toBe('refunded')
    expect(await stockOf(shop, productId)).toEqual({ left: 8, booked: 8 })
  })

  test('of some pieces refunds these to the cent, and the rest can be returned later', async () => {
    const who = await somebody()
    const { id, returnId } = await received(who, { priceCents: 333, quantity: 3 })
    await step(returnId, 'refund')
    expect(await refundedCents(who, id)).toBe(333)
    expect((await ask(who, id, { quantity: 3 })).json()).toMatchObject({
      reason: 'fewer_to_return',
      fields: { quantity: 'Only 2 of its pieces can still be returned.' },
    })
    const second = (await ask(who, id, { quantity: 2 })).json().insertedId
    await step(second, 'accept')
    await step(second, 'receive', { sound: true })
    await step(second, 'refund')
    expect(await refundedCents(who, id)).toBe(999)
    expect((await ask(who, id)).json().reason).toBe('nothing_to_return')
  })

  test('is declined with words, which its customer reads and is mailed', async () => {
    const who = await somebody()
    const { id, returnId } = await asked(who)
    expect((await step(returnId, 'decline', { answer: ' ' })).json().fields).toEqual({ answer: 'Say why' })
    expect((await step(returnId, 'decline', { answer: 'It was fitted already' })).status).toBe(200)
    expect((await step(returnId, 'receive', { sound: true })).status).toBe(409)
    expect((await purchaseOf(who, id)).returns).toMatchObject([
      { state: 'declined', answer: 'It was fitted already' },
    ])
    const mails = await mailsTo(shop, who.email)
    expect(mails.filter((mail) => mail.includes('It was fitted already'))).toHaveLength(1)
    expect((await ask(who, id)).status).toBe(200)
  })

  test('is withdrawn by its customer until it is received', async () => {
    const who = await somebody()
    const { id, returnId } = await asked(who)
    await step(returnId, 'accept')
    expect((await step(returnId, 'withdraw', {}, who)).status).toBe(200)
    expect((await step(returnId, 'receive', { sound: true })).status).toBe(409)
    expect((await orderOf(who, id)).return).toBe('withdrawn')
    const { returnId: here } = await received(who)
    expect((await step(here, 'withdraw', {}, who)).status).toBe(409)
  })

  test('of what costs nothing is complete once it is received', async () => {
    const who = await somebody()
    const { id, productId } = await received(who, { priceCents: 0 })
    expect((await orderOf(who, id)).return).toBe('completed')
    expect(await stockOf(shop, productId)).toEqual({ left: 9, booked: 9 })
  })

  test('of a parcel that is still here takes its pieces out of it, and the last ones end it', async () => {
    const who = await somebody()
    const { id, returnId } = await received(who, { until: 'packed' })
    const packed = async () =>
      (await shop.get('/api/parcels?state=packed&limit=48&page=1', admin.headers))
        .json()
        .find(({ _id }: { _id: string }) => _id === id)
    expect((await packed()).lines).toMatchObject([{ quantity: 1 }])
    await step(returnId, 'refund')
    expect((await packed()).lines).toMatchObject([{ quantity: 1 }])
    const last = (await ask(who, id)).json().insertedId
    await step(last, 'accept')
    await step(last, 'receive', { sound: true })
    expect(await packed()).toBeUndefined()
    expect((await shop.post(`/api/parcels/${id}/ship`, { carrier: 'dhl' }, admin.headers)).status).toBe(409)
  })

  test('whose order was refunded otherwise neither refunds nor restocks a second time', async () => {
    const who = await somebody()
    const { id, productId, returnId } = await asked(who, {}, { quantity: 2 })
    await step(returnId, 'accept')
    await shop.post(`/api/orders/${id}/refund`, { restock: true }, admin.headers)
    expect((await step(returnId, 'receive', { sound: true })).status).toBe(200)
    expect(await stockOf(shop, productId)).toEqual({ left: 10, booked: 10 })
    expect((await orderOf(who, id)).return).toBe('completed')
    expect((await step(returnId, 'refund')).status).toBe(409)
    expect(await refundedCents(who, id)).toBe(5000)
    const early = await received(who, {}, { quantity: 2 })
    await shop.post(`/api/orders/${early.id}/refund`, { restock: true }, admin.headers)
    expect((await orderOf(who, early.id)).return).toBe('completed')
    expect(await stockOf(shop, early.productId)).toEqual({ left: 10, booked: 10 })
  })

  test('whose refund fails is refunded again for the same pieces', async () => {
    const who = await somebody()
    const { id, returnId } = await received(who, { card: 'pm_card_refundFail' })
    await step(returnId, 'refund')
    await shop.standIn!.finishRefunds()
    const [failed] = (await shop.get('/api/refunds?page=1&limit=48', admin.headers))
      .json()
      .filter(({ orderId }: { orderId: string }) => orderId === id)
    expect((await ask(who, id, { quantity: 2 })).json().reason).toBe('fewer_to_return')
    await shop.post(`/api/refunds/${failed._id}/retry`, {}, admin.headers)
    const row = await shop.db
      .selectFrom('orders')
      .select(['refunded_quantity', 'returned_quantity'])
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row).toEqual({ refunded_quantity: 1, returned_quantity: 0 })
  })
})

describe('many at once', () => {
  test('ask for one order: one return', async () => {
    const who = await somebody()
    const { id } = await sent(who)
    expect(statuses(await Promise.all([ask(who, id), ask(who, id), ask(who, id)]))).toEqual([200, 409, 409])
    expect((await purchaseOf(who, id)).returns).toHaveLength(1)
  })

  test('accept and decline: one of them, with its one mail', async () => {
    const who = await somebody()
    const { returnId } = await asked(who)
    const answers = await Promise.all([
      step(returnId, 'accept'),
      step(returnId, 'decline', { answer: 'No' }),
      step(returnId, 'accept'),
      step(returnId, 'decline', { answer: 'No' }),
    ])
    expect(statuses(answers)).toEqual([200, 409, 409, 409])
    const mails = await mailsTo(shop, who.email)
    expect(mails.filter((mail) => mail.includes('Your return is'))).toHaveLength(1)
  })

  test('receive: the pieces are on the shelf once', async () => {
    const who = await somebody()
    const { productId, returnId } = await asked(who, {}, { quantity: 2 })
    await step(returnId, 'accept')
    const receive = () => step(returnId, 'receive', { sound: true })
    expect(statuses(await Promise.all([receive(), receive(), receive()]))).toEqual([200, 409, 409])
    expect(await stockOf(shop, productId)).toEqual({ left: 10, booked: 10 })
  })

  test('refund: the money goes back once', async () => {
    const who = await somebody()
    const { id, returnId } = await received(who)
    const answers = await Promise.all([
      step(returnId, 'refund'),
      step(returnId, 'refund'),
      step(returnId, 'refund'),
    ])
    expect(statuses(answers)).toEqual([200, 409, 409])
    expect(await refundedCents(who, id)).toBe(2500)
  })
})

describe('nobody returns', () => {
  test('what is not packed yet, or the order of somebody else', async () => {
    const [who, other] = [await somebody(), await somebody()]
    const { id: productId, price } = await aProduct(shop)
    const placed = await shop.post('/api/orders', { productId, quantity: 1, price, size: 'M' }, who.headers)
    expect((await ask(who, placed.json().insertedId)).json().reason).toBe('return_not_packed')
    const { id } = await sent(who)
    expect((await ask(other, id)).status).toBe(403)
    expect((await ask(admin, id)).status).toBe(403)
    expect((await ask(who, 'none')).status).toBe(404)
    const returnId = (await ask(who, id)).json().insertedId
    expect((await step(returnId, 'withdraw', {}, other)).status).toBe(403)
    for (const name of ['accept', 'receive', 'refund'])
      expect((await step(returnId, name, { sound: true }, who)).status).toBe(403)
    expect((await shop.get('/api/returns', who.headers)).status).toBe(403)
  })

  test.each([
    ['no pieces', { quantity: 0 }, 'quantity'],
    ['half a piece', { quantity: 0.5 }, 'quantity'],
    ['a reason of their own', { reason: 'because' }, 'reason'],
    ['a novel', { note: 'x'.repeat(1001) }, 'note'],
  ])('with %s', async (_, body, field) => {
    const who = await somebody()
    const { id } = await sent(who)
    const answer = await ask(who, id, body)
    expect(answer.status).toBe(422)
    expect(answer.json().fields).toHaveProperty(field)
  })

  test('one order for ever: ten times are enough', async () => {
    const who = await somebody()
    const { id } = await sent(who)
    for (let n = 0; n < 10; n++) {
      const { insertedId } = (await ask(who, id)).json()
      await step(insertedId, 'withdraw', {}, who)
    }
    expect((await ask(who, id)).json().reason).toBe('too_many_returns')
  })
})

test('what was said about a return is in the export, and gone with the account', async () => {
  const who = await somebody()
  const { returnId } = await asked(who, {}, { note: 'Call me at the Old Mill' })
  await step(returnId, 'accept', { answer: 'Dear Ada' })
  expect((await shop.get('/api/my-data', who.headers)).json().returns).toMatchObject([
    { note: 'Call me at the Old Mill', answer: 'Dear Ada' },
  ])
  await shop.send(`/api/user/${who.email}`, { method: 'DELETE', headers: admin.headers })
  const rows = await shop.db.selectFrom('returns').selectAll().where('id', '=', returnId).execute()
  expect(rows).toMatchObject([{ note: '', answer: '' }])
  expect((await step(returnId, 'receive', { sound: true })).status).toBe(200)
  expect((await step(returnId, 'refund')).json().outcome).toBe('refunded')
})
