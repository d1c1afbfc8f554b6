import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct, stockOf } from '~/test/a-product.ts'
import { buyerPayments } from '~/test/buyer-payments.ts'
import { mailsTo } from '~/test/mails.ts'
import { pdfTexts } from '~/test/pdf-texts.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

type Person = Awaited<ReturnType<typeof signedIn>>
type Product = Awaited<ReturnType<typeof aProduct>>
type Bought = { who: Person; id: string; order: string }

let shop: TestShop
let pay: Awaited<ReturnType<typeof buyerPayments>>
let admin: Person
let made = 0
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off', DELIVERY_FEE: '7.99', SHOP_EMAIL: 'owner@deposits.example' })
  pay = await buyerPayments(shop)
  admin = await signedIn(shop, { email: 'admin@deposits.example', admin: true })
})

const home = { name: 'Ada', street: 'Mill Lane 1', town: 'Bath', country: 'UK' }
const somebody = () => signedIn(shop, { email: `buyer-${++made}@deposits.example` })
const alternator = (more: object = {}) => aProduct(shop, { priceCents: 21_900, depositCents: 4500, ...more })
const checkout = (who: Person, wanted: { product: Product; quantity?: number }[], total: number, code = '') =>
  shop.post(
    '/api/checkout',
    {
      lines: wanted.map(({ product, quantity = 1 }) => ({ productId: product.id, quantity, size: 'M' })),
      total,
      ...(code && { code }),
    },
    who.headers,
  )
const purchaseOf = async (who: Person, id: string) =>
  (await shop.get(`/api/purchases/${id}`, who.headers)).json()
const refund = (orderId: string, body: object = {}) =>
  shop.post(`/api/orders/${orderId}/refund`, { restock: false, ...body }, admin.headers)
const ask = (who: Person, orderId: string, body: object = {}) =>
  shop.post(`/api/orders/${orderId}/old-parts`, { quantity: 1, ...body }, who.headers)
const giveBack = (id: string, amount?: number, by = admin) =>
  shop.post(`/api/old-parts/${id}/give-back`, { amount }, by.headers)
const decline = (id: string, answer = 'It is not an alternator') =>
  shop.post(`/api/old-parts/${id}/decline`, { answer }, admin.headers)

async function bought(
  wanted: { product: Product; quantity?: number }[],
  total: number,
  code = '',
): Promise<Bought> {
  const who = await somebody()
  const answer = await checkout(who, wanted, total, code)
  expect(answer.json()).toMatchObject({ purchaseId: expect.any(String) })
  const id = answer.json().purchaseId as string
  const started = await pay.start(who, id)
  await pay.confirmCard(started)
  expect((await pay.confirmPayment(who, id, started.transactionId)).status).toBe(200)
  await shop.send(`/api/purchases/${id}/address`, { method: 'PUT', body: home, headers: who.headers })
  return { who, id, order: id }
}

async function packed(...wanted: Parameters<typeof bought>) {
  const it = await bought(...wanted)
  const { parcels } = await purchaseOf(it.who, it.id)
  expect((await shop.post('/api/parcels/pack', { ids: [parcels[0]._id] }, admin.headers)).status).toBe(200)
  return it
}

/** All that was paid for it, less what has gone back. */
async function keptCents(id: string) {
  const rows = await shop.db
    .selectFrom('receipts')
    .select(['kind', 'amount_cents', 'deposit_cents'])
    .where('purchase_id', '=', id)
    .execute()
  return rows.reduce(
    (sum, row) => {
      const sign = row.kind === 'receipt' ? 1 : -1
      return {
        cents: sum.cents + sign * Number(row.amount_cents),
        deposits: sum.deposits + sign * Number(row.deposit_cents),
      }
    },
    { cents: 0, deposits: 0 },
  )
}

