import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hours, minutes } from '~/platform/time.ts'
import { aProduct } from '~/test/a-product.ts'
import { buyerPayments } from '~/test/buyer-payments.ts'
import { bearer } from '~/test/people.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import { eventNames } from './rules.ts'
import { createWebhookSecrets } from './signature.server.ts'
import { mostTries, startWebhookWorker } from './worker.server.ts'

type Person = Awaited<ReturnType<typeof signedIn>>
type Told = { id: string; type: string; data: Record<string, unknown>; signature: string; body: string }

let shop: TestShop
let admin: Person
let origin: string
let told: Told[] = []
let answer: (event: Told) => number = () => 200
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    const event = { ...JSON.parse(body), signature: request.headers['webhook-signature'], body }
    told.push(event)
    const status = answer(event)
    response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end('x'.repeat(1e6))
  })
})
const localWeb = { address: (ip: string) => ip === '127.0.0.1', port: () => true }

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // Only when a test says so.
  shop = await aShop({ DEMO: 'off' }, { reach: localWeb, everyMs: hours(1) })
  admin = await signedIn(shop, { email: 'admin@webhooks.example', admin: true })
})
afterAll(() => void server.close())
beforeEach(async () => {
  await shop.db.deleteFrom('webhooks').execute()
  told = []
  answer = () => 200
})

const manage = (path: string, method = 'GET', body?: object) =>
  shop.send(`/api/manage/${path}`, { method, headers: admin.headers, ...(body && { body }) })
async function aWebhook(events: readonly string[] = eventNames, address = `${origin}/told`) {
  const added = await manage('webhooks', 'POST', { address, events })
  expect(added.status).toBe(200)
  return added.json() as { insertedId: string; secret: string }
}
const restock = (id: string, availableQty: number) =>
  shop.send(`/api/services/${id}`, { method: 'PUT', body: { availableQty }, headers: admin.headers })
const deliveries = async (state = 'all') => (await manage(`deliveries?state=${state}`)).json()
const typesTold = () => told.map(({ type }) => type)
/** As if so much time had passed: what waits is due. */
const anHourLater = async () => {
  const due_at = new Date(Date.now() - minutes(1)).toISOString()
  await shop.db.updateTable('webhook_deliveries').set({ due_at }).where('state', '=', 'waiting').execute()
  await shop.webhookWorker.wake()
}

