import { beforeAll, expect, test } from 'vitest'
import { aProduct } from '~/test/a-product.ts'
import { buyerPayments } from '~/test/buyer-payments.ts'
import { paidOrder } from '~/test/paid-order.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import type { Summary, ToDo } from './contract.ts'

let shop: TestShop
let admin: { headers: Record<string, string> }
let ada: { headers: Record<string, string> }
beforeAll(async () => {
  shop = await aShop()
  await shop.db.deleteFrom('contact_messages').execute()
  admin = await signedIn(shop, { email: 'boss@example.com', admin: true })
  ada = await signedIn(shop, { email: 'ada@example.com' })
})
const summary = async () => (await shop.get('/api/summary', admin.headers)).json() as Summary

test('the numbers of the shop are for admins alone', async () => {
  expect((await shop.get('/api/summary')).status).toBe(401)
  expect((await shop.get('/api/summary', ada.headers)).status).toBe(403)
})

test('today counts orders that are not cancelled, and money that was paid and not given back', async () => {
  const before = (await summary()).days.at(-1)!
  const tyre = await aProduct(shop, { name: 'Summer tyre', availableQty: 900, priceCents: 1050 })
  const orderBody = { productId: tyre.id, quantity: 100, price: 1050 }
  await paidOrder(shop, ada, orderBody)
  const back = await paidOrder(shop, ada, orderBody)
  await shop.post(`/api/orders/${back.orderId}/refund`, { restock: false }, admin.headers)
  const { insertedId } = (await shop.post('/api/orders', { ...orderBody, size: 'M' }, ada.headers)).json()
  await shop.send(`/api/orders/${insertedId}`, { method: 'DELETE', headers: ada.headers })
  // Ordered and not paid is not sold.
  const belt = await aProduct(shop, { name: 'Belt', availableQty: 900, priceCents: 100 })
  const unpaid = { productId: belt.id, quantity: 500, price: 500, size: 'M' }
  expect((await shop.post('/api/orders', unpaid, ada.headers)).status).toBe(200)

  const { days, bestSellers } = await summary()
  expect(days).toHaveLength(30)
  expect(days.at(-1)!.day).toBe(new Date().toISOString().slice(0, 10))
  expect(days.at(-1)!.orders - before.orders).toBe(3)
  expect(days.at(-1)!.revenue - before.revenue).toBeCloseTo(1050, 2)
  expect(bestSellers[0]).toEqual({ productId: tyre.id, productName: 'Summer tyre', sold: 100 })
})

test('revenue counts delivery and what was given back, to the cent, and best sellers count pieces that were kept', async () => {
  const own = await aShop({ DEMO: 'off', DELIVERY_FEE: '4.90' })
  const boss = await signedIn(own, { email: 'boss@revenue.example', admin: true })
  const kim = await signedIn(own, { email: 'kim@revenue.example' })
  const pay = await buyerPayments(own)
  const today = async () => (await own.get('/api/summary', boss.headers)).json() as Summary
  const belt = await aProduct(own, { name: 'Belt', priceCents: 1001 })
  const { insertedId } = (
    await own.post('/api/orders', { productId: belt.id, quantity: 3, size: 'M', price: 30.03 }, kim.headers)
  ).json()
  const started = await pay.start(kim, insertedId)
  await pay.confirmCard(started)
  await pay.confirmPayment(kim, insertedId, started.transactionId)
  expect((await today()).days.at(-1)!.revenue).toBe(34.93)
  const refund = (quantity: number) =>
    own.post(`/api/orders/${insertedId}/refund`, { restock: false, quantity }, boss.headers)
  await refund(1)
  await own.standIn!.webhooks.wake()
  expect((await today()).days.at(-1)!.revenue).toBe(24.92)
  expect((await today()).bestSellers).toEqual([{ productId: belt.id, productName: 'Belt', sold: 2 }])
  await pay.refundByHand(started.transactionId, 100)
  await own.payments.reconcileRefunds(started.transactionId)
  expect((await today()).days.at(-1)!.revenue).toBe(23.92)
  await refund(2)
  await own.standIn!.webhooks.wake()
  expect((await today()).days.at(-1)!.revenue).toBe(0)
  expect((await today()).bestSellers).toEqual([])
})

