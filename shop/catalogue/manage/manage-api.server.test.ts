import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct, stockOf } from '~/test/a-product.ts'
import { aPng } from '~/test/pictures.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

let shop: TestShop
let admin: Record<string, string>
let customer: Record<string, string>

beforeAll(async () => {
  shop = await aShop()
  admin = (await signedIn(shop, { email: 'admin@parts.example', admin: true })).headers
  customer = (await signedIn(shop, { email: 'customer@parts.example' })).headers
})

let count = 0
const aPart = (other: Record<string, unknown> = {}) => ({
  productName: `Spring ${++count}`,
  availableQty: 12,
  orderQty: 2,
  price: 19.99,
  productDescription: 'Coil spring for the rear axle',
  image: '/products/piston-1200.webp',
  ...other,
})
const add = (part: unknown, headers = admin) => shop.post('/api/services', part, headers)
const change = (method: string, path: string, body?: unknown, headers = admin) =>
  shop.send(path, { method, headers, ...(body !== undefined && { body }) })
const auditOf = async (productName: string) => {
  const answer = await shop.get(`/api/audit?q=${encodeURIComponent(productName)}`, admin)
  return answer.json().map((entry: { what: string }) => entry.what)
}

describe('adding a product', () => {
  test('shows it to visitors at once, with its stock in the books and an entry in the audit trail', async () => {
    await shop.get('/api/services')
    const part = aPart()
    const added = await add(part)
    expect(added.status).toBe(200)
    const { insertedId } = added.json()
    const listed = (await shop.get('/api/services')).json()
    expect(listed.at(-1)).toMatchObject({ _id: insertedId, ...part })
    expect(await stockOf(shop, insertedId)).toEqual({ left: 12, booked: 12 })
    expect(await auditOf(part.productName)).toEqual(['product added'])
  })

  test('keeps the price to the cent', async () => {
    for (const price of [0, 8.2, 19.99, 499_999.99, '4.35']) {
      const { insertedId } = (await add(aPart({ price }))).json()
      expect((await shop.get(`/api/service/${insertedId}`)).json().price).toBe(Number(price))
    }
    for (const price of [3 * 16.9, '50.699999999999996']) {
      const { insertedId } = (await add(aPart({ price }))).json()
      expect((await shop.get(`/api/service/${insertedId}`)).json().price).toBe(50.7)
    }
  })

  test('whose smallest order no card can pay is refused by its price, and one that was there before works on', async () => {
    const message =
      'The smallest order of this part comes to $0.48. A card can pay from $0.50 up to $999,999.99.'
    const refused = await add(aPart({ price: 0.24 }))
    expect([refused.status, refused.json()]).toEqual([
      422,
      { reason: 'invalid', message, fields: { price: message } },
    ])
    expect((await add(aPart({ price: 500_000 }))).json().message).toContain('comes to $1,000,000.00.')
    expect((await add(aPart({ price: 0.25 }))).status).toBe(200)

    const { id } = await aProduct(shop, { priceCents: 24, orderQty: 2 })
    const seen = (await shop.get(`/api/service/${id}`)).json()
    const edit = (changes: object) =>
      change('PUT', `/api/services/${id}/details`, { ...seen, ...changes, seen })
    expect((await edit({ productDescription: 'Cheap and good' })).status).toBe(200)
    seen.productDescription = 'Cheap and good'
    expect((await edit({ price: 0.2 })).json().fields.price).toContain('comes to $0.40.')
    expect((await edit({ orderQty: 1 })).json().fields.price).toContain('comes to $0.24.')
    expect((await edit({ orderQty: 3 })).status).toBe(200)
  })

  test.each([
    ['productName', 'Product name is required'],
    ['availableQty', 'Available quantity is required'],
    ['orderQty', 'Minimum order quantity is required'],
    ['price', 'Price is required'],
    ['productDescription', 'Product description is required'],
    ['image', 'Image is required'],
  ])('without %s is refused in its own words', async (field, message) => {
    for (const missing of [undefined, '']) {
      const answer = await add(aPart({ [field]: missing }))
      expect(answer.status).toBe(422)
      expect(answer.json().fields).toEqual({ [field]: message })
    }
  })

  test.each([
    ['price', -1],
    ['price', 1.005],
    ['price', 1_000_001],
    ['price', 'nine'],
    ['availableQty', -1],
    ['availableQty', 1.5],
    ['availableQty', 2 ** 31],
    ['orderQty', 0],
    ['image', 'javascript:alert(1)'],
    ['image', 'data:image/png;base64,AA'],
    ['image', '/etc/passwd'],
    ['image', `/images/${'0'.repeat(40)}-1200.webp`],
    ['productName', 'x'.repeat(121)],
    ['productName', 'a\u0000b'],
  ])('with %s %j is refused', async (field, value) => {
    const answer = await add(aPart({ [field]: value }))
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.json().fields)).toEqual([field])
  })

  test('of a name that is there already is refused, also in other letters, and also ten times at once', async () => {
    const part = aPart()
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(part)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    const again = await add({ ...part, productName: part.productName.toUpperCase() })
    expect(again.status).toBe(409)
    expect(again.json().fields.productName).toContain('There is already a product named')
    for (const unseen of ['\u200b', '\u00ad', '\u2060', '\ufeff', '\u202e', '\u3164'])
      expect((await add({ ...part, productName: part.productName.replace(' ', ` ${unseen}`) })).status).toBe(
        409,
      )
    expect((await add({ ...part, productName: '\u200b\u2060' })).json().message).toBe(
      'Product name is required',
    )
  })

  test('shows a picture that was sent in before', async () => {
    const form = new FormData()
    form.append('image', new File([(await aPng(64, 48)) as BlobPart], 'a.png'))
    const sent = await fetch(`${shop.url}/api/images`, { method: 'POST', body: form, headers: admin })
    const image = (await sent.json()).data.url
    const { insertedId } = (await add(aPart({ image }))).json()
    expect((await shop.get(`/api/service/${insertedId}`)).json().image).toBe(image)
  })

  test('with the address of a picture elsewhere shows a copy of it, or is refused', async () => {
    const picture = await aPng(64, 48)
    const host = createServer((request, response) =>
      response.end(request.url === '/a.png' ? picture : 'no picture'),
    ).unref()
    await new Promise<void>((done) => host.listen(0, '127.0.0.1', done))
    const address = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
    const own = await aShop({}, { reach: { address: (ip) => ip === '127.0.0.1', port: () => true } })
    const { headers } = await signedIn(own, { email: 'admin@parts.example', admin: true })
    const added = await own.post('/api/services', aPart({ image: `${address}/a.png` }), headers)
    const shown = (await own.get(`/api/service/${added.json().insertedId}`)).json().image
    expect(shown).toMatch(/^\/images\/[0-9a-f]{40}-1200\.webp$/)
    expect((await own.get(shown)).status).toBe(200)

    const part = aPart({ image: `${address}/text` })
    for (const refused of [await own.post('/api/services', part, headers), await add(part)]) {
      expect(refused.status).toBe(422)
      expect(refused.json().fields.image).toBe(refused.json().message)
    }
    expect((await own.get('/api/services')).text).not.toContain(part.productName)
    const seen = (await own.get(`/api/service/${added.json().insertedId}`)).json()
    const edited = { ...seen, image: part.image, seen }
    const path = `/api/services/${seen._id}/details`
    expect((await own.send(path, { method: 'PUT', body: edited, headers })).status).toBe(422)
  })
})