describe('what happens', () => {
  test('is told in the transaction of the change, by whichever way it came', async () => {
    const pay = await buyerPayments(shop)
    const part = await aProduct(shop, { availableQty: 9 })
    await aWebhook()
    const buyer = await signedIn(shop, { email: 'buyer@webhooks.example' })
    const order = async () => {
      const input = { productId: part.id, quantity: 1, price: part.price, size: 'M' }
      return (await shop.post('/api/orders', input, buyer.headers)).json().insertedId as string
    }
    const cancelled = await order()
    await shop.send(`/api/orders/${cancelled}`, { method: 'DELETE', headers: buyer.headers })
    const paid = await order()
    const started = await pay.start(buyer, paid)
    await pay.confirmCard(started)
    await pay.deliverWebhooks()
    await shop.post(`/api/orders/${paid}/refund`, { restock: true }, admin.headers)
    await pay.deliverWebhooks()
    await shop.webhookWorker.wake()
    const ofOrder = (id: string) => told.filter(({ data }) => data.id === id).map(({ type }) => type)
    expect(ofOrder(cancelled)).toEqual(['order.cancelled'])
    expect(ofOrder(paid)).toEqual(['order.paid', 'order.refunded'])
    expect(ofOrder(part.id)).toEqual(Array(4).fill('stock.changed'))
    const [refunded] = told.filter(({ type }) => type === 'order.refunded')
    expect(refunded!.data).toMatchObject({ productId: part.id, state: 'refunded', refunded: part.price })
    expect(told.map(({ body }) => body).join()).not.toContain('buyer@webhooks')
  })

  test('to a part: its stock, its price, what describes it, and that it is gone', async () => {
    const part = await aProduct(shop, { availableQty: 5 })
    await aWebhook()
    await restock(part.id, 7)
    await restock(part.id, 7)
    await shop.db.updateTable('products').set({ price_cents: 999 }).where('id', '=', part.id).execute()
    await shop.db.updateTable('products').set({ brand: 'Bosch' }).where('id', '=', part.id).execute()
    await shop.db.updateTable('products').set({ brand: 'Bosch' }).where('id', '=', part.id).execute()
    await shop.webhookWorker.wake()
    expect(typesTold()).toEqual(['stock.changed', 'price.changed', 'product.changed'])
    expect(told[0]!.data).toMatchObject({ id: part.id, availableQty: 7, brand: 'Bosch' })
    await shop.send(`/api/services/${part.id}`, { method: 'DELETE', headers: admin.headers })
    await shop.webhookWorker.wake()
    expect(told.at(-1)).toMatchObject({ type: 'product.changed', data: { id: part.id, deleted: true } })
  })

  test('on its way and back again', async () => {
    const part = await aProduct(shop, { availableQty: 5 })
    const buyer = await signedIn(shop, { email: 'returns@webhooks.example' })
    const input = { productId: part.id, quantity: 1, price: part.price, size: 'M' }
    const id = (await shop.post('/api/orders', input, buyer.headers)).json().insertedId as string
    await aWebhook(['order.shipped', 'order.returned'])
    const set = (columns: object) => shop.db.updateTable('orders').set(columns).where('id', '=', id).execute()
    await set({ delivery_state: 'to_pack' })
    await set({ delivery_state: 'shipped' })
    await set({ delivery_state: 'delivered' })
    await set({ return_state: 'asked' })
    await set({ return_state: 'received', returned_quantity: 1 })
    await set({ return_state: 'completed' })
    await shop.webhookWorker.wake()
    expect(typesTold()).toEqual(['order.shipped', 'order.returned'])
  })

  test('is written nowhere where nobody is to be told, and only for what each wants to know', async () => {
    const part = await aProduct(shop, { availableQty: 5 })
    await restock(part.id, 6)
    const { insertedId } = await aWebhook(['price.changed'])
    await restock(part.id, 7)
    await manage(`webhooks/${insertedId}`, 'PUT', { events: ['stock.changed'], state: 'paused' })
    await restock(part.id, 8)
    expect(await deliveries()).toEqual([])
    await manage(`webhooks/${insertedId}`, 'PUT', { state: 'on' })
    await restock(part.id, 9)
    expect(await deliveries()).toHaveLength(1)
  })

  test('covers every column by which a part is described', async () => {
    const { columns } = (await shop.db.introspection.getTables()).find(({ name }) => name === 'products')!
    const others = columns.map(({ name }) => name).filter((name) => !untold.includes(name))
    await aWebhook()
    const part = await aProduct(shop, { availableQty: 5 })
    await shop.db.deleteFrom('webhook_deliveries').execute()
    for (const column of others) {
      const values: Record<string, unknown> = {
        order_qty: 2,
        available_qty: 2,
        price_cents: 3,
        deposit_cents: 4,
      }
      const set = { [column]: values[column] ?? texts[column] ?? `another ${column}` }
      await shop.db.updateTable('products').set(set).where('id', '=', part.id).execute()
      const rows = await shop.db.selectFrom('webhook_deliveries').select('event').execute()
      expect(rows, column).toHaveLength(1)
      await shop.db.deleteFrom('webhook_deliveries').execute()
    }
  })
  /** Derived of what is told, or the shop's own business. */
  const untold = ['id', 'name_key', 'search_text', 'created_at', 'changed_at', 'shelf']
  const texts: Record<string, unknown> = {
    fit_kind: 'every-car',
    category_id: 'brakes',
    weight_grams: 5,
    ships: 'freight',
    visibility: 'hidden',
  }
})

