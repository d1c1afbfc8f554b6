import { beforeAll, describe, expect, test } from 'vitest'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

let shop: TestShop
let admin: Record<string, string>
beforeAll(async () => {
  shop = await aShop()
  admin = (await signedIn(shop, { email: 'admin@numbers.example', admin: true })).headers
})

const numbers = `Own: ZX-48213-K
OE Example Motors: 7H0 615 301 D
Competitor Example Parts: 0 986 479 R37
Replaces: ZX-47000-K
EAN: 4006381333931`

const details = (name: string, given: object = {}) => ({
  productName: name,
  availableQty: 5,
  orderQty: 1,
  price: 10,
  productDescription: 'A part with numbers',
  image: '/products/piston-1200.webp',
  ...given,
})
const add = async (name: string, given: object = {}) =>
  (await shop.post('/api/services', details(name, given), admin)).json().insertedId as string

async function search(q: string) {
  const answer = await shop.get(`/api/services?q=${encodeURIComponent(q)}`)
  expect(answer.status).toBe(200)
  const products = answer.json()
  const match = products[0]?.matchedNumber?.match
  return { match, total: answer.headers['x-total-count'], products }
}

describe('a part is found by its number', () => {
  let id: string
  beforeAll(async () => {
    id = await add('Numbered Caliper', { brand: 'Zanthex', numbers })
  })

  test.each([
    ['ZX-48213-K', 'own', 'ZX-48213-K'],
    ['zx48213k', 'own', 'ZX-48213-K'],
    [' ZX 48213 K ', 'own', 'ZX-48213-K'],
    ['zx.482i3.k', 'own', 'ZX-48213-K'],
    ['7HO 615 3O1 D', 'oe', '7H0 615 301 D'],
    ['0986479r37', 'competitor', '0 986 479 R37'],
    ['4006381333931', 'ean', '4006381333931'],
    ['ZX-47000-K', 'replaced', 'ZX-47000-K'],
    ['caliper 7H0 615 301 D', 'oe', '7H0 615 301 D'],
  ])('in any spelling: %s', async (q, kind, number) => {
    const { match, products } = await search(q)
    expect(match).toBe('equal')
    expect(products[0]).toMatchObject({ _id: id, matchedNumber: { kind, number } })
  })

  test('by its beginning', async () => {
    const { match, products } = await search('ZX-482')
    expect([match, products[0]._id]).toEqual(['begins', id])
  })

  const oneMistake = ['ZX-48123-K', 'ZX-4821-K', 'XZ-48213-K', 'ZX-482133-K', 'ZX-48213-L']
  const inLongOne = ['4006381333932', '5006381333931', '4006318333931', '400681333931', '40063881333931']
  test.each([...oneMistake, ...inLongOne])(
    'with one mistake, and it is said that no part has this number: %s',
    async (q) => {
      const { match, total, products } = await search(q)
      expect([match, total, products[0]?._id]).toEqual(['near', '1', id])
    },
  )

  test('and another number finds nothing', async () => {
    for (const q of ['QQ-99999-Q', 'QQ 99999 B'])
      expect(await search(q)).toEqual({ match: undefined, total: '0', products: [] })
  })

  test('by its brand', async () => {
    expect((await search('zanthex')).products.map((p: { _id: string }) => p._id)).toEqual([id])
  })
})

test('new numbers replace the old ones, and none are found when the part is gone', async () => {
  const id = await add('Renumbered Pump', { numbers: 'Own: QV-70001' })
  const before = (await shop.get(`/api/service/${id}`)).json()
  const { _id, ...seen } = before
  const edited = { ...details('Renumbered Pump'), brand: '', numbers: 'Own: QV-80002', seen }
  const edit = await shop.send(`/api/services/${_id}/details`, {
    method: 'PUT',
    headers: admin,
    body: edited,
  })
  expect(edit.json()).toEqual({ modifiedCount: 1 })
  expect((await search('QV-80002')).products[0]._id).toBe(id)
  expect((await search('QV-70001')).match).not.toBe('equal')
  await shop.send(`/api/services/${id}`, { method: 'DELETE', headers: admin })
  expect((await search('QV-80002')).products).toEqual([])
})

test('a file changes numbers, too', async () => {
  const id = await add('Filed Pump')
  const csv = `_id,productName,availableQty,orderQty,price,productDescription,image,numbers
${id},Filed Pump,5,1,10,A part with numbers,/products/piston-1200.webp,"Own: FP-12345
OE Example Motors: 55X 100 200"`
  const plan = (await shop.post('/api/manage/services/import', { csv }, admin)).json()
  expect(plan.problems).toEqual([])
  await shop.post('/api/manage/services/import', { csv, planKey: plan.planKey }, admin)
  expect((await search('55x100200')).products[0]._id).toBe(id)
})

test.each([
  ['Our: 12345', '“Our: 12345”: begin with Own, OE, Competitor, Replaces or EAN'],
  [
    'EAN: 123',
    '“EAN: 123”: an EAN, UPC or GTIN has 8, 12, 13 or 14 digits, and the last one is a check digit',
  ],
])('numbers that cannot be right are refused with their line: %s', async (typed, message) => {
  const answer = await shop.post('/api/services', details('Refused Pump', { numbers: typed }), admin)
  expect([answer.status, answer.json().fields]).toEqual([422, { numbers: message }])
})
