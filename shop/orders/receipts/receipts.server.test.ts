import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct } from '~/test/a-product.ts'
import { buyerPayments } from '~/test/buyer-payments.ts'
import { createFaultPlan } from '~/test/fault-plan.ts'
import { paidOrder } from '~/test/paid-order.ts'
import { pdfTexts } from '~/test/pdf-texts.ts'
import { sendParcel } from '~/test/send-parcel.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

type Person = Awaited<ReturnType<typeof signedIn>>
let shop: TestShop
let admin: Person
let people = 0
const faults = createFaultPlan()
const settings = {
  DEMO: 'off',
  DELIVERY_FEE: '4.90',
  TAX_RATE: '19',
  SELLER_NAME: 'Räder & Söhne',
  SELLER_ADDRESS: '1 Wheel Street, 12345 Rim',
  SELLER_TAX_ID: 'DE123456789',
}
beforeAll(async () => {
  shop = await aShop(settings, { outside: { faults } })
  admin = await signedIn(shop, { email: 'admin@receipts.example', admin: true })
})

const somebody = (name = 'Ada Lovelace') =>
  signedIn(shop, { email: `buyer-${++people}@receipts.example`, name })
const year = new Date().getUTCFullYear()

async function paid(who: Person, quantity = 3) {
  const product = await aProduct(shop, { priceCents: 1000 })
  const pay = await buyerPayments(shop)
  const input = { productId: product.id, quantity, size: 'M', price: 10 * quantity }
  const id = (await shop.post('/api/orders', input, who.headers)).json().insertedId as string
  const started = await pay.start(who, id)
  await pay.confirmCard(started)
  expect((await pay.confirmPayment(who, id, started.transactionId)).status).toBe(200)
  return { id, product, transactionId: started.transactionId }
}
const receiptsOf = async (who: Person, id: string) =>
  (await shop.get(`/api/purchases/${id}`, who.headers)).json().receipts
const refund = (id: string, quantity?: number) =>
  shop.post(`/api/orders/${id}/refund`, { restock: false, ...(quantity && { quantity }) }, admin.headers)
const file = (who: Person | undefined, id: string, number: string) =>
  shop.get(`/api/purchases/${id}/receipts/${number}`, who?.headers)

describe('a receipt', () => {
  test('names seller, customer, parts, delivery and the tax in it, and has the next number of the year', async () => {
    const who = await somebody()
    const { id: first } = await paid(who)
    const { id, product } = await paid(who)
    const [before] = await receiptsOf(who, first)
    const [receipt] = await receiptsOf(who, id)
    expect(before.number).toMatch(new RegExp(`^R-${year}-\\d{6}$`))
    expect(Number(receipt.number.slice(-6))).toBe(Number(before.number.slice(-6)) + 1)
    expect(receipt).toMatchObject({
      kind: 'receipt',
      seller: { name: 'Räder & Söhne', address: ['1 Wheel Street', '12345 Rim'], taxId: 'DE123456789' },
      customer: ['Ada Lovelace', who.email],
      lines: [
        { text: `${product.name}, size M`, quantity: 3, unitPrice: 10, total: 30 },
        { text: 'Delivery', quantity: 1, unitPrice: 4.9, total: 4.9 },
      ],
      total: 34.9,
      // 34.90 / 1.19 * 0.19 = 5.5722…
      tax: { rate: '19 %', amount: 5.57 },
      hasPdf: true,
    })
  })

  test('is not there while nothing is paid', async () => {
    const who = await somebody()
    const { id, price } = await aProduct(shop)
    const order = await shop.post(
      '/api/orders',
      { productId: id, quantity: 1, size: 'M', price },
      who.headers,
    )
    expect(await receiptsOf(who, order.json().insertedId)).toEqual([])
  })

  test('keeps the address that it was issued with: it is never edited', async () => {
    const who = await somebody()
    const { id } = await paid(who)
    const [before] = await receiptsOf(who, id)
    const address = { name: 'Ada', street: 'Mill Lane 1', town: 'Bath', country: 'UK' }
    const path = `/api/purchases/${id}/address`
    expect((await shop.send(path, { method: 'PUT', body: address, headers: who.headers })).status).toBe(200)
    expect(await receiptsOf(who, id)).toEqual([before])
  })

  test('without a number says so: it was paid before there were any', async () => {
    const who = await somebody()
    const { id } = await paid(who)
    await shop.db
      .updateTable('receipts')
      .set({ purchase_id: 'another' })
      .where('purchase_id', '=', id)
      .execute()
    const [receipt] = await receiptsOf(who, id)
    expect(receipt).toMatchObject({ kind: 'receipt', total: 34.9, hasPdf: false })
    expect(receipt.number).toBeUndefined()
    expect((await refund(id)).json()).toEqual({ outcome: 'refunded' })
    expect(await receiptsOf(who, id)).toHaveLength(1)
  })

  test('is in the export of personal data, and without the person once the account is deleted', async () => {
    const who = await somebody('Grace Hopper')
    const { id } = await paid(who)
    const { receipts } = (await shop.get('/api/my-data', who.headers)).json()
    expect(receipts).toMatchObject([{ purchase_id: id, customer: expect.stringContaining('Grace Hopper') }])
    await sendParcel(shop, { customer: who, admin }, id)
    await shop.send(`/api/user/${who.email}`, { method: 'DELETE', headers: admin.headers })
    const [receipt] = await receiptsOf(admin, id)
    expect(receipt).toMatchObject({ total: 34.9, customer: [] })
    const rows = await shop.db.selectFrom('receipts').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(who.email)
  })
})

