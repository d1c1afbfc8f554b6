import { beforeAll, describe, expect, test } from 'vitest'
import { days } from '~/platform/time.ts'
import { aProduct, stockOf } from '~/test/a-product.ts'
import { buyerPayments } from '~/test/buyer-payments.ts'
import { mailsTo } from '~/test/mails.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

type Person = Awaited<ReturnType<typeof signedIn>>
let shop: TestShop
let admin: Person
let packer: Person
let payments: Awaited<ReturnType<typeof buyerPayments>>
let people = 0

const settings = async (values: Record<string, string>) => {
  const { version } = (await shop.get('/api/manage/business/returns', admin.headers)).json()
  const body = { version, values }
  const saved = await shop.send('/api/manage/business/returns', {
    method: 'PUT',
    headers: admin.headers,
    body,
  })
  expect(saved.status).toBe(200)
}
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off', SHOP_EMAIL: 'owner@withdrawals.example', TRUST_PROXY: 'on' })
  admin = await signedIn(shop, { email: 'admin@withdrawals.example', admin: true })
  packer = await signedIn(shop, { email: 'packer@withdrawals.example', role: 'packer' })
  payments = await buyerPayments(shop)
  await settings({ days: '14', places: 'everybody' })
})

const home = { name: 'Ada', street: 'Mill Lane 1', town: 'Bath', country: 'UK' }
const somebody = () => signedIn(shop, { email: `buyer-${++people}@withdrawals.example` })
const purchaseOf = async (who: Person, id: string) =>
  (await shop.get(`/api/purchases/${id}`, who.headers)).json()
const numberOf = (id: string) => id.slice(-8).toUpperCase()
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

type Bought = {
  priceCents?: number
  quantity?: number
  until?: 'paid' | 'packed' | 'shipped' | 'delivered'
  card?: string
  country?: string
}

async function bought(
  who: Person,
  { priceCents = 2500, quantity = 2, until = 'paid', card, country = 'UK' }: Bought = {},
) {
  const { id: productId, price } = await aProduct(shop, { priceCents, availableQty: 10 })
  const body = { productId, quantity, size: 'M', ...(price && { price: price * quantity }) }
  const id = (await shop.post('/api/orders', body, who.headers)).json().insertedId as string
  const address = { ...home, country }
  await shop.send(`/api/purchases/${id}/address`, { method: 'PUT', body: address, headers: who.headers })
  if (price) {
    const started = await payments.start(who, id)
    await payments.confirmCard(started, card)
    await payments.confirmPayment(who, id, started.transactionId)
  }
  const steps = ['paid', 'packed', 'shipped', 'delivered'].indexOf(until)
  if (steps >= 1) await shop.post('/api/parcels/pack', { ids: [id] }, admin.headers)
  if (steps >= 2) await shop.post(`/api/parcels/${id}/ship`, { carrier: 'dhl' }, admin.headers)
  if (steps >= 3) await shop.post(`/api/parcels/${id}/deliver`, {}, admin.headers)
  return { id, productId }
}

const withdraw = (who: Person, id: string, body: object = {}) =>
  shop.post(
    `/api/purchases/${id}/withdrawals`,
    { key: crypto.randomUUID(), name: 'Ada Lovelace', pieces: [{ orderId: id, quantity: 2 }], ...body },
    who.headers,
  )
const stepOfReturn = (id: string, name: string, body: object = {}, by = admin) =>
  shop.post(`/api/returns/${id}/${name}`, body, by.headers)
const listed = async (state: string) =>
  (await shop.get(`/api/withdrawals?page=1&limit=100&state=${state}`, admin.headers)).json()
const listedFor = async (id: string, state = 'open') =>
  (await listed(state)).find(({ purchaseId }: { purchaseId: string }) => purchaseId === id)

