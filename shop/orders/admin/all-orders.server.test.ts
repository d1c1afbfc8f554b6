import { beforeAll, expect, test } from 'vitest'
import { aProduct, stockOf } from '~/test/a-product.ts'
import { paidOrder } from '~/test/paid-order.ts'
import { sendParcel } from '~/test/send-parcel.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import type { Order } from '../contract.ts'

type Person = Awaited<ReturnType<typeof signedIn>>
let shop: TestShop
let boss: Person
let ada: Person

beforeAll(async () => {
  shop = await aShop()
  boss = await signedIn(shop, { email: 'boss@example.com', admin: true })
  ada = await signedIn(shop, { email: 'ada@example.com' })
})

const list = async (query: string) => {
  const answer = await shop.get(`/api/orders?${query}`, boss.headers)
  return { ids: answer.json().map((o: Order) => o._id), total: Number(answer.headers['x-total-count']) }
}
const refund = (by: Person, id: string, body: object = { restock: false }) =>
  shop.post(`/api/orders/${id}/refund`, body, by.headers)
const unpaidOrder = async (input: object, by = ada) =>
  (await shop.post('/api/orders', { size: 'M', ...input }, by.headers)).json().insertedId as string

test('orders are found by payment, address, part and transaction, in pages', async () => {
  const eve = await signedIn(shop, { email: 'eve_x@example.com', name: 'Eve' })
  const clutch = await aProduct(shop, { name: 'Clutch Kit', priceCents: 1000 })
  const input = { productId: clutch.id, quantity: 1, price: 10 }
  const unpaid = await unpaidOrder(input, eve)
  const { orderId: paid, transactionId } = await paidOrder(shop, eve, input)
  const cancelled = await unpaidOrder(input, eve)
  await shop.send(`/api/orders/${cancelled}`, { method: 'DELETE', headers: eve.headers })

  const newestFirst = [paid, unpaid]
  for (const q of ['eve_x@example.com', 'CLUTCH', 'clutch+eve'])
    expect(await list(`page=1&q=${q}`)).toEqual({ ids: newestFirst, total: 2 })
  expect(await list(`q=${transactionId}`)).toEqual({ ids: [paid], total: 1 })
  expect(await list(`q=${transactionId.slice(3)}`)).toEqual({ ids: [paid], total: 1 })
  expect(await list('q=clutch&state=paid')).toEqual({ ids: [paid], total: 1 })
  expect(await list('q=clutch&state=unpaid')).toEqual({ ids: [unpaid], total: 1 })
  expect(await list('q=clutch&state=refunded')).toEqual({ ids: [], total: 0 })
  expect(await list('q=clutch&page=2&limit=1')).toEqual({ ids: [unpaid], total: 2 })
  expect(await list('q=clutch_&page=1')).toEqual({ ids: [], total: 0 })
  expect((await list('')).ids).not.toContain(cancelled)
})

test('an admin cancels an unpaid order of somebody else, and that is written down', async () => {
  const tyre = await aProduct(shop, { availableQty: 5 })
  const id = await unpaidOrder({ productId: tyre.id, quantity: 2, price: 50 })
  const answer = await shop.send(`/api/orders/${id}`, { method: 'DELETE', headers: boss.headers })
  expect(answer.json()).toEqual({ deletedCount: 1 })
  expect(await stockOf(shop, tyre.id)).toEqual({ left: 5, booked: 5 })
  expect(await trailOf(id)).toMatchObject([{ email: boss.email, what: 'order cancelled' }])
})

test('a refund is for admins, and for paid orders alone', async () => {
  const tyre = await aProduct(shop)
  const id = await unpaidOrder({ productId: tyre.id, quantity: 1, price: 25 })
  expect((await shop.post(`/api/orders/${id}/refund`, { restock: true })).status).toBe(401)
  expect((await refund(ada, id)).status).toBe(403)
  expect((await refund(boss, 'nope')).status).toBe(404)
  expect((await refund(boss, id, {})).status).toBe(422)
  const answer = await refund(boss, id)
  expect([answer.status, answer.json().reason]).toEqual([409, 'not_paid'])
})

