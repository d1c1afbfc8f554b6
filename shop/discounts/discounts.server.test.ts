import { beforeAll, describe, expect, test } from 'vitest'
import { toDollars } from '~/platform/money.ts'
import { expireUnpaid } from '~/shop/orders/my-orders/cancel-order.server.ts'
import { aProduct } from '~/test/a-product.ts'
import { buyerPayments } from '~/test/buyer-payments.ts'
import { mailsTo } from '~/test/mails.ts'
import { pdfTexts } from '~/test/pdf-texts.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

type Person = Awaited<ReturnType<typeof signedIn>>
type Product = Awaited<ReturnType<typeof aProduct>>
type Wanted = { product: Product; quantity?: number }

let shop: TestShop
let pay: Awaited<ReturnType<typeof buyerPayments>>
let admin: Person
let made = 0
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off', DELIVERY_FEE: '7.99', MOST_UNPAID_ORDERS: '5' })
  pay = await buyerPayments(shop)
  admin = await signedIn(shop, { email: 'admin@discounts.example', admin: true })
})

const somebody = () => signedIn(shop, { email: `buyer-${++made}@discounts.example` })
const linesOf = (wanted: Wanted[]) =>
  wanted.map(({ product, quantity = 1 }) => ({ productId: product.id, quantity, size: 'M' }))
const post = (input: object) => shop.post('/api/manage/discounts', input, admin.headers)
async function aCode(input: object = {}, code = `CODE-${++made}`) {
  const answer = await post({ code, kind: 'percent', value: 10, ...input })
  expect(answer.status).toBe(200)
  return { id: answer.json().insertedId as string, code }
}
type Discount = { code?: string; total: number; key?: string }
const change = (id: string, body: object) =>
  shop.send(`/api/manage/discounts/${id}`, { method: 'PUT', body, headers: admin.headers })
const listed = async (id: string) =>
  (await shop.get('/api/manage/discounts', admin.headers))
    .json()
    .find((row: { _id: string }) => row._id === id)
const checkout = (who: Person, wanted: Wanted[], { code, total, key }: Discount) =>
  shop.post(
    '/api/checkout',
    { lines: linesOf(wanted), total, ...(code && { code }) },
    { ...who.headers, ...(key && { 'idempotency-key': key }) },
  )
const ask = (who: Person, code: string, wanted: Wanted[]) =>
  shop.post('/api/cart/code', { code, lines: linesOf(wanted) }, who.headers)
const purchaseOf = async (who: Person, id: string) =>
  (await shop.get(`/api/purchases/${id}`, who.headers)).json()
const cancel = (who: Person, id: string) =>
  shop.send(`/api/orders/${id}`, { method: 'DELETE', headers: who.headers })
const useOf = (purchaseId: string) =>
  shop.db.selectFrom('discount_uses').selectAll().where('purchase_id', '=', purchaseId).executeTakeFirst()

async function bought(wanted: Wanted[], discount: { code: string; total: number }) {
  const who = await somebody()
  const answer = await checkout(who, wanted, discount)
  expect(answer.json()).toMatchObject({ purchaseId: expect.any(String) })
  const id = answer.json().purchaseId as string
  return { who, id, purchase: await purchaseOf(who, id) }
}
async function paid(wanted: Wanted[], discount: { code: string; total: number }) {
  const it = await bought(wanted, discount)
  const started = await pay.start(it.who, it.id)
  await pay.confirmCard(started)
  expect((await pay.confirmPayment(it.who, it.id, started.transactionId)).status).toBe(200)
  return { ...it, purchase: await purchaseOf(it.who, it.id) }
}