describe('who withdraws', () => {
  test('from what is not packed yet has the money requested at once, and the pieces are for sale again', async () => {
    const who = await somebody()
    const { id, productId } = await bought(who)
    expect((await purchaseOf(who, id)).withdrawable).toEqual({
      pieces: [{ orderId: id, productName: expect.any(String), size: 'M', quantity: 2 }],
    })
    const answer = await withdraw(who, id)
    expect(answer.json()).toEqual({
      insertedId: expect.any(String),
      declaredAt: expect.stringMatching(/^2\d{3}-/),
    })
    expect(await stockOf(shop, productId)).toEqual({ left: 10, booked: 10 })
    await payments.deliverWebhooks()
    const purchase = await purchaseOf(who, id)
    expect(purchase).toMatchObject({
      orders: [{ refunded: true, refund: { state: 'succeeded', returned: 50 } }],
      withdrawals: [{ name: 'Ada Lovelace', state: 'done', lines: [{ orderId: id, quantity: 2 }] }],
    })
    expect(purchase.parcel).toBeUndefined()
    expect(purchase.withdrawable).toBeUndefined()
  })

  test('from what was sent has a return that is accepted at once, with a mail of what was stated and when', async () => {
    const who = await somebody()
    const { id } = await bought(who, { until: 'delivered' })
    const { declaredAt } = (await withdraw(who, id, { pieces: [{ orderId: id, quantity: 1 }] })).json()
    const [mail] = (await mailsTo(shop, who.email)).filter((it) => it.includes('We have your withdrawal'))
    expect(mail).toContain(`${declaredAt.slice(11, 16)} UTC`)
    expect(mail).toContain('in the name of Ada Lovelace')
    expect(mail).toContain('1 x ')
    expect(mail).toContain(`purchase no. ${numberOf(id)}`)
    expect(mail).toContain('14 Flywheel Lane')
    expect(mail).toContain('You pay for sending it back.')
    const toOwner = (await mailsTo(shop, 'owner@withdrawals.example')).filter((it) =>
      it.includes(numberOf(id)),
    )
    expect(toOwner.some((it) => it.includes('The money must be back by'))).toBe(true)
    const { returns, withdrawable, withdrawals } = await purchaseOf(who, id)
    expect(returns).toMatchObject([
      { state: 'accepted', isWithdrawal: true, reason: 'withdrawal', quantity: 1 },
    ])
    expect(withdrawable.pieces).toMatchObject([{ quantity: 1 }])
    expect(withdrawals).toMatchObject([{ state: 'open', declaredAt }])
    expect(await listedFor(id)).toMatchObject({
      email: who.email,
      number: numberOf(id),
      refundBy: new Date(Date.parse(declaredAt.slice(0, 10)) + days(14)).toISOString().slice(0, 10),
    })

    // It is received and refunded like any return, and then nothing is owed.
    const [{ _id: returnId }] = returns
    expect((await stepOfReturn(returnId, 'receive', { sound: true }, packer)).status).toBe(200)
    expect((await stepOfReturn(returnId, 'refund', { amount: 25 })).json()).toEqual({ outcome: 'refunded' })
    await payments.deliverWebhooks()
    expect(await listedFor(id)).toBeUndefined()
    expect((await listedFor(id, 'done')).returns).toMatchObject([{ state: 'completed' }])
  })

  test('cannot be declined, and it ends without a parcel only after its days', async () => {
    const who = await somebody()
    const { id } = await bought(who, { until: 'shipped' })
    await withdraw(who, id)
    const [{ _id: returnId }] = (await purchaseOf(who, id)).returns
    for (const [name, body] of [
      ['decline', { answer: 'No' }],
      ['withdraw', {}],
    ] as const)
      expect((await stepOfReturn(returnId, name, body)).json().reason).toBe('withdrawal_stands')
    const before = new Date(Date.now() - days(20)).toISOString()
    await shop.db.updateTable('returns').set({ asked_at: before }).where('id', '=', returnId).execute()
    expect((await stepOfReturn(returnId, 'withdraw')).status).toBe(200)
    expect(await listedFor(id)).toBeUndefined()
  })

  test('may keep it after all, and may withdraw again', async () => {
    const who = await somebody()
    const { id } = await bought(who, { until: 'shipped' })
    await withdraw(who, id)
    const [{ _id: returnId }] = (await purchaseOf(who, id)).returns
    expect((await stepOfReturn(returnId, 'withdraw', {}, who)).status).toBe(200)
    expect((await purchaseOf(who, id)).withdrawals).toMatchObject([{ state: 'done' }])
    expect((await withdraw(who, id)).status).toBe(200)
  })

  test('from what cost nothing, of which one parcel has left, gives back each piece once', async () => {
    const who = await somebody()
    const { id, productId } = await bought(who, { priceCents: 0, quantity: 3 })
    const lines = [{ orderId: id, quantity: 2 }]
    expect((await shop.post(`/api/parcels/${id}/split`, { lines }, admin.headers)).status).toBe(200)
    await shop.post('/api/parcels/pack', { ids: [id] }, admin.headers)
    await withdraw(who, id, { pieces: [{ orderId: id, quantity: 3 }] })
    expect(await stockOf(shop, productId)).toEqual({ left: 9, booked: 9 })
    const row = await shop.db
      .selectFrom('orders')
      .select(['returned_quantity', 'restocked_quantity'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ returned_quantity: 2, restocked_quantity: 2 })
  })

  test('from what cost nothing has it taken out of the parcel, or sends it back', async () => {
    const who = await somebody()
    const here = await bought(who, { priceCents: 0 })
    expect((await withdraw(who, here.id)).status).toBe(200)
    expect(await stockOf(shop, here.productId)).toEqual({ left: 10, booked: 10 })
    const purchase = await purchaseOf(who, here.id)
    expect(purchase.parcel).toBeUndefined()
    expect(purchase.returns).toMatchObject([{ state: 'completed', isWithdrawal: true }])
    const sent = await bought(who, { priceCents: 0, until: 'shipped' })
    expect((await withdraw(who, sent.id)).status).toBe(200)
    // Nothing is owed for it.
    expect(await listedFor(sent.id)).toBeUndefined()
  })
})

