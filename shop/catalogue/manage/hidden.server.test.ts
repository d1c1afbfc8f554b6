import { beforeAll, expect, test } from 'vitest'
import { mailsTo } from '~/test/mails.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

const golf = 'volkswagen-golf-5-2.0-tdi-bkd'

let shop: TestShop
let admin: Record<string, string>
let customer: Awaited<ReturnType<typeof signedIn>>

beforeAll(async () => {
  shop = await aShop({ SHOP_EMAIL: 'owner@hidden.example' })
  admin = (await signedIn(shop, { email: 'admin@hidden.example', admin: true })).headers
  customer = await signedIn(shop, { email: 'customer@hidden.example' })
})

let count = 0
const numberOf = (n: number) => `ZQX-77${n}01`
async function aPart(other: object = {}) {
  const n = ++count
  const part = {
    productName: `Flumblegear ${n}`,
    availableQty: 12,
    orderQty: 1,
    price: 19.99,
    productDescription: 'Coil spring for the rear axle',
    image: '/products/piston-1200.webp',
    category: 'brake-hoses',
    brand: `Zweibrand ${n}`,
    numbers: `Own: ${numberOf(n)}`,
    fitKind: 'listed',
    ...other,
  }
  const { insertedId: id } = (await shop.post('/api/services', part, admin)).json()
  return { id: id as string, name: part.productName, brand: part.brand, number: numberOf(n) }
}
const set = (id: string, visibility: string, headers = admin) =>
  shop.send(`/api/manage/services/${id}/visibility`, { method: 'PUT', body: { visibility }, headers })
const order = (productId: string, more: object = {}) =>
  shop.post('/api/orders', { productId, quantity: 1, size: 'M', price: 19.99, ...more }, customer.headers)
const managed = async (query: string) =>
  (await shop.get(`/api/manage/services?${query}`, admin))
    .json()
    .map(({ productName }: { productName: string }) => productName)

test('a hidden part is nowhere in public, and everywhere again when it is shown', async () => {
  const part = await aPart()
  await shop.post(`/api/manage/services/${part.id}/fitments`, { vehicleId: golf, quantity: 1 }, admin)
  const article = {
    question: 'Gear?',
    markdown: 'Yes',
    publishAt: '2026-01-01T00:00:00.000Z',
    parts: [part.id],
  }
  const blog = (await shop.post('/api/manage/blogs', article, admin)).json().insertedId
  // What visitors and programs read, whether by a list, a search, a filter, a count or an address.
  const texts = [
    '/api/services',
    '/api/services?page=1',
    '/api/services?sort=newest&limit=5',
    '/api/services?q=flumblegear',
    `/api/services?q=${part.number}`,
    `/api/services?q=${part.number.slice(0, 6)}`,
    '/api/services?category=brake-hoses',
    `/api/services?brand=${encodeURIComponent(part.brand)}`,
    `/api/services?car=${golf}&fit=all&q=flumblegear`,
    '/api/facets',
    '/api/facets?category=brake-hoses',
    '/shop?q=flumblegear',
    '/shop/brakes/brake-hoses',
    '/sitemap.xml',
    `/api/blog/${blog}`,
    `/blogs/${blog}`,
  ]
  const words = [part.id, part.name, part.brand]
  const isNamed = async (path: string) => {
    const { text } = await shop.get(path)
    return words.some((word) => text.includes(word))
  }
  const statuses = async () => [
    (await shop.get(`/api/service/${part.id}`)).status,
    (await shop.get(`/api/service/${part.id}`, customer.headers)).status,
    (await shop.get(`/api/service/${part.id}/vehicles`)).status,
    (await shop.get(`/api/service/${part.id}/fit?car=${golf}`)).status,
    (await shop.get(`/services/${part.id}`)).status,
  ]
  const hoses = async () =>
    (await shop.get('/api/categories')).json().find(({ _id }: { _id: string }) => _id === 'brake-hoses').parts
  const total = async () => Number((await shop.get('/api/services?page=1')).headers['x-total-count'])
  for (const path of texts) expect(await isNamed(path), path).toBe(true)
  expect([await hoses(), await total()]).toEqual([1, 19])
  const unknown = (await shop.get('/services/no-such-part')).status
  expect(await statuses()).toEqual([200, 200, 200, 200, 200])

  expect((await set(part.id, 'hidden')).json()).toEqual({ modifiedCount: 1 })
  expect((await set(part.id, 'hidden')).json()).toEqual({ modifiedCount: 0 })
  for (const path of texts) expect(await isNamed(path), path).toBe(false)
  expect([await hoses(), await total()]).toEqual([0, 18])
  expect(await statuses()).toEqual([404, 404, 404, 404, unknown])
  expect((await shop.get(`/api/fit?car=${golf}&parts=${part.id}`)).json()).toEqual([])
  expect((await shop.get(`/api/service/${part.id}`)).json().message).toBe('There is no such product.')
  // The editor of the article keeps it.
  expect((await shop.get(`/api/manage/blogs/${blog}`, admin)).json().parts).toMatchObject([{ _id: part.id }])
  const emptied = await shop.send('/api/categories/brake-hoses', { method: 'DELETE', headers: admin })
  expect(emptied.json()).toMatchObject({ reason: 'has_parts', parts: 1 })

  await set(part.id, 'shown')
  for (const path of texts) expect(await isNamed(path), path).toBe(true)
  expect([await hoses(), await total()]).toEqual([1, 19])
  const trail = (await shop.get(`/api/audit?q=${encodeURIComponent(part.name)}`, admin)).json()
  expect(trail.map(({ what }: { what: string }) => what)).toEqual([
    'product shown',
    'product hidden',
    'fitment added',
    'product added',
  ])
})