describe('a purchase with a code', () => {
  test('costs less by the shares of its lines, and says so in page, mail, receipt, PDF, lists and books', async () => {
    const { id: codeId } = await aCode({ value: 12.5 }, 'Spring-10')
    const [disc, pads] = [
      await aProduct(shop, { priceCents: 9000 }),
      await aProduct(shop, { priceCents: 1999 }),
    ]
    const wanted = [{ product: disc }, { product: pads, quantity: 3 }]
    // 149.97, of which 12.5 % are 18.75: 11.25 and 7.50. Delivery goes by the parts before the discount.
    const { who, id, purchase } = await paid(wanted, { code: ' spring 10', total: 131.22 })
    expect(purchase).toMatchObject({
      delivery: 0,
      total: 131.22,
      orders: [
        { price: 78.75, unitPrice: 90, discount: { code: 'SPRING-10', amount: 11.25 } },
        { price: 52.47, unitPrice: 19.99, discount: { code: 'SPRING-10', amount: 7.5 } },
      ],
      receipts: [
        {
          total: 131.22,
          lines: [
            { unitPrice: 90, quantity: 1, discount: { code: 'SPRING-10', amount: 11.25 }, total: 78.75 },
            { unitPrice: 19.99, quantity: 3, discount: { code: 'SPRING-10', amount: 7.5 }, total: 52.47 },
          ],
        },
      ],
    })
    const mail = (await mailsTo(shop, who.email)).find((text) => text.includes('Your orders are paid'))
    expect(mail).toContain('Discount SPRING-10: -$18.75')
    const file = await shop.get('/api/orders.csv', admin.headers)
    expect(file.text).toMatch(/;7\.5;SPRING-10|,7\.5,SPRING-10/)
    const day = new Date().toISOString().slice(0, 10)
    const books = await shop.get(`/api/books.csv?from=${day}&to=${day}`, admin.headers)
    expect(books.text).toMatch(/11\.25.SPRING-10/)
    const { number } = purchase.receipts[0]
    const pdf = await shop.get(`/api/purchases/${id}/receipts/${number}`, who.headers)
    expect(pdfTexts(pdf.bytes).join('\n')).toContain('Discount SPRING-10: -$7.50')
    expect(await listed(codeId)).toMatchObject({ uses: 1, given: 18.75 })
  })

  test('returns the price after the discount, piece by piece, with credit notes that come to the receipt', async () => {
    const { code } = await aCode({ kind: 'amount', value: 10, mostPerPerson: 1 })
    const [a, b] = [await aProduct(shop, { priceCents: 3333 }), await aProduct(shop, { priceCents: 1000 })]
    const { who, id, purchase } = await paid([{ product: a, quantity: 3 }, { product: b }], {
      code,
      total: 99.99,
    })
    const order = purchase.orders[0]._id
    const refund = (orderId: string, body: object) =>
      shop.post(`/api/orders/${orderId}/refund`, { restock: true, ...body }, admin.headers)
    for (let n = 0; n < 3; n += 1) expect((await refund(order, { quantity: 1 })).status).toBe(200)
    expect((await refund(purchase.orders[1]._id, {})).status).toBe(200)
    const { receipts } = await purchaseOf(who, id)
    const [receipt, ...notes] = receipts
    const sum = notes.reduce((all: number, note: { total: number }) => all + Math.round(note.total * 100), 0)
    expect(toDollars(sum)).toBe(receipt.total)
    for (const note of receipts)
      for (const { unitPrice, quantity, discount, total } of note.lines)
        expect(Math.round((unitPrice * quantity - (discount?.amount ?? 0)) * 100)).toBe(
          Math.round(total * 100),
        )
    // What was refunded is not a use less.
    expect(await useOf(id)).toMatchObject({ released_at: null })
  })

  test('is refused with the new total when that is another one, and with the same key it is the same purchase', async () => {
    const { code } = await aCode({ mostUses: 1 })
    const wanted = [{ product: await aProduct(shop, { priceCents: 20_000 }) }]
    const who = await somebody()
    expect((await checkout(who, wanted, { code, total: 200 })).json()).toMatchObject({
      reason: 'total_changed',
      total: 180,
    })
    const first = await checkout(who, wanted, { code, total: 180, key: 'once' })
    expect(first.status).toBe(200)
    const again = await checkout(who, wanted, { code, total: 180, key: 'once' })
    expect(again.json()).toEqual(first.json())
    expect((await checkout(who, wanted, { total: 200, key: 'once' })).json().reason).toBe('key_reused')
    expect((await checkout(await somebody(), wanted, { code, total: 180 })).json()).toMatchObject({
      reason: 'code_used_up',
    })
  })

  test('gives its use back when the last of its orders is cancelled or ends, and no share changes before', async () => {
    const { code, id: codeId } = await aCode({ mostUses: 1, mostPerPerson: 1 })
    const wanted = [
      { product: await aProduct(shop, { priceCents: 8000 }) },
      { product: await aProduct(shop, { priceCents: 9000 }) },
    ]
    const { who, id, purchase } = await bought(wanted, { code, total: 153 })
    expect((await cancel(who, purchase.orders[0]._id)).status).toBe(200)
    // No longer above the sum for free delivery, which goes by the price before the discount.
    expect(await purchaseOf(who, id)).toMatchObject({
      total: 88.99,
      delivery: 7.99,
      orders: [{ price: 81, discount: { amount: 9 } }],
    })
    expect(await listed(codeId)).toMatchObject({ uses: 1 })
    expect((await cancel(who, purchase.orders[1]._id)).status).toBe(200)
    expect((await useOf(id))!.released_at).not.toBeNull()
    expect(await listed(codeId)).toMatchObject({ uses: 0, given: 0 })
    const next = await checkout(who, [wanted[0]!], { code, total: 79.99 })
    expect(next.status).toBe(200)
    await shop.db
      .updateTable('orders')
      .set({ expires_at: '2020-01-01T00:00:00.000Z' })
      .where('purchase_id', '=', next.json().purchaseId)
      .execute()
    await expireUnpaid(shop)
    expect(await listed(codeId)).toMatchObject({ uses: 0 })
  })

  test('of which the code leaves nothing is a free one, delivery included', async () => {
    const { code } = await aCode({ value: 100, mostPerPerson: 1 })
    const { purchase } = await bought([{ product: await aProduct(shop) }], { code, total: 0 })
    expect(purchase).toMatchObject({
      total: 0,
      delivery: 0,
      orders: [{ paid: false, discount: { amount: 25 } }],
    })
    expect(purchase.orders[0].price).toBeUndefined()
    expect(purchase.orders[0].expiresAt).toBeUndefined()
  })

  test('is refused where a card cannot pay what is left', async () => {
    const { code } = await aCode({ kind: 'amount', value: 129.8, mostPerPerson: 1 })
    const wanted = [{ product: await aProduct(shop, { priceCents: 13_000 }) }]
    const answer = await checkout(await somebody(), wanted, { code, total: 0.2 })
    expect(answer.status).toBe(409)
    expect(answer.json().message).toMatch(
      /only \$0\.20 would be left to pay, and a card can pay from \$0\.50/,
    )
  })

  test('is fixed when it is placed: it is paid as it was, whatever becomes of the code', async () => {
    const { code, id: codeId } = await aCode()
    const wanted = [{ product: await aProduct(shop, { priceCents: 20_000 }) }]
    const { who, id } = await bought(wanted, { code, total: 180 })
    expect((await change(codeId, { version: 1, state: 'ended' })).json()).toEqual({ modifiedCount: 1 })
    const started = await pay.start(who, id)
    await pay.confirmCard(started)
    expect((await pay.confirmPayment(who, id, started.transactionId)).status).toBe(200)
    expect(await purchaseOf(who, id)).toMatchObject({ total: 180 })
  })
})