describe('a receiver', () => {
  test('knows by the signature that it is the shop, and that it is now', async () => {
    const part = await aProduct(shop, { availableQty: 5 })
    const { insertedId, secret } = await aWebhook(['stock.changed'])
    const isSigned = ({ signature, body }: Told, by: string) => {
      const [t, ...versions] = signature.split(',')
      const seconds = Number(t!.slice(2))
      expect(Math.abs(Date.now() / 1000 - seconds)).toBeLessThan(300)
      const right = createHmac('sha256', by).update(`${seconds}.${body}`).digest()
      return versions.some((given) => timingSafeEqual(right, Buffer.from(given.slice(3), 'hex')))
    }
    await restock(part.id, 6)
    await shop.webhookWorker.wake()
    expect(isSigned(told[0]!, secret)).toBe(true)
    expect(isSigned({ ...told[0]!, body: `${told[0]!.body} ` }, secret)).toBe(false)
    const renewed = (await manage(`webhooks/${insertedId}/secret`, 'POST')).json().secret as string
    expect(renewed).not.toBe(secret)
    await restock(part.id, 7)
    await shop.webhookWorker.wake()
    expect([isSigned(told[1]!, secret), isSigned(told[1]!, renewed)]).toEqual([true, true])
    const secret_changed_at = new Date(Date.now() - hours(25)).toISOString()
    await shop.db.updateTable('webhooks').set({ secret_changed_at }).execute()
    await restock(part.id, 8)
    await shop.webhookWorker.wake()
    expect([isSigned(told[2]!, secret), isSigned(told[2]!, renewed)]).toEqual([false, true])
    const tables = JSON.stringify(await shop.db.selectFrom('webhooks').selectAll().execute())
    for (const { text } of [await manage('webhooks'), await manage('deliveries'), { text: tables }])
      for (const word of [secret, renewed]) expect(text).not.toContain(word)
  })

  test('that is down for an hour is told everything once it is up, in the order of each subject', async () => {
    const [one, other] = [
      await aProduct(shop, { availableQty: 5 }),
      await aProduct(shop, { availableQty: 5 }),
    ]
    await aWebhook(['stock.changed'])
    answer = () => 503
    for (let n = 10; n < 30; n += 1) await restock(n % 2 ? one.id : other.id, n)
    await shop.webhookWorker.wake()
    await anHourLater()
    expect(await deliveries('waiting')).toHaveLength(20)
    const order = new Map<string, string[]>()
    answer = ({ id, data }) => {
      order.set(data.id as string, [...(order.get(data.id as string) ?? []), id])
      return 200
    }
    await anHourLater()
    expect(await deliveries('delivered')).toHaveLength(20)
    for (const { id } of [one, other]) {
      const rows = await shop.db
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('object_id', '=', id)
        .orderBy('nth')
        .execute()
      expect(order.get(id)).toEqual(rows.map((row) => row.id))
    }
  })

  test('is tried with growing pauses, then given up, and can be told once more', async () => {
    const part = await aProduct(shop, { availableQty: 5 })
    await aWebhook(['stock.changed'])
    answer = () => 500
    await restock(part.id, 6)
    const pauses: number[] = []
    for (let tries = 1; tries <= mostTries; tries += 1) {
      await anHourLater()
      const [row] = await deliveries()
      expect(row).toMatchObject({
        tries,
        answer: 'Status 500',
        state: tries < mostTries ? 'waiting' : 'failed',
      })
      if (row.dueAt) pauses.push(Date.parse(row.dueAt) - Date.now())
    }
    expect(pauses).toEqual(pauses.toSorted((a, b) => Math.round((a - b) / 60_000)))
    expect(Math.max(...pauses)).toBeLessThanOrEqual(hours(6))
    await anHourLater()
    expect(told).toHaveLength(mostTries)
    answer = () => 200
    const [failed] = await deliveries('failed')
    expect((await manage(`deliveries/${failed._id}/replay`, 'POST')).json()).toEqual({ modifiedCount: 1 })
    await shop.webhookWorker.wake()
    expect(await deliveries('delivered')).toMatchObject([{ _id: failed._id, answer: 'Status 200' }])
    expect(new Set(told.map(({ id }) => id)).size).toBe(1)
    expect((await manage('deliveries/nobody/replay', 'POST')).status).toBe(404)
  })

  test('that redirects is not followed', async () => {
    const { insertedId } = await aWebhook()
    answer = () => 302
    await manage(`webhooks/${insertedId}/test`, 'POST')
    await shop.webhookWorker.wake()
    expect(await deliveries()).toMatchObject([
      { event: 'test', state: 'waiting', answer: 'Status 302: no redirect is followed' },
    ])
  })

  test('has a button that sends a test', async () => {
    const { insertedId } = await aWebhook(['order.paid'])
    await manage(`webhooks/${insertedId}/test`, 'POST')
    await shop.webhookWorker.wake()
    expect(told).toMatchObject([{ type: 'test', data: { id: insertedId, test: true } }])
    await manage(`webhooks/${insertedId}`, 'PUT', { state: 'paused' })
    expect((await manage(`webhooks/${insertedId}/test`, 'POST')).json().reason).toBe('webhook_paused')
    expect((await manage(`webhooks/${insertedId}`, 'DELETE')).json()).toEqual({ deletedCount: 1 })
    expect(await deliveries()).toEqual([])
  })

  test('of two servers one tells it', async () => {
    const part = await aProduct(shop, { availableQty: 5 })
    await aWebhook(['stock.changed'])
    const other = startWebhookWorker({
      db: shop.db,
      log: shop.log,
      secrets: createWebhookSecrets('of the other'),
      describeObject: async (_event, id) => ({ id }),
      reach: localWeb,
      everyMs: hours(1),
    })
    for (let n = 10; n < 40; n += 1) await restock(part.id, n)
    await Promise.all([shop.webhookWorker.wake(), other.wake()])
    // Who found the first of a part leased by the other looks again later.
    while ((await deliveries('waiting')).length > 0)
      await Promise.all([shop.webhookWorker.wake(), other.wake()])
    await other.stop()
    expect(new Set(told.map(({ id }) => id)).size).toBe(30)
    expect(told).toHaveLength(30)
  })

  test('that was killed off in the middle of it is told again under the same id', async () => {
    const part = await aProduct(shop, { availableQty: 5 })
    await aWebhook(['stock.changed'])
    await restock(part.id, 6)
    await shop.webhookWorker.wake()
    // What a server leaves behind that was killed before it could write that it was taken.
    const left = { state: 'waiting' as const, ended_at: null }
    await shop.db.updateTable('webhook_deliveries').set(left).execute()
    await anHourLater()
    expect(told.map(({ id }) => id)).toEqual([told[0]!.id, told[0]!.id])
  })
})