test('a withdrawal whose refund bounced waits for the one that has taken its place', async () => {
  const who = await somebody()
  const { id } = await bought(who, { quantity: 3, card: 'pm_card_refundFail' })
  await withdraw(who, id)
  await shop.standIn!.finishRefunds()
  expect(await listedFor(id)).toBeDefined()
  const again = await shop.post(`/api/orders/${id}/refund`, { restock: false, quantity: 2 }, admin.headers)
  expect(again.json()).toEqual({ outcome: 'refunded' })
  await shop.standIn!.finishRefunds()
  expect(await listedFor(id)).toBeDefined()
})

test('a withdrawal that is refunded by less than its parts cost shows no more on them than went back', async () => {
  const who = await somebody()
  const parts = await Promise.all(
    [1500, 300].map((priceCents) => aProduct(shop, { priceCents, availableQty: 10 })),
  )
  const lines = parts.map(({ id: productId }) => ({ productId, quantity: 1, size: 'M' }))
  const { purchaseId } = (await shop.post('/api/checkout', { lines, total: 18 }, who.headers)).json()
  await shop.send(`/api/purchases/${purchaseId}/address`, { method: 'PUT', body: home, headers: who.headers })
  const started = await payments.start(who, purchaseId)
  await payments.confirmCard(started)
  await payments.confirmPayment(who, purchaseId, started.transactionId)
  await payments.refundByHand(started.transactionId, 1000)
  await payments.deliverWebhooks()
  const { orders } = await purchaseOf(who, purchaseId)
  const pieces = orders.map(({ _id: orderId }: { _id: string }) => ({ orderId, quantity: 1 }))
  expect((await withdraw(who, purchaseId, { pieces })).status).toBe(200)
  await payments.deliverWebhooks()
  const byHand = await shop.db
    .selectFrom('refunds')
    .select('provider_refund_id')
    .where('transaction_id', '=', started.transactionId)
    .where('amount_cents', '=', 1000)
    .executeTakeFirstOrThrow()
  await shop.standIn!.bounceRefund(byHand.provider_refund_id!)
  await payments.deliverWebhooks()
  const shown = (await purchaseOf(who, purchaseId)).orders as { refund?: { returned: number } }[]
  expect(shown.map(({ refund }) => refund?.returned)).toEqual([6.67, 1.33])
})