describe('a credit note', () => {
  test('is issued for each refund, in a series of its own, and all of them come to the receipt', async () => {
    const who = await somebody()
    const { id, product } = await paid(who)
    for (const quantity of [1, 1, undefined]) expect((await refund(id, quantity)).status).toBe(200)
    const [receipt, ...notes] = await receiptsOf(who, id)
    expect(notes).toHaveLength(3)
    const numbers = notes.map(({ number }: { number: string }) =>
      Number(/^C-\d{4}-(\d{6})$/.exec(number)![1]),
    )
    expect(numbers).toEqual([numbers[0], numbers[0] + 1, numbers[0] + 2])
    expect(notes[0]).toMatchObject({
      kind: 'credit-note',
      concerns: receipt.number,
      total: 10,
      lines: [{ text: `${product.name}, size M`, quantity: 1, total: 10 }],
    })
    expect(notes[2].lines).toMatchObject([{ total: 10 }, { total: 4.9 }])
    const cents = (of: (note: { total: number; tax: { amount: number } }) => number) =>
      notes.reduce((sum: number, note: never) => sum + Math.round(of(note) * 100), 0)
    expect(cents(({ total }) => total)).toBe(3490)
    expect(cents(({ tax }) => tax.amount)).toBe(557)
  })

  test('is issued for a refund that was made by hand before the shop knew of the payment', async () => {
    const who = await somebody()
    const { id: productId } = await aProduct(shop, { priceCents: 1000 })
    const input = { productId, quantity: 3, size: 'M', price: 30 }
    const id = (await shop.post('/api/orders', input, who.headers)).json().insertedId as string
    const pay = await buyerPayments(shop)
    const started = await pay.start(who, id)
    faults.webhookCopies = 0
    await pay.confirmCard(started)
    await pay.refundByHand(started.transactionId, 500)
    // The webhook of the refund is the first to arrive.
    await shop.payments.reconcileRefunds(started.transactionId)
    expect(await receiptsOf(who, id)).toEqual([])
    expect((await pay.confirmPayment(who, id, started.transactionId)).status).toBe(200)
    faults.webhookCopies = 1
    expect(await receiptsOf(who, id)).toMatchObject([
      { kind: 'receipt', total: 34.9 },
      { kind: 'credit-note', total: 5, lines: [{ text: 'Refund', total: 5 }] },
    ])
  })

  test('is reversed by another document when the refund bounces', async () => {
    const who = await somebody()
    const { id, transactionId } = await paid(who)
    expect((await refund(id, 1)).status).toBe(200)
    const atProvider = await shop.db
      .selectFrom('refunds')
      .select('provider_refund_id')
      .where('transaction_id', '=', transactionId)
      .executeTakeFirstOrThrow()
    await bounce(atProvider.provider_refund_id!)
    await shop.payments.reconcileRefunds(transactionId)
    await shop.payments.reconcileRefunds(transactionId)
    const [, note, reversal, ...more] = await receiptsOf(who, id)
    expect(more).toEqual([])
    expect(reversal).toMatchObject({ kind: 'reversal', concerns: note.number, total: -10 })
    expect(reversal.tax.amount).toBe(-note.tax.amount)
  })

  test('is not issued for a payment that came too late: there was no receipt', async () => {
    const who = await somebody()
    const { id, price } = await aProduct(shop)
    const order = (
      await shop.post('/api/orders', { productId: id, quantity: 1, size: 'M', price }, who.headers)
    ).json().insertedId as string
    const pay = await buyerPayments(shop)
    const started = await pay.start(who, order)
    const { db } = shop
    await pay.confirmCard(started)
    // Cancelled in the moment in which the card was charged.
    const cancelled_at = new Date().toISOString()
    await db
      .updateTable('orders')
      .set({ state: 'cancelled', cancelled_at, cancelled_by: 'customer' })
      .where('id', '=', order)
      .execute()
    await pay.confirmPayment(who, order, started.transactionId)
    await shop.payments.sweep()
    const rows = await db.selectFrom('receipts').selectAll().where('purchase_id', '=', order).execute()
    expect(rows).toEqual([])
    const refunds = await db.selectFrom('refunds').select('state').where('reference', '=', order).execute()
    expect(refunds).toEqual([{ state: 'succeeded' }])
  })
})