test('low and out of stock are what Manage Products shows as such', async () => {
  await aProduct(shop, { name: 'Below its minimum', availableQty: 7, orderQty: 8 })
  await aProduct(shop, { name: 'Five left', availableQty: 5 })
  await aProduct(shop, { name: 'Six left', availableQty: 6 })
  const managed = async (stock: string) => {
    const answer = await shop.get(`/api/manage/services?stock=${stock}&limit=48`, admin.headers)
    return {
      ids: answer.json().map((p: { _id: string }) => p._id),
      total: Number(answer.headers['x-total-count']),
    }
  }
  const [low, out] = [await managed('low'), await managed('out')]
  const { stock, lowStock } = await summary()
  expect(stock).toEqual({ low: low.total, out: out.total })
  for (const { productId } of lowStock) expect([...low.ids, ...out.ids]).toContain(productId)
})

test('what runs out stands first, and unread messages are counted until they are read', async () => {
  const rare = await aProduct(shop, { name: 'Rare', availableQty: 0 })
  const { lowStock } = await summary()
  expect(lowStock.map(({ availableQty }) => availableQty)).toEqual(
    lowStock.map(({ availableQty }) => availableQty).sort((a, b) => a - b),
  )
  expect(lowStock.some(({ productId }) => productId === rare.id)).toBe(true)

  const message = { email: 'kim@example.com', message: '=cmd|calc' }
  const { insertedId } = (await shop.post('/api/contact', message)).json()
  expect((await summary()).unreadMessages).toBe(1)
  const mark = (read: boolean) =>
    shop.send(`/api/messages/${insertedId}`, { method: 'PATCH', headers: admin.headers, body: { read } })
  expect((await mark(true)).json()).toEqual({ modifiedCount: 1 })
  expect((await summary()).unreadMessages).toBe(0)
  const [listed] = (await shop.get('/api/messages?q=CMD&page=1', admin.headers)).json()
  expect(listed).toEqual({ _id: insertedId, ...message, createdAt: expect.any(String), read: true })
  expect((await shop.get('/api/messages?state=unread', admin.headers)).json()).toEqual([])
  await mark(false)
  expect((await shop.get('/api/messages?state=unread', admin.headers)).json()).toHaveLength(1)
  expect((await shop.get('/api/messages.csv', admin.headers)).text).toContain(
    ",kim@example.com,'=cmd|calc,no",
  )
})

test('messages are for admins alone, and an unknown one is a 404', async () => {
  const patch = (id: string, headers = {}) =>
    shop.send(`/api/messages/${id}`, { method: 'PATCH', headers, body: { read: true } })
  for (const path of ['/api/messages', '/api/messages.csv']) {
    expect((await shop.get(path)).status).toBe(401)
    expect((await shop.get(path, ada.headers)).status).toBe(403)
  }
  expect((await patch('x')).status).toBe(401)
  expect((await patch('x', ada.headers)).status).toBe(403)
  expect((await patch('x', admin.headers)).status).toBe(404)
})

test('what waits is counted, and what has waited longest is named', async () => {
  const toDo = async () => (await shop.get('/api/to-do', admin.headers)).json() as ToDo
  expect((await shop.get('/api/to-do')).status).toBe(401)
  expect((await shop.get('/api/to-do', ada.headers)).status).toBe(403)
  const before = await toDo()
  const kim = await signedIn(shop, { email: 'kim@example.com' })
  const tyre = await aProduct(shop, { name: 'Winter tyre', availableQty: 9, priceCents: 1050 })
  const { orderId } = await paidOrder(shop, kim, { productId: tyre.id, quantity: 1, price: 10.5 })
  await shop.post('/api/contact', { email: 'kim@example.com', message: 'Which torque?' })
  const after = await toDo()
  expect(after.needsAddress!.count).toBe(before.needsAddress!.count + 1)
  expect(after.messages).toMatchObject({ count: before.messages!.count + 1, since: expect.any(String) })
  expect(after.oldest).toContainEqual(
    expect.objectContaining({ kind: 'messages', who: 'kim@example.com', what: 'Which torque?' }),
  )
  const address = { name: 'Ada', street: '1 Row', town: 'Bath', country: 'UK' }
  await shop.send(`/api/purchases/${orderId}/address`, { method: 'PUT', body: address, headers: kim.headers })
  const addressed = await toDo()
  expect(addressed.toPack!.count).toBe(before.toPack!.count + 1)
  expect(addressed.needsAddress!.count).toBe(before.needsAddress!.count)
})