describe('the time to withdraw', () => {
  const deliveredAgo = (id: string, count: number) => {
    const at = new Date(Date.now() - days(count)).toISOString()
    const until = new Date(Date.parse(at.slice(0, 10)) + days(14)).toISOString().slice(0, 10)
    return shop.db
      .updateTable('purchases')
      .set({ delivered_at: at, withdrawable_until: until })
      .where('id', '=', id)
      .execute()
  }

  test('ends with the last day after the last part has arrived', async () => {
    const who = await somebody()
    const { id } = await bought(who, { until: 'delivered' })
    const today = new Date().toISOString().slice(0, 10)
    const last = new Date(Date.parse(today) + days(14)).toISOString().slice(0, 10)
    expect((await purchaseOf(who, id)).withdrawable.until).toBe(last)
    await deliveredAgo(id, 14)
    expect((await purchaseOf(who, id)).withdrawable.until).toBe(today)
    await deliveredAgo(id, 16)
    expect((await purchaseOf(who, id)).withdrawable).toBeUndefined()
    const late = await withdraw(who, id)
    expect([late.status, late.json().reason]).toEqual([409, 'withdrawal_over'])
  })

  test('that somebody has is not taken away by shorter days, nor by another place; longer ones count', async () => {
    const who = await somebody()
    const { id } = await bought(who, { until: 'delivered' })
    const { id: unsent } = await bought(who)
    const untilOf = async (one: string) => (await purchaseOf(who, one)).withdrawable
    const { until } = await untilOf(id)
    await settings({ days: '0' })
    expect((await untilOf(id)).until).toBe(until)
    expect(await untilOf(unsent)).toBeUndefined()
    expect((await withdraw(who, unsent)).json().reason).toBe('not_withdrawable')
    await settings({ days: '30', places: 'eu' })
    expect((await untilOf(id)).until).toBe(until)
    // To Britain nobody is promised anything now, to Ireland everybody is.
    expect(await untilOf(unsent)).toBeUndefined()
    const { id: irish } = await bought(who, { country: 'Ireland' })
    expect((await untilOf(irish)).pieces).toHaveLength(1)
    await settings({ days: '30', places: 'everybody' })
    expect((await untilOf(id)).until > until).toBe(true)
    await settings({ days: '14', places: 'everybody' })
  })
})

