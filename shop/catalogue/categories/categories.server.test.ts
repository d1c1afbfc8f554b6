import { beforeAll, describe, expect, test } from 'vitest'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import type { Category } from './contract.ts'

let shop: TestShop
let admin: Record<string, string>
beforeAll(async () => {
  shop = await aShop()
  admin = (await signedIn(shop, { email: 'admin@categories.example', admin: true })).headers
})

const all = async (): Promise<Category[]> => (await shop.get('/api/categories')).json()
const one = async (id: string) => (await all()).find(({ _id }) => _id === id)
const namesOf = (products: { productName: string }[]) => products.map(({ productName }) => productName)
const parts = async (query: string) => {
  const answer = await shop.get(`/api/services?${query}`)
  return { status: answer.status, total: answer.headers['x-total-count'], products: answer.json() }
}
const add = (name: string, group = '') => shop.post('/api/categories', { name, group }, admin)
const edit = (id: string, body: object) =>
  shop.send(`/api/categories/${id}`, { method: 'PUT', headers: admin, body })
const remove = (id: string, query = '') =>
  shop.send(`/api/categories/${id}${query}`, { method: 'DELETE', headers: admin })
const move = (id: string, to: string) => shop.post(`/api/categories/${id}/move`, { to }, admin)
const newestEntry = async () => (await shop.get('/api/audit?limit=1', admin)).json()[0]

let count = 0
const aPart = async (category: string) => {
  count += 1
  const body = {
    productName: `Filed part ${count}`,
    availableQty: 5,
    orderQty: 1,
    price: 10,
    productDescription: 'A part in a category',
    image: '/products/piston-1200.webp',
    category,
  }
  const answer = await shop.post('/api/services', body, admin)
  return { id: answer.json().insertedId as string, answer, body }
}

describe('visitors', () => {
  test('a new shop has twelve groups with their kinds, and says how many parts are in each', async () => {
    const categories = await all()
    expect(categories.filter(({ group }) => !group)).toHaveLength(12)
    expect(categories.filter(({ group }) => group).length).toBeGreaterThanOrEqual(40)
    expect(categories[0]).toMatchObject({
      _id: 'brakes',
      name: 'Brakes',
      group: '',
      path: 'brakes',
      parts: 2,
    })
    expect(categories[1]).toMatchObject({ _id: 'brake-discs', path: 'brakes/brake-discs', parts: 1 })
  })

  test('a list is narrowed to a category, of a group to all of its kinds, also in a search', async () => {
    const group = await parts('category=brakes')
    expect([group.total, namesOf(group.products)]).toEqual([
      '2',
      ['Drilled and Slotted Vented Brake Disc, 312 mm', 'Front Brake Pad Set with Wear Indicators'],
    ])
    expect((await parts('category=brake-pads')).total).toBe('1')
    expect(namesOf((await parts('category=filters&q=oil')).products)[0]).toBe('Spin-On Oil Filter, M20 × 1.5')
    expect((await parts('category=filters&q=battery')).total).toBe('0')
    expect(namesOf((await parts('category=brakes&sort=price-high&limit=1')).products)).toEqual([
      'Drilled and Slotted Vented Brake Disc, 312 mm',
    ])
    expect(namesOf((await parts('category=brakes&limit=1&page=2')).products)).toEqual([
      'Front Brake Pad Set with Wear Indicators',
    ])
  })

  test('a category has a page with its own title, description, heading, trail and parts', async () => {
    const { status, text } = await shop.get('/shop/brakes/brake-discs')
    expect(status).toBe(200)
    expect(text).toContain('<title>Brake discs - Car Parts</title>')
    expect(text).toContain(
      '<meta name="description" content="Brake discs by diameter and thickness, solid and vented."',
    )
    expect(text).toMatch(/<h1[^>]*>Brake discs<\/h1>/)
    expect(text).toContain('href="/shop/brakes"')
    expect(text).toContain('Drilled and Slotted Vented Brake Disc')
    expect(text).not.toContain('Starter Battery')
  })

  test('the tree shows what has parts, and a kind only where its group is open', async () => {
    const { text } = await shop.get('/shop')
    expect(text).toContain('href="/shop/brakes"')
    expect(text).not.toContain('href="/shop/brakes/brake-discs"')
    const group = (await shop.get('/shop/brakes')).text
    expect(group).toContain('href="/shop/brakes/brake-discs"')
    expect(group).not.toContain('href="/shop/brakes/brake-hoses"')
  })

  test.each(['/shop/nonsense', '/shop/brakes/nonsense', '/shop/%27%20or%201=1', '/shop/a/b/c'])(
    '%s is a 404 with a way to all parts',
    async (path) => {
      const { status, text } = await shop.get(path)
      expect(status).toBe(404)
      expect(text).toContain('href="/shop"')
    },
  )

  test('a category at the address of another group leads to its own', async () => {
    for (const path of ['/shop/filters/brake-discs?q=disc', '/shop/brake-discs?q=disc']) {
      const { status, headers } = await shop.get(path)
      expect([status, headers.location]).toEqual([302, '/shop/brakes/brake-discs?q=disc'])
    }
  })

  test('an unknown category of the API is a 404, an empty one means all parts', async () => {
    expect((await parts('category=nonsense')).status).toBe(404)
    expect((await parts('category=&limit=1')).total).toBe('18')
    expect((await parts('category=a&category=b&limit=1')).total).toBe('18')
  })
})