describe('editing a product', () => {
  const seen = {
    orderQty: 2,
    price: 19.99,
    productDescription: aPart().productDescription,
    image: aPart().image,
  }

  test('changes price, minimum, description and picture, and writes down from what to what', async () => {
    const part = aPart()
    const { insertedId } = (await add(part)).json()
    const edited = { ...seen, price: 25.5, orderQty: 3, productDescription: 'Better', seen }
    const answer = await change('PUT', `/api/services/${insertedId}/details`, edited)
    expect(answer.json()).toEqual({ modifiedCount: 1 })
    const product = (await shop.get(`/api/service/${insertedId}`)).json()
    expect(product).toMatchObject({
      price: 25.5,
      orderQty: 3,
      productDescription: 'Better',
      availableQty: 12,
    })
    const [entry] = (await shop.get(`/api/audit?q=${encodeURIComponent(part.productName)}`, admin)).json()
    expect(entry).toMatchObject({
      email: 'admin@parts.example',
      what: 'product edited',
      details: { price: { from: 19.99, to: 25.5 }, orderQty: { from: 2, to: 3 } },
    })
    expect((await shop.get('/api/services?q=better')).json()).toHaveLength(1)
  })

  test('changes the name: visitors find it by the new one, orders keep the old one, and the audit trail has both', async () => {
    const part = aPart({ productName: 'Left trunnion', orderQty: 1 })
    const { insertedId } = (await add(part)).json()
    const order = { productId: insertedId, quantity: 1, size: 'M', price: 19.99 }
    expect((await shop.post('/api/orders', order, customer)).status).toBe(200)
    const details = { ...seen, orderQty: 1 }
    const rename = (productName: string, was = 'Left trunnion') =>
      change('PUT', `/api/services/${insertedId}/details`, {
        ...details,
        productName,
        seen: { ...details, productName: was },
      })
    expect((await rename(' Right gudgeon ')).json()).toEqual({ modifiedCount: 1 })
    expect((await shop.get(`/api/service/${insertedId}`)).json().productName).toBe('Right gudgeon')
    expect((await shop.get('/api/services?q=gudgeon')).json()).toHaveLength(1)
    expect((await shop.get('/api/services?q=trunnion')).json()).toEqual([])
    const [mine] = (await shop.get('/api/orders/customer@parts.example', customer)).json()
    expect(mine.productName).toBe('Left trunnion')
    for (const name of ['left trunnion', 'right gudgeon']) {
      const [entry] = (await shop.get(`/api/audit?q=${encodeURIComponent(name)}`, admin)).json()
      expect(entry).toMatchObject({
        what: 'product edited',
        subject: 'Left trunnion → Right gudgeon',
        details: { productName: { from: 'Left trunnion', to: 'Right gudgeon' } },
      })
    }
    // The old name is free for another product, and an admin who still sees it is shown the new one.
    expect((await add(aPart({ productName: 'Left trunnion' }))).status).toBe(200)
    const late = await rename('Middle trunnion')
    expect([late.status, late.json().product.productName]).toEqual([409, 'Right gudgeon'])
    expect((await rename('', 'Right gudgeon')).json().fields).toEqual({
      productName: 'Product name is required',
    })
  })

  test('to a name that is there already is refused and changes nothing, also in other letters', async () => {
    const [mine, other] = [aPart({ orderQty: 2 }), aPart()]
    const { insertedId } = (await add(mine)).json()
    await add(other)
    const productName = other.productName.toUpperCase()
    const answer = await change('PUT', `/api/services/${insertedId}/details`, {
      ...seen,
      price: 1,
      productName,
      seen,
    })
    expect([answer.status, answer.json().reason]).toEqual([409, 'name_taken'])
    expect(answer.json().fields.productName).toBe(
      `There is already a product named “${productName}”. Choose another name.`,
    )
    expect((await shop.get(`/api/service/${insertedId}`)).json()).toMatchObject(mine)
    // Its own name in other letters is its own.
    const own = { ...seen, productName: mine.productName.toUpperCase(), seen }
    expect((await change('PUT', `/api/services/${insertedId}/details`, own)).status).toBe(200)
  })

  test('ten products that want one name at once: one gets it', async () => {
    const ids = await Promise.all(
      Array.from({ length: 10 }, async () => (await add(aPart())).json().insertedId),
    )
    const answers = await Promise.all(
      ids.map((id) =>
        change('PUT', `/api/services/${id}/details`, { ...seen, productName: 'The only one', seen }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    expect((await shop.get('/api/services?q=only+one')).json()).toHaveLength(1)
    expect(await auditOf('The only one')).toEqual(['product edited'])
  })

  test('by two admins at once is done by one; the other sees what is new', async () => {
    const { insertedId } = (await add(aPart())).json()
    const edit = (price: number) =>
      change('PUT', `/api/services/${insertedId}/details`, { ...seen, price, seen })
    const answers = await Promise.all([edit(1), edit(2), edit(3), edit(4)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const { price } = (await shop.get(`/api/service/${insertedId}`)).json()
    const refused = answers.filter(({ status }) => status === 409)
    for (const answer of refused) expect(answer.json().product.price).toBe(price)
  })

  test('of an unknown product is 404, and nothing changes when nothing differs', async () => {
    expect((await change('PUT', '/api/services/nobody/details', { ...seen, seen })).status).toBe(404)
    const { insertedId } = (await add(aPart())).json()
    const same = await change('PUT', `/api/services/${insertedId}/details`, { ...seen, seen })
    expect(same.json()).toEqual({ modifiedCount: 0 })
  })
})

describe('restocking', () => {
  test('is written into the books and into the audit trail', async () => {
    const part = await aProduct(shop, { availableQty: 3 })
    const answer = await change('PUT', `/api/services/${part.id}`, { availableQty: 30, seenQty: 3 })
    expect(answer.json()).toEqual({ modifiedCount: 1, availableQty: 30 })
    expect(await stockOf(shop, part.id)).toEqual({ left: 30, booked: 30 })
    expect(await auditOf(part.name)).toEqual(['stock set'])
  })
  test('is refused when something was sold meanwhile, and nothing is written', async () => {
    const part = await aProduct(shop, { availableQty: 3 })
    const answer = await change('PUT', `/api/services/${part.id}`, { availableQty: 30, seenQty: 5 })
    expect(answer.status).toBe(409)
    expect(answer.json().availableQty).toBe(3)
    expect(await stockOf(shop, part.id)).toEqual({ left: 3, booked: 3 })
    expect(await auditOf(part.name)).toEqual([])
  })
})

describe('deleting a product', () => {
  test('is done once, leaves its orders as they are and is written down', async () => {
    const part = await aProduct(shop, { name: 'Short-lived part' })
    const order = { productId: part.id, productName: part.name, size: 'M', quantity: 1, price: part.price }
    const placed = await shop.post('/api/orders', { ...order, email: 'customer@parts.example' }, customer)
    expect(placed.status).toBe(200)
    const answers = await Promise.all([1, 2, 3].map(() => change('DELETE', `/api/services/${part.id}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    expect((await shop.get(`/api/service/${part.id}`)).status).toBe(404)
    const [mine] = (await shop.get('/api/orders/customer@parts.example', customer)).json()
    expect(mine).toMatchObject({ productName: part.name, price: part.price, quantity: 1 })
    expect(await auditOf(part.name)).toEqual(['product deleted'])
  })
})

describe('the list to manage', () => {
  test('is searched, sorted, paged and narrowed to what is low or out', async () => {
    for (const [name, availableQty] of [
      ['Zeta out', 0],
      ['Zeta low', 4],
      ['Zeta many', 400],
    ] as const)
      await aProduct(shop, { name, availableQty })
    await aProduct(shop, { name: 'Zeta below minimum', availableQty: 7, orderQty: 8 })
    const names = async (query: string) =>
      (await shop.get(`/api/manage/services?q=zeta&${query}`, admin))
        .json()
        .map(({ productName }: { productName: string }) => productName)
    expect(await names('sort=stock-low')).toEqual(['Zeta out', 'Zeta low', 'Zeta below minimum', 'Zeta many'])
    expect(await names('stock=out')).toEqual(['Zeta out'])
    expect(await names('stock=low&sort=name')).toEqual(['Zeta below minimum', 'Zeta low'])
    expect(await names('sort=name-down&limit=1&page=2')).toEqual(['Zeta many'])
    const page = await shop.get('/api/manage/services?q=zeta&limit=1', admin)
    expect(page.headers['x-total-count']).toBe('4')
  })
})

test.each([
  ['POST', '/api/services'],
  ['PUT', '/api/services/brake-disc/details'],
  ['DELETE', '/api/services/brake-disc'],
  ['GET', '/api/manage/services'],
  ['GET', '/api/manage/services.csv'],
  ['POST', '/api/manage/services/import'],
  ['GET', '/api/audit'],
  ['GET', '/api/images'],
])('%s %s is for admins: 401 for strangers, 403 for customers', async (method, path) => {
  const body = method === 'POST' || method === 'PUT' ? {} : undefined
  expect((await change(method, path, body, {})).status).toBe(401)
  expect((await change(method, path, body, customer)).status).toBe(403)
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('the audit trail cannot be changed by %s', async (method) => {
  const [entry] = (await shop.get('/api/audit', admin)).json()
  expect((await change(method, '/api/audit', {})).status).toBe(405)
  expect((await change(method, `/api/audit/${entry._id}`, {})).status).toBeGreaterThanOrEqual(404)
  expect((await shop.get('/api/audit', admin)).json()[0]).toEqual(entry)
})