describe('at once', () => {
  test('one statement that is sent twice is one, and two of two tabs are for the same pieces once', async () => {
    const who = await somebody()
    const { id, productId } = await bought(who)
    const key = crypto.randomUUID()
    const twice = await Promise.all([withdraw(who, id, { key }), withdraw(who, id, { key })])
    expect(statuses(twice)).toEqual([200, 200])
    expect(twice[0]!.json()).toEqual(twice[1]!.json())
    const other = await withdraw(who, id)
    expect([other.status, other.json().reason]).toEqual([409, 'nothing_to_withdraw'])
    expect(await stockOf(shop, productId)).toEqual({ left: 10, booked: 10 })
    await payments.deliverWebhooks()
    const mails = await mailsTo(shop, who.email)
    expect(mails.filter((it) => it.includes('We have your withdrawal'))).toHaveLength(1)

    const sent = await bought(who, { until: 'shipped' })
    const tabs = await Promise.all([1, 2, 3].map(() => withdraw(who, sent.id)))
    expect(statuses(tabs)).toEqual([200, 409, 409])
    expect((await purchaseOf(who, sent.id)).returns).toHaveLength(1)
  })

  test('withdrawing and packing: it is refunded here, or comes back', async () => {
    for (let n = 0; n < 4; n++) {
      const who = await somebody()
      const { id, productId } = await bought(who)
      const [withdrawn] = await Promise.all([
        withdraw(who, id),
        shop.post('/api/parcels/pack', { ids: [id] }, admin.headers),
      ])
      expect(withdrawn!.status).toBe(200)
      await payments.deliverWebhooks()
      const { orders, returns } = await purchaseOf(who, id)
      const isBack = orders[0].refunded
      expect(returns).toHaveLength(isBack ? 0 : 1)
      expect((await stockOf(shop, productId)).left).toBe(isBack ? 10 : 8)
    }
  })

  test('a refund by the shop beside it: no piece is paid back twice', async () => {
    const who = await somebody()
    const { id } = await bought(who)
    const before = await payments.netChargedCents()
    const refund = shop.post(`/api/orders/${id}/refund`, { restock: false }, admin.headers)
    const answers = await Promise.all([withdraw(who, id), refund])
    expect(statuses(answers)).toEqual([200, 409])
    await payments.deliverWebhooks()
    expect(before - (await payments.netChargedCents())).toBe(5000)
  })

  test('a return that was asked for is part of it; one that was accepted keeps what is left', async () => {
    const who = await somebody()
    const { id } = await bought(who, { until: 'shipped', quantity: 3 })
    const ask = { quantity: 2, reason: 'damaged', note: '' }
    await shop.post(`/api/orders/${id}/returns`, ask, who.headers)
    expect((await withdraw(who, id)).status).toBe(200)
    const { returns } = await purchaseOf(who, id)
    const shown = returns.map((it: { state: string; isWithdrawal: boolean; quantity: number }) => [
      it.isWithdrawal,
      it.state,
      it.quantity,
    ])
    expect(shown).toEqual([
      [false, 'asked', 1],
      [true, 'accepted', 2],
    ])
    expect((await withdraw(who, id, { pieces: [{ orderId: id, quantity: 1 }] })).status).toBe(200)
    expect((await purchaseOf(who, id)).returns[0]).toMatchObject({ state: 'withdrawn', isWithdrawal: false })
    const more = await shop.post(`/api/orders/${id}/returns`, { ...ask, quantity: 1 }, who.headers)
    expect(more.json().reason).toBe('nothing_to_return')
  })

  test('beside a dispute the refund waits for the bank, and the withdrawal stays open', async () => {
    const who = await somebody()
    const { id, productId } = await bought(who, { card: 'pm_card_createDispute' })
    await payments.deliverWebhooks()
    expect((await withdraw(who, id)).status).toBe(200)
    expect(await stockOf(shop, productId)).toEqual({ left: 10, booked: 10 })
    expect(await listedFor(id)).toMatchObject({ state: 'open' })
    const failed = (await shop.get('/api/refunds?page=1&limit=100', admin.headers)).json()
    expect(failed.some(({ orderId }: { orderId: string }) => orderId === id)).toBe(true)
  })
})