test.each([
  { restock: true, left: 10 },
  { restock: false, left: 7 },
])('a refund gives the money back once; with restock $restock, $left are on the shelf', async (input) => {
  const tyre = await aProduct(shop, { availableQty: 10, priceCents: 1000 })
  const { orderId } = await paidOrder(shop, ada, { productId: tyre.id, quantity: 3, price: 30 })
  const answers = await Promise.all([1, 2, 3].map(() => refund(boss, orderId, { restock: input.restock })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect((await refund(boss, orderId, { restock: true })).json().reason).toBe('already_refunded')
  expect(await stockOf(shop, tyre.id)).toEqual({ left: input.left, booked: input.left })
  const order = await shop.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst()
  expect(order).toMatchObject({ state: 'refunded', refunded_at: expect.any(String) })
  expect(await trailOf(orderId)).toMatchObject([{ email: boss.email, what: 'order refunded' }])
  expect((await list('state=refunded')).ids).toContain(orderId)
})

test('a refund reaches an order whose customer was deleted, and nobody is mailed', async () => {
  const gone = await signedIn(shop, { email: 'gone@example.com' })
  const tyre = await aProduct(shop)
  const { orderId } = await paidOrder(shop, gone, { productId: tyre.id, quantity: 1, price: 25 })
  await sendParcel(shop, { customer: gone, admin: boss }, orderId)
  await shop.send('/api/user/gone@example.com', { method: 'DELETE', headers: boss.headers })
  expect((await refund(boss, orderId)).json()).toEqual({ outcome: 'refunded' })
  const refunds = shop.db.selectFrom('refunds').select('id').where('reference', '=', orderId)
  const [row] = await refunds.execute()
  const mailed = shop.db
    .selectFrom('mails')
    .select('id')
    .where('event_key', '=', `refund:${row!.id}:succeeded`)
  expect(await mailed.execute()).toEqual([])
})

test('the file of all orders is for admins, keeps to the filter and runs no formula', async () => {
  const odd = await aProduct(shop, { name: '=HYPERLINK("http://evil.example","Free, now")', priceCents: 999 })
  const mallory = await signedIn(shop, { email: "+cmd'@example.com", name: '@SUM(A1)' })
  await unpaidOrder({ productId: odd.id, quantity: 1, price: 9.99 }, mallory)
  expect((await shop.get('/api/orders.csv')).status).toBe(401)
  expect((await shop.get('/api/orders.csv', ada.headers)).status).toBe(403)
  const file = await shop.get('/api/orders.csv?q=hyperlink', boss.headers)
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(file.headers['cache-control']).toBe('no-store')
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="orders-/)
  const [head, row, end] = file.text.split('\r\n')
  expect(head).toMatch(/^\uFEFFOrder,Date,Email,Name,Part,/)
  expect(row).toContain(
    `,'+cmd'@example.com,'@SUM(A1),"'=HYPERLINK(""http://evil.example"",""Free, now"")",1,M,9.99,`,
  )
  expect(end).toBe('')
})

test('the file holds every order once, also beyond one batch', async () => {
  const { id: productId } = await aProduct(shop, { name: 'Many', availableQty: 10_000, priceCents: 0 })
  const first = await unpaidOrder({ productId, quantity: 1 })
  const template = await shop.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', first)
    .executeTakeFirstOrThrow()
  const copies = Array.from({ length: 1200 }, (_, n) => ({ ...template, id: `copy-${n}` }))
  for (let i = 0; i < copies.length; i += 100)
    await shop.db
      .insertInto('orders')
      .values(copies.slice(i, i + 100))
      .execute()
  const lines = (await shop.get('/api/orders.csv?q=many', boss.headers)).text.trim().split('\r\n')
  expect(lines).toHaveLength(1202)
  expect(new Set(lines).size).toBe(1202)
})

const trailOf = (subject: string) =>
  shop.db.selectFrom('audit_entries').selectAll().where('subject', '=', subject).execute()