describe('a code is refused', () => {
  test('with the reason, and what would make it valid', async () => {
    const brakes = await aProduct(shop, { priceCents: 20_000, name: `Brake ${++made}` })
    const other = await aProduct(shop, { priceCents: 20_000 })
    const who = await somebody()
    const forBrakes = await aCode({ products: [brakes.name], minimum: 250, value: 20 })
    expect((await checkout(who, [{ product: other }], { ...forBrakes, total: 1 })).json().message).toBe(
      `${forBrakes.code} is for other parts: ${brakes.name}.`,
    )
    expect((await checkout(who, [{ product: brakes }], { ...forBrakes, total: 1 })).json().message).toBe(
      `${forBrakes.code} is for a purchase from $250.00 of ${brakes.name}: $50.00 to go.`,
    )
    const both = [{ product: brakes, quantity: 2 }, { product: other }]
    const { purchase } = await bought(both, { ...forBrakes, total: 520 })
    expect(purchase.orders.map(({ price }: { price: number }) => price)).toEqual([320, 200])
    const past = await aCode({ endsOn: '2020-01-31' })
    expect((await ask(who, past.code, both)).json().message).toBe(
      'This code has ended: it was valid until January 31, 2020.',
    )
    const paused = await aCode()
    await change(paused.id, { version: 1, state: 'paused' })
    const future = await aCode({ startsOn: '2099-01-01' })
    for (const code of [paused.code, future.code, 'NOSUCHCODE', '<script>', 'ВЕСНА', '\u200b', "' or 1=1"])
      expect((await ask(who, code, both)).json().reason, code).toBe('unknown_code')
    expect((await ask(who, 'A'.repeat(500), both)).status).toBe(422)
  })

  test('to who has used it, and for a first purchase to who has bought', async () => {
    const wanted = [{ product: await aProduct(shop, { priceCents: 20_000, availableQty: 50 }) }]
    const once = await aCode({ mostPerPerson: 1 })
    const { who, id } = await bought(wanted, { ...once, total: 180 })
    expect((await checkout(who, wanted, { ...once, total: 180 })).json().reason).toBe('code_used')
    const first = await aCode({ customers: 'first_purchase' })
    expect((await checkout(who, wanted, { ...first, total: 180 })).json().reason).toBe('not_first_purchase')
    const [order] = (await purchaseOf(who, id)).orders
    await cancel(who, order._id)
    expect((await checkout(who, wanted, { ...first, total: 180 })).status).toBe(200)
    expect((await checkout(who, wanted, { ...first, total: 180 })).json().reason).toBe('not_first_purchase')
  })

  test('after ten wrong ones of an account, right ones too; right ones do not make up for wrong ones', async () => {
    const who = await somebody()
    const wanted = [{ product: await aProduct(shop, { priceCents: 20_000 }) }]
    const { code } = await aCode()
    for (let n = 0; n < 9; n += 1) expect((await ask(who, `WRONG${n}`, wanted)).status).toBe(422)
    expect((await ask(who, code, wanted)).status).toBe(200)
    expect((await checkout(who, wanted, { code: 'WRONG10', total: 200 })).status).toBe(422)
    expect((await ask(who, code, wanted)).status).toBe(429)
    expect((await checkout(who, wanted, { code, total: 180 })).status).toBe(429)
    expect((await checkout(who, wanted, { total: 200 })).status).toBe(200)
  })
})