describe('a statement without a log-in', () => {
  let from = 0
  /** Each from another network. */
  const state = (body: object) =>
    shop.post('/api/withdrawals', body, { 'x-forwarded-for': `10.9.0.${++from}` })
  const typed = (who: Person, id: string) => ({ name: 'Eve', number: numberOf(id), email: who.email })

  test('is answered the same whatever it names, and only the account is mailed a link', async () => {
    const who = await somebody()
    const { id } = await bought(who, { until: 'delivered' })
    const answers = [
      await state(typed(who, id)),
      await state({ ...typed(who, id), number: 'no. 00000000' }),
      await state({ ...typed(who, id), email: 'nobody@withdrawals.example' }),
    ]
    for (const answer of answers)
      expect([answer.status, Object.keys(answer.json())]).toEqual([200, ['declaredAt']])
    const mails = (await mailsTo(shop, who.email)).filter((it) => it.includes('Confirm your withdrawal'))
    expect(mails).toHaveLength(1)
    // Nothing that a stranger has typed is mailed.
    expect(mails[0]).not.toContain('Eve')
    const [, statement] = /\/withdraw\/([0-9a-f]{24})/.exec(mails[0]!)!
    expect(await mailsTo(shop, 'nobody@withdrawals.example')).toEqual([])
    const stated = (await listed('stated')).filter(({ email }: { email: string }) =>
      [who.email, 'nobody@withdrawals.example'].includes(email),
    )
    expect(stated).toHaveLength(3)

    expect((await shop.get(`/api/withdrawals/${statement}`)).json()).toMatchObject({
      number: numberOf(id),
      state: 'stated',
      pieces: [{ quantity: 2 }],
    })
    const confirm = () => shop.post(`/api/withdrawals/${statement}/confirm`)
    const confirmed = await Promise.all([confirm(), confirm()])
    expect(statuses(confirmed)).toEqual([200, 200])
    // It counts from when it was stated.
    expect(confirmed[0]!.json()).toEqual(answers[0]!.json())
    expect((await purchaseOf(who, id)).returns).toMatchObject([{ quantity: 2, isWithdrawal: true }])
    expect((await shop.get('/api/withdrawals/nobody')).status).toBe(404)
  })

  test('says in the mail why it comes to nothing', async () => {
    const who = await somebody()
    const { id } = await bought(who)
    await withdraw(who, id)
    await state(typed(who, id))
    const [mail] = (await mailsTo(shop, who.email)).filter((it) => it.includes('Subject: Your withdrawal'))
    expect(mail).toContain('Nothing of it is left')
    expect(mail).not.toContain('/withdraw/')
  })

  test('can be made three times a day for one address, from wherever', async () => {
    const body = { name: 'Eve', number: '12345678', email: 'flood@withdrawals.example' }
    const answers = []
    for (let n = 0; n < 4; n++) answers.push((await state(body)).status)
    expect(answers).toEqual([200, 200, 200, 429])
  })

  test('is accepted or put aside by admins, once, and by nobody else', async () => {
    const who = await somebody()
    const { id } = await bought(who, { until: 'shipped' })
    await state(typed(who, id))
    await state({ ...typed(who, id), number: '00000000' })
    const found = (await listed('stated')).filter(({ email }: { email: string }) => email === who.email)
    const named = found.find(({ purchaseId }: { purchaseId?: string }) => purchaseId)._id
    const unnamed = found.find(({ purchaseId }: { purchaseId?: string }) => !purchaseId)._id
    const act = (one: string, name: string, by = admin) =>
      shop.post(`/api/withdrawals/${one}/${name}`, {}, by.headers)
    expect((await act(named, 'accept', packer)).status).toBe(403)
    expect(statuses(await Promise.all([act(named, 'accept'), act(named, 'accept')]))).toEqual([200, 409])
    expect((await act(named, 'close')).status).toBe(409)
    expect((await act(unnamed, 'accept')).json().reason).toBe('statement_without_purchase')
    expect((await act(unnamed, 'close')).status).toBe(200)
    expect((await act('nobody', 'close')).status).toBe(404)
  })

  test('is a function of the shop only while the setting is on', async () => {
    expect((await shop.get('/withdraw')).status).toBe(200)
    expect((await shop.get('/')).text).toContain('href="/withdraw"')
    expect((await shop.get('/withdraw')).text).toContain('action="/withdraw"')
    const pageOfOwner = async () => (await shop.get('/pages/delivery-and-returns')).text
    expect(await pageOfOwner()).toContain('until the end of 14 days after its last part has arrived')
    await settings({ days: '0' })
    expect(await pageOfOwner()).not.toContain('without giving a reason')
    expect((await state({ name: 'Eve', number: '12345678', email: 'eve@withdrawals.example' })).status).toBe(
      404,
    )
    expect((await shop.get('/withdraw')).status).toBe(404)
    expect((await shop.get('/')).text).not.toContain('href="/withdraw"')
    await settings({ days: '14' })
  })
})