/** The customer's bank sends the money back. */
async function bounce(refundId: string) {
  const row = await shop.db
    .selectFrom('stand_in_objects')
    .select('body')
    .where('id', '=', refundId)
    .executeTakeFirstOrThrow()
  const body = JSON.stringify({
    ...JSON.parse(row.body),
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  })
  await shop.db.updateTable('stand_in_objects').set({ body }).where('id', '=', refundId).execute()
}

describe('the PDF of a receipt', () => {
  test('is a file for its customer and for admins, and for nobody else', async () => {
    const who = await somebody()
    const { id } = await paid(who)
    const [{ number }] = await receiptsOf(who, id)
    const answer = await file(who, id, number)
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${number}.pdf"`,
      'cache-control': 'no-store',
    })
    expect(answer.text).toMatch(/^%PDF-/)
    expect(pdfTexts(answer.bytes)).toEqual(
      expect.arrayContaining([
        'Receipt',
        number,
        'Räder & Söhne',
        'Tax id DE123456789',
        '$34.90',
        'Includes 19 % tax',
        '$5.57',
      ]),
    )
    expect((await file(admin, id, number)).status).toBe(200)
    expect((await file(await somebody(), id, number)).status).toBe(403)
    expect((await file(undefined, id, number)).status).toBe(401)
    expect((await file(who, id, `R-${year}-999999`)).status).toBe(404)
    expect((await file(who, 'unknown', number)).status).toBe(404)
    const { id: other } = await paid(who)
    expect((await file(who, other, number)).status).toBe(404)
  })

  test('runs over as many pages as its parts need', async () => {
    const who = await somebody()
    const lines = []
    for (let n = 0; n < 60; n += 1) {
      const { id } = await aProduct(shop, {
        priceCents: 200,
        name: `Part ${n} of ${people} with a name that is long enough for two lines`,
      })
      lines.push({ productId: id, quantity: 1, size: 'M' })
    }
    const placed = await shop.post('/api/checkout', { lines, total: 120 }, who.headers)
    const purchaseId = placed.json().purchaseId as string
    const pay = await buyerPayments(shop)
    const started = await pay.start(who, purchaseId)
    await pay.confirmCard(started)
    await pay.confirmPayment(who, purchaseId, started.transactionId)
    const [{ number }] = await receiptsOf(who, purchaseId)
    const { text, bytes } = await file(who, purchaseId, number)
    const pages = Number(/\/Count (\d+)/.exec(text)![1])
    expect(pages).toBeGreaterThan(1)
    expect(pdfTexts(bytes)).toContain(`${number}, page ${pages} of ${pages}`)
  })

  test.each(['Łukasz Żółć', 'Ναταλία', 'Ольга'])('shows the name of %s', async (name) => {
    const who = await somebody(name)
    const { id } = await paid(who)
    const [receipt] = await receiptsOf(who, id)
    expect(receipt.hasPdf).toBe(true)
    expect(pdfTexts((await file(who, id, receipt.number)).bytes)).toContain(name)
  })

  test('is refused where it cannot show a name: nobody gets a receipt with another one', async () => {
    const who = await somebody('山田 太郎')
    const { id } = await paid(who)
    const [receipt] = await receiptsOf(who, id)
    expect(receipt).toMatchObject({ customer: ['山田 太郎', who.email], hasPdf: false })
    const answer = await file(who, id, receipt.number)
    expect([answer.status, answer.json().reason]).toEqual([409, 'no_pdf'])
  })
})

test('a receipt stays as it is when the settings of the shop change', async () => {
  const first = await aShop({ TAX_RATE: '8.875' })
  const who = await signedIn(first, { email: 'ada@receipts.example' })
  const product = await aProduct(first, { priceCents: 2000 })
  const { orderId } = await paidOrder(first, who, { productId: product.id, quantity: 1, price: 20 })
  const path = `/api/purchases/${orderId}`
  const [receipt] = (await first.get(path, who.headers)).json().receipts
  expect(receipt.tax).toEqual({ rate: '8.875 %', amount: 1.63 })
  const { bytes } = await first.get(`${path}/receipts/${receipt.number}`, who.headers)
  await first.app.close()

  const next = await aShop({ ...first.settings, SELLER_NAME: 'New Owner', TAX_RATE: '7' })
  expect((await next.get(path, who.headers)).json().receipts).toEqual([receipt])
  expect((await next.get(`${path}/receipts/${receipt.number}`, who.headers)).bytes).toEqual(bytes)
})