describe('a part with a deposit', () => {
  test('is ordered with it, and page, mail, receipt, PDF, lists and books say it on a line of its own', async () => {
    const [part, pads] = [await alternator(), await aProduct(shop, { priceCents: 2000 })]
    const { who, id } = await bought([{ product: part, quantity: 2 }, { product: pads }], 548)
    const purchase = await purchaseOf(who, id)
    expect(purchase).toMatchObject({
      delivery: 0,
      total: 548,
      orders: [
        { price: 528, unitPrice: 219, quantity: 2, deposit: { each: 45, amount: 90, back: 0, days: 60 } },
        { price: 20 },
      ],
      receipts: [
        {
          total: 548,
          lines: [
            { unitPrice: 219, quantity: 2, total: 438 },
            { text: `Deposit for ${part.name}`, unitPrice: 45, quantity: 2, total: 90 },
            { unitPrice: 20, total: 20 },
          ],
        },
      ],
    })
    expect(purchase.orders[1].deposit).toBeUndefined()
    const mail = (await mailsTo(shop, who.email)).find((text) => text.includes('Your orders are paid'))
    expect(mail).toContain('Deposit, back when you return your old part: $90.00')
    const file = await shop.get('/api/orders.csv', admin.headers)
    expect(file.text).toContain('Deposit in $')
    const day = new Date().toISOString().slice(0, 10)
    const books = await shop.get(`/api/books.csv?from=${day}&to=${day}`, admin.headers)
    expect(books.text).toContain(`Deposit for ${part.name}`)
    const pdf = await shop.get(`/api/purchases/${id}/receipts/${purchase.receipts[0].number}`, who.headers)
    expect(pdfTexts(pdf.bytes).join('\n')).toContain(`Deposit for ${part.name}`)
    expect(await keptCents(id)).toEqual({ cents: 54_800, deposits: 9000 })
  })

  test('is refused to a client that does not know of it, with the total by which it is accepted', async () => {
    const part = await alternator()
    const who = await somebody()
    const order = (price: number) =>
      shop.post('/api/orders', { productId: part.id, quantity: 1, size: 'M', price }, who.headers)
    const refused = await order(219)
    expect(refused.status).toBe(409)
    expect(refused.json()).toMatchObject({ reason: 'price_changed', price: 264, deposit: 45 })
    expect(refused.json().message).toContain('$45.00')
    expect(refused.json().message).toContain('$264.00')
    expect((await order(200)).json()).toMatchObject({ reason: 'price_changed', price: 264 })
    const placed = await order(264)
    expect(placed.status).toBe(200)
    const id = placed.json().insertedId
    expect((await shop.get(`/api/order/${id}`, who.headers)).json()).toMatchObject({ price: 264 })
    expect((await checkout(who, [{ product: part }], 219)).json()).toMatchObject({
      reason: 'total_changed',
      total: 264,
    })
    // What was fixed when it was placed stays.
    await shop.db.updateTable('products').set({ deposit_cents: 0 }).where('id', '=', part.id).execute()
    expect((await shop.get(`/api/order/${id}`, who.headers)).json()).toMatchObject({ price: 264 })
    expect((await order(264)).json()).toMatchObject({ reason: 'price_changed', price: 219 })
  })

  test('a code takes nothing off it, and delivery goes by the goods alone', async () => {
    const part = await aProduct(shop, { priceCents: 9500, depositCents: 1000 })
    const codes = { code: `ALL-${++made}`, kind: 'percent', value: 10_000, mostPerPerson: 1 }
    const half = { code: `HALF-${++made}`, kind: 'percent', value: 50 }
    for (const code of [{ ...codes, value: 100 }, half])
      expect((await shop.post('/api/manage/discounts', code, admin.headers)).status).toBe(200)
    // 95 is no more than 100, whatever the deposit.
    const { id, who } = await bought([{ product: part }], 47.5 + 10 + 7.99, half.code)
    expect((await purchaseOf(who, id)).orders[0]).toMatchObject({ price: 57.5, discount: { amount: 47.5 } })
    const free = await bought([{ product: part }], 10, codes.code)
    expect(await purchaseOf(free.who, free.id)).toMatchObject({ total: 10, delivery: 0 })
    expect(await keptCents(free.id)).toEqual({ cents: 1000, deposits: 1000 })
  })
})

