import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { days } from '~/platform/time.ts'
import { aProduct } from '~/test/a-product.ts'
import { buyerPayments } from '~/test/buyer-payments.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

let shop: TestShop
let boss: Awaited<ReturnType<typeof signedIn>>
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off', DELIVERY_FEE: '4.90', TAX_RATE: '19' })
  boss = await signedIn(shop, { email: 'boss@example.com', admin: true })
})

const today = () => new Date().toISOString().slice(0, 10)
const exported = async (from = '2000-01-01', to = today()) => {
  const answer = await shop.get(`/api/books.csv?from=${from}&to=${to}`, boss.headers)
  const rows: Record<string, string>[] = parse(answer.text, { columns: true, bom: true })
  return { answer, rows }
}
const sum = (rows: Record<string, string>[], column: string) =>
  Math.round(rows.reduce((all, row) => all + Number(row[column]), 0) * 100) / 100

/** With a name that a spreadsheet would take for a formula. */
const belt = once(() => aProduct(shop, { name: '=cmd|"x", 1 m', priceCents: 1001 }))
function once<T>(make: () => Promise<T>) {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

async function bought(name: string, quantity: number) {
  const kim = await signedIn(shop, { email: 'kim@example.com', name })
  const pay = await buyerPayments(shop)
  const { id, price } = await belt()
  const order = { productId: id, quantity, size: 'M', price: Math.round(price * quantity * 100) / 100 }
  const { insertedId } = (await shop.post('/api/orders', order, kim.headers)).json()
  const started = await pay.start(kim, insertedId)
  await pay.confirmCard(started)
  await pay.confirmPayment(kim, insertedId, started.transactionId)
  return insertedId as string
}

test('every line of every document is a row, the sums are those of the documents and of the dashboard', async () => {
  const id = await bought('Kim', 3)
  await bought('Kim', 1)
  await shop.post(`/api/orders/${id}/refund`, { restock: false, quantity: 1 }, boss.headers)
  await shop.standIn!.webhooks.wake()
  const fees = async () =>
    (await exported()).rows.map((row) => `${row['Provider fee']}${row['Fee currency']}`)
  expect(await fees()).toEqual(['', '', '', '', ''])
  await shop.payments.sweep()
  // As the provider has said, once per payment: 2.9 % and 30 cents at the stand-in.
  expect(await fees()).toEqual(['1.31USD', '', '0.73USD', '', ''])
  const { answer, rows } = await exported()
  expect(answer.headers['content-disposition']).toContain(`books-2000-01-01-to-${today()}.csv`)
  expect(rows.map(({ Kind, Line, Gross }) => [Kind, Line, Gross])).toEqual([
    ['receipt', '1', '30.03'],
    ['receipt', '2', '4.9'],
    ['receipt', '1', '10.01'],
    ['receipt', '2', '4.9'],
    ['credit-note', '1', '-10.01'],
  ])
  // A text that would be a formula is a text; a negative sum stays a number.
  expect(rows[0]!.Text).toBe('\'=cmd|"x", 1 m, size M')
  expect(rows.at(-1)).toMatchObject({ Concerns: rows[0]!.Number, Customer: 'Kim', Currency: 'USD' })
  for (const row of rows) expect(Number(row.Gross)).toBeCloseTo(Number(row.Tax) + Number(row.Net), 5)

  const documents = await shop.db.selectFrom('receipts').selectAll().execute()
  const signed = (column: 'amount_cents' | 'tax_cents') =>
    documents.reduce((all, row) => all + (row.kind === 'receipt' ? 1 : -1) * row[column], 0) / 100
  expect([sum(rows, 'Gross'), sum(rows, 'Tax')]).toEqual([signed('amount_cents'), signed('tax_cents')])
  const summary = (await shop.get('/api/summary', boss.headers)).json()
  expect(summary.days.at(-1).revenue).toBe(sum(rows, 'Gross'))
  expect((await shop.get('/api/books', boss.headers)).json()).toEqual([
    {
      month: today().slice(0, 7),
      currency: 'USD',
      documents: 3,
      paid: 49.84,
      credited: 10.01,
      total: sum(rows, 'Gross'),
      tax: sum(rows, 'Tax'),
      deposits: { taken: 0, returned: 0 },
      revenue: sum(rows, 'Gross'),
    },
  ])
})

test('a time that is over never changes, and a credit note counts on its own day', async () => {
  const id = await bought('Ann', 2)
  const yesterday = new Date(Date.now() - days(1)).toISOString()
  await shop.db.updateTable('receipts').set({ issued_at: yesterday }).where('purchase_id', '=', id).execute()
  const closed = async () => (await exported(yesterday.slice(0, 10), yesterday.slice(0, 10))).answer.text
  const before = await closed()
  expect(before).toContain('Ann')
  await shop.post(`/api/orders/${id}/refund`, { restock: false }, boss.headers)
  await shop.standIn!.webhooks.wake()
  expect(await closed()).toBe(before)
  expect((await exported(today())).rows.at(-1)).toMatchObject({ Kind: 'credit-note', Purchase: id })
})

test('who exported what is in the audit trail, and a time that ends before it begins is refused', async () => {
  await exported('2026-01-01', '2026-01-31')
  const entry = await shop.db
    .selectFrom('audit_entries')
    .select(['what', 'email'])
    .where('subject', '=', '2026-01-01 to 2026-01-31')
    .executeTakeFirst()
  expect(entry).toEqual({ what: 'books exported', email: boss.email })
  const upsideDown = '/api/books.csv?from=2026-02-01&to=2026-01-31'
  expect((await shop.get(upsideDown, boss.headers)).status).toBe(422)
  const ada = await signedIn(shop, { email: 'ada@example.com' })
  expect((await shop.get('/api/books', ada.headers)).status).toBe(403)
})