test('what cost nothing is not sent alone: it goes back on the shelf with what was paid for', async () => {
  const who = await somebody()
  const paid = await aProduct(shop, { priceCents: 2500, availableQty: 10 })
  const free = await aProduct(shop, { priceCents: 0, availableQty: 10 })
  const lines = [paid, free].map(({ id, price }) => ({ productId: id, quantity: 1, size: 'M', price }))
  const { orderId } = (await shop.post('/api/checkout', { lines, total: 25 }, who.headers)).json()
  const started = await payments.start(who, orderId)
  await payments.confirmCard(started)
  await payments.confirmPayment(who, orderId, started.transactionId)
  const { _id, orders } = await purchaseOf(who, orderId)
  const { _id: priced } = orders.find(({ price }: { price?: number }) => price)
  expect((await withdraw(who, _id, { pieces: [{ orderId: priced, quantity: 1 }] })).status).toBe(200)
  await payments.deliverWebhooks()
  for (const { id } of [paid, free]) expect(await stockOf(shop, id)).toEqual({ left: 10, booked: 10 })
  const after = await purchaseOf(who, orderId)
  expect(after.parcel).toBeUndefined()
  expect(after.withdrawable).toBeUndefined()
})

test('who withdraws from all of it gets the standard delivery back, and not what a dearer way cost more', async () => {
  const rates = (await shop.get('/api/manage/rates', admin.headers)).json()
  const way = (id: string, cents: number) => ({
    id,
    name: id,
    kind: 'parcel',
    by: 'flat',
    steps: [{ cents }],
    days: { least: 1, most: 2 },
  })
  const zones = [
    { id: 'all', name: 'All', areas: [{ country: '*' }], ways: [way('post', 400), way('courier', 1500)] },
  ]
  const value = { home: { country: 'US', region: 'OH' }, zones }
  const body = { version: rates.delivery.version, value }
  await shop.send('/api/manage/rates/delivery', { method: 'PUT', body, headers: admin.headers })
  const who = await somebody()
  const { id: productId, price } = await aProduct(shop, { priceCents: 2500, availableQty: 10 })
  const lines = [{ productId, quantity: 2, size: 'M', price: price * 2 }]
  const order = { lines, total: 65, way: 'courier', place: { country: 'GB' } }
  const { orderId: id } = (await shop.post('/api/checkout', order, who.headers)).json()
  const started = await payments.start(who, id)
  await payments.confirmCard(started)
  await payments.confirmPayment(who, id, started.transactionId)
  const { _id: purchaseId, total } = await purchaseOf(who, id)
  expect(total).toBe(65)
  const before = await payments.netChargedCents()
  const pieces = [{ orderId: id, quantity: 2 }]
  expect((await withdraw(who, purchaseId, { pieces })).status).toBe(200)
  await payments.deliverWebhooks()
  expect(before - (await payments.netChargedCents())).toBe(5400)
  const credit = (await purchaseOf(who, id)).receipts.find(
    (it: { kind: string }) => it.kind === 'credit-note',
  )
  expect(credit).toMatchObject({ total: 54 })
  expect(credit.lines.at(-1)).toMatchObject({ text: 'Delivery' })
})

test('what was stated is in the export, and loses the person with the account', async () => {
  const who = await somebody()
  const { id } = await bought(who, { until: 'delivered' })
  await withdraw(who, id)
  const mine = (await shop.get('/api/my-data', who.headers)).json()
  expect(mine.withdrawals).toMatchObject([{ name: 'Ada Lovelace', purchase_id: id }])
  await shop.send(`/api/user/${who.email}`, { method: 'DELETE', headers: admin.headers })
  expect(await listedFor(id)).toMatchObject({ name: 'Deleted user', email: '' })
})