test('who sees which number follows from the role', async () => {
  const packer = await signedIn(shop, { email: 'packer@example.com', role: 'packer' })
  const packing = (await shop.get('/api/to-do', packer.headers)).json() as ToDo
  const ofPackers = ['needsAddress', 'oldParts', 'returns', 'toPack']
  expect(Object.keys(packing).sort()).toEqual([...ofPackers, 'oldest'].sort())
  expect(packing.oldest.every(({ kind }) => ofPackers.includes(kind))).toBe(true)
  const editor = await signedIn(shop, { email: 'editor@example.com', role: 'editor' })
  expect((await shop.get('/api/to-do', editor.headers)).json()).toEqual({ reviews: { count: 0 }, oldest: [] })
})

test('each number is that of the list to which it leads', async () => {
  const total = async (path: string) =>
    Number((await shop.get(`${path}page=1&limit=48`, admin.headers)).headers['x-total-count'])
  const email = 'list@example.com'
  await shop.post('/api/contact', { email, message: 'Hello' })
  const disc = await aProduct(shop, { name: 'Disc', availableQty: 9, priceCents: 2000 })
  const lo = await signedIn(shop, { email })
  const returns = { version: 0, values: { days: '14', places: 'everybody' } }
  await shop.send('/api/manage/business/returns', { method: 'PUT', body: returns, headers: admin.headers })
  const asked = { question: 'Is it for the front axle?' }
  await shop.post(`/api/service/${disc.id}/questions`, asked, lo.headers)
  const { orderId } = await paidOrder(shop, lo, { productId: disc.id, quantity: 1, price: 20 })
  const moved = { delivery_state: 'shipped' as const }
  await shop.db.updateTable('purchases').set(moved).where('id', '=', orderId).execute()
  await shop.db.updateTable('orders').set(moved).where('id', '=', orderId).execute()
  const withdrawn = { key: 'a-key-of-mine', name: 'Lo', pieces: [{ orderId, quantity: 1 }] }
  await shop.post(`/api/purchases/${orderId}/withdrawals`, withdrawn, lo.headers)
  await shop.post('/api/withdrawals', { name: 'Lo', number: '00000000', email })
  const { orderId: refunded, transactionId } = await paidOrder(shop, lo, {
    productId: disc.id,
    quantity: 1,
    price: 20,
  })
  await shop.post(`/api/orders/${refunded}/refund`, { restock: false }, admin.headers)
  const failed = { state: 'failed' as const, provider_reason: 'The card is closed' }
  await shop.db.updateTable('refunds').set(failed).where('transaction_id', '=', transactionId).execute()
  const [mail] = await shop.db.selectFrom('mails').select('id').limit(1).execute()
  const failedAt = { failed_at: new Date().toISOString() }
  await shop.db.updateTable('mails').set(failedAt).where('id', '=', mail!.id).execute()
  const toDo = (await shop.get('/api/to-do', admin.headers)).json() as ToDo
  const lists = {
    toPack: '/api/parcels?state=to_pack&',
    needsAddress: '/api/parcels?state=needs_address&',
    returns: '/api/returns?state=asked&',
    oldParts: '/api/old-parts?state=asked&',
    messages: '/api/messages?state=unread&',
    withdrawals: '/api/withdrawals?state=open&',
    statements: '/api/withdrawals?state=stated&',
    failedRefunds: '/api/refunds?',
    failedMails: '/api/mails?',
    lowStock: '/api/manage/services?stock=low&',
    outOfStock: '/api/manage/services?stock=out&',
  }
  expect(Object.keys(toDo).sort()).toEqual([...Object.keys(lists), 'reviews', 'oldest'].sort())
  const { total: texts } = (await shop.get('/api/manage/review-queue', admin.headers)).json()
  expect([toDo.reviews!.count, texts]).toEqual([1, 1])
  for (const [kind, path] of Object.entries(lists)) {
    const { count } = toDo[kind as keyof typeof lists]!
    expect([kind, count]).toEqual([kind, await total(path)])
  }
  expect(toDo.withdrawals).toMatchObject({ count: 1, dueBy: expect.stringMatching(/^20\d\d-\d\d-\d\d$/) })
  expect(toDo.failedRefunds!.count).toBe(1)
  expect(toDo.failedMails!.count).toBe(1)
})