describe('an admin', () => {
  test('adds a group and a category, which stay at their address when they are renamed', async () => {
    expect((await add('Räder & Reifen')).json()).toEqual({ insertedId: 'rader-reifen' })
    const { insertedId } = (await add('Winter tyres', 'rader-reifen')).json()
    expect(await newestEntry()).toMatchObject({ what: 'category added', subject: 'Winter tyres' })
    const renamed = await edit(insertedId, { name: 'Snow tyres', description: 'Soft', group: 'rader-reifen' })
    expect(renamed.json()).toEqual({ modifiedCount: 1 })
    expect(await one(insertedId)).toMatchObject({
      name: 'Snow tyres',
      description: 'Soft',
      path: 'rader-reifen/winter-tyres',
    })
    expect(await newestEntry()).toMatchObject({
      what: 'category edited',
      details: { name: { from: 'Winter tyres', to: 'Snow tyres' } },
    })
    expect((await shop.get('/shop/rader-reifen/winter-tyres')).text).toContain('No parts here yet')
  })

  test('moves a category up and down and to another group', async () => {
    const order = async () => (await all()).filter(({ group }) => group === 'cooling').map(({ _id }) => _id)
    expect(await order()).toEqual(['radiators', 'water-pumps', 'thermostats'])
    expect((await move('thermostats', 'up')).json()).toEqual({ modifiedCount: 1 })
    expect(await order()).toEqual(['radiators', 'thermostats', 'water-pumps'])
    expect((await move('radiators', 'up')).json()).toEqual({ modifiedCount: 0 })
    // In another group it comes last, also where one between others was deleted.
    await add('Valves', 'engine')
    await remove('gaskets')
    await edit('thermostats', { name: 'Thermostats', group: 'engine' })
    expect((await all()).filter(({ group }) => group === 'engine').at(-1)!._id).toBe('thermostats')
    expect(await one('thermostats')).toMatchObject({ path: 'engine/thermostats' })
    expect((await shop.get('/shop/cooling/thermostats')).headers.location).toBe('/shop/engine/thermostats')
  })

  test.each([
    ['a name that is taken', () => add('Brakes'), 409, 'name'],
    [
      'a name beside the same',
      () => edit('brake-hoses', { name: 'BRAKE discs', group: 'brakes' }),
      409,
      'name',
    ],
    ['the name of no category', () => add('None', 'brakes'), 409, 'name'],
    ['no name', () => add(' '), 422, 'name'],
    ['a name of signs alone', () => add('---'), 422, 'name'],
    ['a group that is none', () => add('Wheel covers', 'nonsense'), 422, 'group'],
    ['a kind as a group', () => add('Wheel covers', 'tyres'), 422, 'group'],
    [
      'a group with kinds into a group',
      () => edit('brakes', { name: 'Brakes', group: 'body' }),
      409,
      'group',
    ],
    ['a group into itself', () => edit('emergency', { name: 'E', group: 'emergency' }), 409, 'group'],
  ])('is refused %s, by its field', async (_, ask, status, field) => {
    const answer = await ask()
    expect([answer.status, Object.keys(answer.json().fields)]).toEqual([status, [field]])
  })

  test('deletes a category with parts only when it is said where they go', async () => {
    await add('Old bulbs', 'electrics')
    const { id } = await aPart('old-bulbs')
    const refused = await remove('old-bulbs')
    expect([refused.status, refused.json()]).toMatchObject([409, { reason: 'has_parts', parts: 1 }])
    expect((await remove('old-bulbs', '?partsTo=nonsense')).status).toBe(422)
    expect((await remove('old-bulbs', '?partsTo=old-bulbs')).status).toBe(422)
    const before = (await one('bulbs'))!.parts
    expect((await remove('old-bulbs', '?partsTo=bulbs')).json()).toEqual({ deletedCount: 1 })
    expect((await shop.get(`/api/service/${id}`)).json().category).toBe('bulbs')
    expect((await one('bulbs'))!.parts).toBe(before + 1)
    expect(namesOf((await parts('category=bulbs')).products)).toContain(`Filed part ${count}`)
    expect(await newestEntry()).toMatchObject({
      what: 'category deleted',
      subject: 'Old bulbs',
      details: { parts: 1, partsTo: 'bulbs' },
    })
    expect((await shop.get('/shop/electrics/old-bulbs')).status).toBe(404)
  })

  test('leaves parts without a category, and deletes no group that has kinds', async () => {
    await add('Loose ends')
    const { id } = await aPart('loose-ends')
    expect((await remove('loose-ends', '?partsTo=none')).json()).toEqual({ deletedCount: 1 })
    expect((await shop.get(`/api/service/${id}`)).json().category).toBe('')
    expect((await remove('brakes', '?partsTo=none')).json()).toMatchObject({ reason: 'has_kinds' })
    expect((await remove('nonsense')).status).toBe(404)
  })

  test('files a part in a category that exists, by hand and by a file', async () => {
    const { answer } = await aPart('nonsense')
    expect([answer.status, answer.json().fields]).toEqual([
      422,
      { category: 'There is no category “nonsense”.' },
    ])
    const { body } = await aPart('tyres')
    const columns = Object.keys(body)
    const csv = (category: string) =>
      [columns, columns.map((name) => ({ ...body, category })[name as 'category'])].join('\n')
    const send = async (text: string, planKey?: string) =>
      (await shop.post('/api/manage/services/import', { csv: text, planKey }, admin)).json()
    expect((await send(csv('nonsense'))).problems).toEqual([
      { line: 2, message: 'There is no category “nonsense”.' },
    ])
    const plan = await send(csv('wheel-bolts'))
    expect(plan.changes[0].changes).toEqual({ category: { from: 'tyres', to: 'wheel-bolts' } })
    await send(csv('wheel-bolts'), plan.planKey)
    expect(namesOf((await parts('category=wheel-bolts')).products)).toEqual([body.productName])
  })

  test('overwrites nothing that somebody else has changed meanwhile', async () => {
    const seen = await one('silencers')
    const first = { name: 'Mufflers', description: seen!.description, group: 'exhaust' }
    expect((await edit('silencers', { ...first, group: seen!.group, seen })).json()).toEqual({
      modifiedCount: 1,
    })
    const late = await edit('silencers', {
      ...first,
      name: 'Silencers',
      group: seen!.group,
      description: 'Quiet',
      seen,
    })
    expect([late.status, late.json().reason]).toEqual([409, 'changed_meanwhile'])
    expect((await one('silencers'))!.name).toBe('Mufflers')
  })

  test('gives a category a name in any script, whose address is one for browsers, sitemaps and moves', async () => {
    const { insertedId } = (await add('Колодки', 'brakes')).json()
    await aPart(insertedId)
    const address = `/shop/brakes/${encodeURIComponent(insertedId)}`
    expect((await shop.get(address)).text).toContain('<h1')
    const moved = await shop.get(`/shop/filters/${encodeURIComponent(insertedId)}`)
    expect([moved.status, moved.headers.location]).toEqual([302, address])
    expect((await shop.get('/sitemap.xml')).text).toContain(`${address}</loc>`)
  })

  test('two admins at once: one name becomes one category, and a category is deleted once', async () => {
    const added = await Promise.all(Array.from({ length: 5 }, () => add('Twice')))
    expect(added.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    const deleted = await Promise.all(Array.from({ length: 5 }, () => remove('twice')))
    expect(deleted.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404])
  })
})