describe('an address', () => {
  test.each([
    ['http://10.0.0.1/', 'private network'],
    ['http://[::1]/', 'private network'],
    ['http://169.254.169.254/latest/meta-data/', 'private network'],
    ['ftp://127.0.0.1/', 'plain web address'],
    ['http://user:word@127.0.0.1/', 'plain web address'],
    ['no address', 'no spaces'],
    ['', 'Which address?'],
    [`http://127.0.0.1/${'a'.repeat(500)}`, 'At most 500 characters'],
    ['http://127.0.0.1/\r\nx-evil: 1', 'no line breaks'],
  ])('%s is refused', async (address, why) => {
    const refused = await manage('webhooks', 'POST', { address, events: ['order.paid'] })
    expect(refused.status).toBe(422)
    expect(refused.json().fields.address).toMatch(new RegExp(why))
  })

  test('outside of tests is one of the public web with https', async () => {
    const plain = await aShop({ DEMO: 'off' })
    const { headers } = await signedIn(plain, { email: 'admin@webhooks.example', admin: true })
    const add = (address: string) =>
      plain.post('/api/manage/webhooks', { address, events: ['order.paid'] }, headers)
    expect((await add('http://parts.example/')).json().fields.address).toMatch('https')
    expect((await add('https://127.0.0.1/')).json().fields.address).toMatch('private network')
    expect((await add('https://parts.example:8443/')).json().fields.address).toMatch('usual ports')
    expect((await add('https://parts.example/')).status).toBe(200)
  })

  test('that leads inside is found out when it is told', async () => {
    await aWebhook(['stock.changed'], origin.replace('127.0.0.1', 'localhost'))
    const part = await aProduct(shop, { availableQty: 5 })
    // Only the address of the other family is allowed to this test.
    await shop.db.updateTable('webhooks').set({ address: 'http://[::1]:1/' }).execute()
    await restock(part.id, 6)
    await shop.webhookWorker.wake()
    expect(await deliveries()).toMatchObject([
      { state: 'waiting', answer: 'It leads into a private network.' },
    ])
    expect(told).toEqual([])
  })

  test('is the choice of admins, never of programs, and in the audit trail', async () => {
    const { insertedId } = await aWebhook(['order.paid'])
    await manage(`webhooks/${insertedId}`, 'PUT', { address: `${origin}/elsewhere` })
    const entries: { what: string }[] = (await shop.get('/api/audit?q=webhook', admin.headers)).json()
    const latest = entries.slice(0, 2).map(({ what }) => what)
    expect(latest.sort()).toEqual(['webhook added', 'webhook changed'])
    const endsOn = new Date(Date.now() + hours(24)).toISOString().slice(0, 10)
    const token = (
      await shop.post('/api/manage/tokens', { name: 'ERP', role: 'admin', endsOn }, admin.headers)
    ).json().token as string
    expect((await shop.get('/api/manage/webhooks', bearer(token))).status).toBe(403)
  })

  test('is one of at most twenty', async () => {
    for (let n = 0; n < 20; n += 1) await aWebhook(['order.paid'])
    const more = await manage('webhooks', 'POST', { address: origin, events: ['order.paid'] })
    expect(more.json().reason).toBe('too_many_webhooks')
  })
})