describe('admins', () => {
  test('make codes that nobody can be given without end, and never one twice', async () => {
    const code = `ONCE-${++made}`
    const input = { code, kind: 'percent', value: 10 }
    expect((await post({ ...input, value: 100 })).json()).toMatchObject({
      reason: 'free_without_limit',
      fields: { mostPerPerson: expect.stringContaining('can make parts free') },
    })
    expect((await post({ ...input, kind: 'amount', value: 20, minimum: 20 })).status).toBe(422)
    expect((await post({ ...input, kind: 'amount', value: 20, minimum: 20.01 })).status).toBe(200)
    expect((await post({ ...input, code: code.toLowerCase().replace('-', '') })).json().reason).toBe(
      'code_taken',
    )
    for (const bad of ['abc', 'ВЕСНА10', 'A\u200bBCD', 'A'.repeat(31), '<b>1234', ''])
      expect((await post({ ...input, code: bad })).status, bad).toBe(422)
    for (const value of [0, -5, 100.01, 12.345, 'ten'])
      expect((await post({ ...input, value })).status).toBe(422)
    expect((await post({ ...input, code: `P-${++made}X`, categories: ['none'] })).json().reason).toBe(
      'no_such_category',
    )
  })

  test('pause, end and widen them, each in the audit trail; what was ended stays so', async () => {
    const { id, code } = await aCode({ mostUses: 1 })
    const wanted = [{ product: await aProduct(shop, { priceCents: 20_000 }) }]
    await bought(wanted, { code, total: 180 })
    expect((await change(id, { version: 1, mostUses: 3 })).json()).toEqual({ modifiedCount: 1 })
    expect((await change(id, { version: 1, mostUses: 4 })).json().reason).toBe('changed_meanwhile')
    await bought(wanted, { code, total: 180 })
    expect((await change(id, { version: 2, mostUses: 1 })).json().reason).toBe('used_more_often')
    await change(id, { version: 2, state: 'ended' })
    expect((await change(id, { version: 3, state: 'on' })).json().reason).toBe('ended_for_good')
    expect((await ask(await somebody(), code, wanted)).json().reason).toBe('code_ended')
    const audit = (await shop.get(`/api/audit?q=${code}`, admin.headers)).json()
    expect(audit.map(({ what }: { what: string }) => what)).toEqual([
      'discount code changed',
      'discount code changed',
      'discount code made',
    ])
    expect((await shop.get('/api/manage/discounts', (await somebody()).headers)).status).toBe(403)
  })
})

test('a visitor is told what a code promises', async () => {
  const { code } = await aCode({ value: 12.5, minimum: 30 })
  const product = await aProduct(shop)
  const answer = await shop.post('/api/cart/check-code', { code, lines: linesOf([{ product }]) })
  expect(answer.json()).toEqual({
    code,
    kind: 'percent',
    value: 1250,
    minimumCents: 3000,
    parts: '',
    productIds: [product.id],
  })
})