test('is untaxed where the owner says so, on receipt, credit note and in the books', async () => {
  const own = await aShop({ DEMO: 'off' })
  const boss = await signedIn(own, { email: 'boss@tax.example', admin: true })
  const home = { country: 'GB' }
  const way = { id: 'parcel', name: 'Parcel', kind: 'parcel', by: 'flat', steps: [{ cents: 500 }] }
  const zone = { id: 'home', name: 'Home', areas: [{ country: 'GB' }] }
  const sections = {
    delivery: { home, zones: [{ ...zone, ways: [{ ...way, days: { least: 1, most: 2 } }] }] },
    tax: {
      name: 'VAT',
      places: [{ ...zone, rate: 20_000, taxesDelivery: true, taxesDeposits: false }],
    },
  }
  for (const [name, value] of Object.entries(sections)) {
    const body = { version: 0, value }
    const saved = await own.send(`/api/manage/rates/${name}`, { method: 'PUT', body, headers: boss.headers })
    expect(saved.status).toBe(200)
  }
  const theirPay = await buyerPayments(own)
  const who = await signedIn(own, { email: 'buyer@tax.example' })
  const part = await aProduct(own, { priceCents: 11_500, depositCents: 4500 })
  const lines = [{ productId: part.id, quantity: 1, size: 'M' }]
  const placed = await own.post('/api/checkout', { lines, total: 165 }, who.headers)
  const id = placed.json().purchaseId
  const started = await theirPay.start(who, id)
  await theirPay.confirmCard(started)
  await theirPay.confirmPayment(who, id, started.transactionId)
  const receiptsOf = async () => (await own.get(`/api/purchases/${id}`, who.headers)).json().receipts
  const taxes = [
    { rate: '20 %', gross: 120, amount: 20 },
    { rate: '0 %', gross: 45, amount: 0 },
  ]
  expect((await receiptsOf())[0]).toMatchObject({ total: 165, taxes })
  const body = { restock: false, amount: 165 }
  expect((await own.post(`/api/orders/${id}/refund`, body, boss.headers)).status).toBe(200)
  expect((await receiptsOf())[1]).toMatchObject({ kind: 'credit-note', total: 165, taxes })
  const day = new Date().toISOString().slice(0, 10)
  const csv = (await own.get(`/api/books.csv?from=${day}&to=${day}`, boss.headers)).text
  const [ofDeposit] = csv.split('\n').filter((row) => row.includes(`Deposit for ${part.name}`))
  expect(ofDeposit).toContain(`Deposit for ${part.name},1,45,VAT,,0,45`)
  const { depositsHeld, days } = (await own.get('/api/summary', boss.headers)).json()
  expect([depositsHeld, days.at(-1).revenue]).toEqual([0, 0])
})

describe('a refund of the new part', () => {
  test('gives its deposit back with each piece, to the cent', async () => {
    const part = await alternator({ priceCents: 3333, depositCents: 1001 })
    const { id, who, order } = await bought([{ product: part, quantity: 4 }], 173.36)
    for (const amount of [43.34, 43.34, 43.34, 43.34])
      expect((await refund(order, { quantity: 1, amount })).json()).toEqual({ outcome: 'refunded' })
    expect(await keptCents(id)).toEqual({ cents: 0, deposits: 0 })
    const { receipts, orders } = await purchaseOf(who, id)
    expect(orders[0]).toMatchObject({ refunded: true, deposit: { back: 4 } })
    expect(receipts[1].lines).toMatchObject([
      { quantity: 1, total: 33.33 },
      { text: `Deposit for ${part.name}`, quantity: 1, total: 10.01 },
    ])
  })

  test('gives only open deposits back, and what was announced is settled with it', async () => {
    const { id, who, order } = await packed([{ product: await alternator(), quantity: 2 }], 528)
    const first = (await ask(who, order)).json().insertedId
    expect((await giveBack(first, 45)).json()).toEqual({ outcome: 'refunded' })
    const second = (await ask(who, order)).json().insertedId
    // One new part with the deposit that is open; then one without.
    expect((await refund(order, { quantity: 1, amount: 264 })).status).toBe(200)
    expect((await giveBack(second)).json().reason).toBe('old_part_another_step')
    expect((await refund(order, { quantity: 1, amount: 264 })).json().reason).toBe('refund_changed')
    expect((await refund(order, { quantity: 1, amount: 219 })).status).toBe(200)
    expect(await keptCents(id)).toEqual({ cents: 0, deposits: 0 })
    expect((await purchaseOf(who, id)).oldParts).toMatchObject([
      { state: 'given_back' },
      { state: 'given_back' },
    ])
  })
})