test('a hidden part cannot be ordered or put into a cart, and a cart that has it says that it is not sold', async () => {
  const part = await aPart()
  const line = { productId: part.id, size: 'M', quantity: 1 }
  const put = (body: object) =>
    shop.send('/api/cart/lines', { method: 'PUT', body, headers: customer.headers })
  const cart = async () => (await shop.get('/api/cart', customer.headers)).json().lines
  const placed = (await order(part.id)).json().insertedId
  await put(line)
  expect(await cart()).toMatchObject([{ product: { productName: part.name } }])

  await set(part.id, 'hidden')
  // The server still remembers the part as it was: the statement that takes the stock decides.
  const refused = await order(part.id)
  expect([refused.status, refused.json().reason]).toEqual([404, 'unknown_product'])
  expect((await order('', { productId: undefined, productName: part.name })).status).toBe(404)
  expect(await cart()).toEqual([line])
  expect((await shop.post('/api/cart/check', { lines: [line] })).json().lines).toEqual([line])
  const bought = await shop.post('/api/checkout', { lines: [line], total: 19.99 }, customer.headers)
  expect([bought.status, bought.json().lines]).toEqual([
    409,
    [{ productId: part.id, size: 'M', problem: 'gone' }],
  ])
  expect((await put({ ...line, size: 'L' })).status).toBe(404)
  await shop.post('/api/cart/merge', { lines: [{ ...line, size: 'L' }] }, customer.headers)
  expect(await cart()).toEqual([line])
  expect((await put({ ...line, quantity: 0 })).json().lines).toEqual([])

  // What was ordered stays what it is, and can be cancelled; ordering it again is refused by name.
  const [kept] = (await shop.get(`/api/orders/${customer.email}`, customer.headers)).json()
  expect(kept).toMatchObject({ _id: placed, productName: part.name })
  const again = await shop.post(`/api/purchases/${placed}/again`, {}, customer.headers)
  expect(again.json()).toMatchObject({
    cart: { lines: [] },
    shortages: [{ productName: part.name, isGone: true }],
  })
  const cancelled = await shop.send(`/api/orders/${placed}`, { method: 'DELETE', headers: customer.headers })
  expect(cancelled.status).toBe(200)
  expect((await shop.get(`/api/manage/services/${part.id}`, admin)).json().availableQty).toBe(12)
})

test('nobody is told that a hidden part is back, and the owner not that it is low', async () => {
  const part = await aPart({ availableQty: 0 })
  const alert = (method: string) =>
    shop.send(`/api/service/${part.id}/alert`, { method, headers: customer.headers })
  expect((await alert('PUT')).status).toBe(200)
  await set(part.id, 'hidden')
  expect((await alert('PUT')).status).toBe(404)
  await shop.workers.lowStock.wake()
  await shop.send(`/api/services/${part.id}`, { method: 'PUT', body: { availableQty: 3 }, headers: admin })
  await shop.workers.stockAlerts.wake()
  await shop.workers.lowStock.wake()
  const told = async (who: string) => (await mailsTo(shop, who)).filter((mail) => mail.includes(part.name))
  expect(await told(customer.email)).toEqual([])
  expect(await told('owner@hidden.example')).toEqual([])
  expect(await managed(`stock=low&q=${part.number}`)).toEqual([])
  await set(part.id, 'shown')
  await shop.workers.stockAlerts.wake()
  expect(await told(customer.email)).toHaveLength(1)
})

test('those who manage products find what is hidden among the others, in every order', async () => {
  const first = await aPart({ price: 1, availableQty: 21 })
  const second = await aPart({ price: 2, availableQty: 22, visibility: 'hidden' })
  const third = await aPart({ price: 3, availableQty: 23 })
  const names = [first, second, third].map(({ name }) => name)
  expect(await managed('sort=newest&limit=3')).toEqual(names.toReversed())
  for (const [sort, expected] of [
    ['name', names],
    ['name-down', names.toReversed()],
    ['newest', names.toReversed()],
    ['oldest', names],
    ['price-low', names],
    ['stock-low', names],
  ] as const)
    expect(
      (await managed(`q=flumblegear&sort=${sort}&limit=50`)).filter((name: string) => names.includes(name)),
    ).toEqual(expected)
  expect(await managed(`q=${second.number}`)).toEqual([second.name])
  for (const query of ['', '&q=flumblegear'])
    expect((await managed(`visibility=hidden${query}`))[0]).toBe(second.name)
  expect(await managed('visibility=shown&limit=2')).toEqual([third.name, first.name])
  expect((await shop.get(`/api/manage/services/${second.id}`, customer.headers)).status).toBe(403)
  expect((await set(second.id, 'shown', customer.headers)).status).toBe(403)
  expect((await set(second.id, 'gone')).status).toBe(422)
  expect((await set('nope', 'hidden')).status).toBe(404)
})

test('a file has the column, shows what is hidden, and says nothing about it where it has none', async () => {
  const part = await aPart({ visibility: 'hidden' })
  const { text } = await shop.get('/api/manage/services.csv', admin)
  const [head] = text.split('\r\n')
  expect(head).toMatch(/visibility$/)
  expect(text.split('\r\n').find((line) => line.includes(part.id))).toMatch(/hidden$/)
  const apply = async (columns: string) => {
    const csv = `_id,${columns}`
    const { planKey } = (await shop.post('/api/manage/services/import', { csv }, admin)).json()
    await shop.post('/api/manage/services/import', { csv, planKey }, admin)
    return (await shop.get(`/api/manage/services/${part.id}`, admin)).json()
  }
  expect(await apply(`price\n${part.id},5.00`)).toMatchObject({ visibility: 'hidden' })
  expect(await apply(`visibility\n${part.id},shown`)).toMatchObject({ visibility: 'shown' })
})