describe('an old part', () => {
  test('is announced once the new one is packed, and given back exactly once', async () => {
    const early = await bought([{ product: await alternator() }], 264)
    expect((await ask(early.who, early.order)).json().reason).toBe('old_part_too_early')
    const { id, who, order } = await packed([{ product: await alternator(), quantity: 2 }], 528)
    expect((await ask(await somebody(), order)).json().reason).toBe('not_yours')
    expect((await ask(who, order, { quantity: 3 })).json().reason).toBe('fewer_deposits')
    const asked = await ask(who, order, { quantity: 2, note: 'By tram' })
    expect(asked.status).toBe(200)
    expect((await ask(who, order)).json().reason).toBe('old_part_asked_already')
    const row = asked.json().insertedId as string
    expect((await mailsTo(shop, 'owner@deposits.example')).join()).toContain('for their deposit of $90.00')
    const listed = (await shop.get('/api/old-parts', admin.headers)).json()
    expect(listed.find((it: { _id: string }) => it._id === row)).toMatchObject({
      amount: 90,
      note: 'By tram',
    })
    expect((await giveBack(row, 90, who)).status).toBe(403)
    expect((await giveBack(row, 45)).json().reason).toBe('refund_changed')
    const answers = await Promise.all(Array.from({ length: 4 }, () => giveBack(row, 90)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await keptCents(id)).toEqual({ cents: 43_800, deposits: 0 })
    const purchase = await purchaseOf(who, id)
    expect(purchase.orders[0]).toMatchObject({
      refunded: false,
      refund: { quantity: 0, returned: 90 },
      deposit: { back: 2 },
    })
    expect(purchase.receipts[1]).toMatchObject({ kind: 'credit-note', total: 90 })
    expect((await ask(who, order)).json().reason).toBe('no_deposit')
    const mail = (await mailsTo(shop, who.email)).find((text) => text.includes('Your money is on its way'))
    expect(mail).toContain('2 x Deposit for')
    const months = (await shop.get('/api/books', admin.headers)).json()
    const [{ deposits, total, revenue }] = months
    expect(revenue).toBeCloseTo(total - deposits.taken + deposits.returned)
  })

  test('is declined with a reason, and can be announced again', async () => {
    const { who, order, id } = await packed([{ product: await alternator() }], 264)
    const row = (await ask(who, order)).json().insertedId
    expect((await decline(row, ' ')).status).toBe(422)
    expect((await decline(row)).status).toBe(200)
    expect((await decline(row)).json().reason).toBe('old_part_another_step')
    expect((await giveBack(row)).json().reason).toBe('old_part_another_step')
    expect((await purchaseOf(who, id)).oldParts).toMatchObject([
      { state: 'declined', answer: 'It is not an alternator' },
    ])
    expect((await mailsTo(shop, who.email)).join()).toContain('It is not an alternator')
    expect((await ask(who, order)).status).toBe(200)
  })

  test('is taken for as many days as was said when it was ordered', async () => {
    const { who, order, id } = await packed([{ product: await alternator() }], 264)
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    const deliveredAt = (at: string) =>
      shop.db.updateTable('purchases').set({ delivered_at: at }).where('id', '=', id).execute()
    await deliveredAt(ago(63))
    expect((await ask(who, order)).json().reason).toBe('old_part_too_late')
    await deliveredAt(ago(60))
    expect((await ask(who, order)).status).toBe(200)
  })

  test('a deposit whose refund bounced is owed again, and goes back once: by another try, or with the new part', async () => {
    const product = await alternator()
    const { who, order, id } = await packed([{ product, quantity: 2 }], 528)
    const { transaction_id } = await shop.db
      .selectFrom('purchases')
      .select('transaction_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const row = (await ask(who, order)).json().insertedId
    expect((await giveBack(row, 45)).status).toBe(200)
    await bounce(transaction_id!)
    const failed = (await shop.get('/api/refunds', admin.headers)).json()
    const mine = failed.find((it: { transactionId: string }) => it.transactionId === transaction_id)
    expect(mine).toMatchObject({ amount: 45 })
    expect((await purchaseOf(who, id)).orders[0].deposit.back).toBe(0)
    expect(await keptCents(id)).toEqual({ cents: 52_800, deposits: 9000 })
    // Both pieces with both deposits: the one that has failed is settled by it.
    expect((await refund(order, { amount: 528 })).json()).toEqual({ outcome: 'refunded' })
    expect((await shop.post(`/api/refunds/${mine._id}/retry`, {}, admin.headers)).status).toBe(409)
    expect(await keptCents(id)).toEqual({ cents: 0, deposits: 0 })
    expect(await stockOf(shop, product.id)).toEqual({ left: 8, booked: 8 })
  })

  test('a deposit whose refund bounced after the new part went back is still owed', async () => {
    const { who, order, id } = await packed([{ product: await alternator() }], 264)
    const { transaction_id } = await shop.db
      .selectFrom('purchases')
      .select('transaction_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const row = (await ask(who, order)).json().insertedId
    await giveBack(row, 45)
    expect((await refund(order, { amount: 219 })).status).toBe(200)
    await bounce(transaction_id!, 4500)
    const failed = (await shop.get('/api/refunds', admin.headers)).json()
    const mine = failed.find((it: { transactionId: string }) => it.transactionId === transaction_id)
    const again = await shop.post(`/api/refunds/${mine._id}/retry`, {}, admin.headers)
    expect(again.json()).toEqual({ outcome: 'refunded' })
    expect(await keptCents(id)).toEqual({ cents: 0, deposits: 0 })
    expect((await purchaseOf(who, id)).orders[0]).toMatchObject({ refunded: true, deposit: { back: 1 } })
  })
})

describe('of a part that a code has made free the deposit is paid, and', () => {
  /** For these parts alone. */
  async function freeBy(...parts: Product[]) {
    const body = { code: `FREE-${++made}`, kind: 'percent', value: 100, mostPerPerson: 1 }
    const products = parts.map(({ id }) => id)
    expect((await shop.post('/api/manage/discounts', { ...body, products }, admin.headers)).status).toBe(200)
    return body.code
  }
  const step = (id: string, name: string, body: object = {}) =>
    shop.post(`/api/parcels/${id}/${name}`, body, admin.headers)

  test('it is sent also to who brings the old part before, and comes back without money', async () => {
    const product = await alternator()
    const { who, id, order } = await packed([{ product }], 45, await freeBy(product))
    const row = (await ask(who, order)).json().insertedId
    expect((await giveBack(row, 45)).json()).toEqual({ outcome: 'refunded' })
    const state = async () => (await purchaseOf(who, id)).orders[0]
    expect(await state()).toMatchObject({
      paid: true,
      refunded: false,
      delivery: 'packed',
      refund: { quantity: 0, returned: 45 },
      deposit: { back: 1 },
    })
    expect(await keptCents(id)).toEqual({ cents: 0, deposits: 0 })
    const { orders } = (await shop.get(`/api/purchases/${id}`, admin.headers)).json()
    expect(orders[0].refundable).toBe(0)
    expect((await refund(order)).json().reason).toBe('already_refunded')
    expect((await step(id, 'ship', { carrier: 'dhl' })).status).toBe(200)
    expect((await step(id, 'deliver')).status).toBe(200)
    const wanted = { quantity: 1, reason: 'changed_mind', note: '' }
    const asked = await shop.post(`/api/orders/${order}/returns`, wanted, who.headers)
    const sent = asked.json().insertedId as string
    await shop.post(`/api/returns/${sent}/accept`, { answer: 'Send it to us' }, admin.headers)
    await shop.post(`/api/returns/${sent}/receive`, { sound: true }, admin.headers)
    expect(await state()).toMatchObject({ return: 'completed', refunded: false })
    expect(await stockOf(shop, product.id)).toEqual({ left: 10, booked: 10 })
  })

  test('a return that waits for it is complete once the old part was first', async () => {
    const product = await alternator()
    const { who, id, order } = await packed([{ product }], 45, await freeBy(product))
    const row = (await ask(who, order)).json().insertedId
    const wanted = { quantity: 1, reason: 'changed_mind', note: '' }
    const sent = (await shop.post(`/api/orders/${order}/returns`, wanted, who.headers)).json().insertedId
    await shop.post(`/api/returns/${sent}/accept`, { answer: 'Send it to us' }, admin.headers)
    await shop.post(`/api/returns/${sent}/receive`, { sound: true }, admin.headers)
    expect((await purchaseOf(who, id)).orders[0]).toMatchObject({ return: 'received' })
    expect((await giveBack(row, 45)).status).toBe(200)
    expect((await purchaseOf(who, id)).orders[0]).toMatchObject({ return: 'completed' })
  })

  test('the last part that cost something goes back with the delivery, while the free one is still sent', async () => {
    const [part, pads] = [
      await alternator({ priceCents: 3000, depositCents: 1000 }),
      await aProduct(shop, { priceCents: 2000 }),
    ]
    const { who, id } = await packed([{ product: part }, { product: pads }], 37.99, await freeBy(part))
    const { orders } = await purchaseOf(who, id)
    const row = (await ask(who, orders[0]._id)).json().insertedId
    expect((await giveBack(row, 10)).status).toBe(200)
    expect((await refund(orders[1]._id, { amount: 27.99 })).json()).toEqual({ outcome: 'refunded' })
    expect(await keptCents(id)).toEqual({ cents: 0, deposits: 0 })
    expect(await purchaseOf(who, id)).toMatchObject({
      orders: [{ refunded: false, delivery: 'packed' }, { refunded: true }],
      parcels: [{ state: 'packed' }],
    })
  })

  test('a refund of it that bounced needs nobody once the deposit has gone back for the old part', async () => {
    const product = await alternator()
    const { who, id, order } = await packed([{ product, quantity: 2 }], 90, await freeBy(product))
    const { transaction_id } = await shop.db
      .selectFrom('purchases')
      .select('transaction_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect((await refund(order, { quantity: 1, amount: 45 })).json()).toEqual({ outcome: 'refunded' })
    await bounce(transaction_id!)
    const inTrouble = async () =>
      (await shop.get('/api/refunds', admin.headers))
        .json()
        .filter((it: { transactionId: string }) => it.transactionId === transaction_id)
    expect(await inTrouble()).toMatchObject([{ amount: 45 }])
    const row = (await ask(who, order)).json().insertedId
    expect((await giveBack(row, 45)).json()).toEqual({ outcome: 'refunded' })
    expect(await inTrouble()).toEqual([])
    expect(await keptCents(id)).toEqual({ cents: 4500, deposits: 4500 })
  })

  test('who withdraws once the deposit is back gets no money, and the shop the part', async () => {
    const product = await alternator()
    const { version } = (await shop.get('/api/manage/business/returns', admin.headers)).json()
    const body = { version, values: { days: '14', places: 'everybody' } }
    await shop.send('/api/manage/business/returns', { method: 'PUT', body, headers: admin.headers })
    const { who, id, order } = await packed([{ product }], 45, await freeBy(product))
    const row = (await ask(who, order)).json().insertedId
    expect((await giveBack(row, 45)).status).toBe(200)
    expect((await step(id, 'undo')).status).toBe(200)
    const statement = { key: crypto.randomUUID(), name: 'Ada', pieces: [{ orderId: order, quantity: 1 }] }
    expect((await shop.post(`/api/purchases/${id}/withdrawals`, statement, who.headers)).status).toBe(200)
    expect(await purchaseOf(who, id)).toMatchObject({ withdrawals: [{ state: 'done' }], parcels: [] })
    expect(await stockOf(shop, product.id)).toEqual({ left: 10, booked: 10 })
  })
})

test('an old part is expected no more once the bank has taken the payment back', async () => {
  const { who, id, order } = await packed([{ product: await alternator() }], 264)
  const row = (await ask(who, order)).json().insertedId
  const { transaction_id } = await shop.db
    .selectFrom('purchases')
    .select('transaction_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await shop.standIn!.dispute(transaction_id!)
  await shop.standIn!.decideDispute(transaction_id!, 'lost')
  await pay.deliverWebhooks()
  expect((await purchaseOf(who, id)).oldParts).toMatchObject([{ state: 'given_back' }])
  expect((await giveBack(row)).json().reason).toBe('old_part_another_step')
  expect((await ask(who, order)).json().reason).toBe('no_deposit')
})

/** The last refund of the payment comes back, or that of an amount. */
async function bounce(transactionId: string, cents?: number) {
  const refunds = await shop.db
    .selectFrom('refunds')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .execute()
  const row = refunds.findLast(({ amount_cents }) => cents === undefined || amount_cents === cents)!
  await shop.standIn!.bounceRefund(row.provider_refund_id!)
  await shop.standIn!.webhooks.wake()
}
