import { beforeAll, describe, expect, test } from 'vitest'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import type { AttributeDefinition } from './contract.ts'

let shop: TestShop
let admin: Record<string, string>
beforeAll(async () => {
  shop = await aShop()
  admin = (await signedIn(shop, { email: 'admin@attributes.example', admin: true })).headers
})

let count = 0
const details = (given: object) => ({
  productName: `Measured part ${++count}`,
  availableQty: 5,
  orderQty: 1,
  price: 10,
  productDescription: 'A part with measures',
  image: '/products/piston-1200.webp',
  ...given,
})
const add = (given: object) => shop.post('/api/services', details(given), admin)
const added = async (given: object) => (await add(given)).json().insertedId as string
const shown = async (id: string) => (await shop.get(`/api/service/${id}`)).json()
const definitions = async (): Promise<AttributeDefinition[]> =>
  (await shop.get('/api/manage/attributes', admin)).json()
const one = async (name: string) => (await definitions()).find((attribute) => attribute.name === name)
const define = (body: object) => shop.post('/api/manage/attributes', body, admin)
const rename = (id: string, name: string) =>
  shop.send(`/api/manage/attributes/${id}`, { method: 'PUT', headers: admin, body: { name } })
const remove = (id: string) => shop.send(`/api/manage/attributes/${id}`, { method: 'DELETE', headers: admin })
const found = async (line: string) =>
  (await shop.get(`/api/services?attr=${encodeURIComponent(line)}`)).headers['x-total-count']

describe('the attributes of a kind of part', () => {
  const ofKind = async (category: string): Promise<string[]> =>
    (await shop.get(`/api/manage/categories/${category}/attributes`, admin)).json()

  test('are those that one measures, and those that its parts have', async () => {
    expect((await ofKind('spark-plugs')).slice(0, 3)).toEqual(['Thread', 'Reach', 'Gap'])
    const { insertedId } = (
      await shop.post('/api/categories', { name: 'Tow bars', group: 'body' }, admin)
    ).json()
    expect(await ofKind(insertedId)).toEqual([])
    await added({ category: insertedId, attributes: 'Weight: 12 kg\nMaterial: Steel' })
    for (let n = 0; n < 4; n += 1) await added({ category: insertedId, attributes: 'Weight: 11 kg' })
    // What one part of five has is not said of all.
    expect(await ofKind(insertedId)).toEqual(['Weight'])
    const unknown = await shop.get('/api/manage/categories/no-such-kind/attributes', admin)
    expect(unknown.status).toBe(404)
  })

  test('follow when an attribute is renamed, and go with one that is deleted', async () => {
    const { _id } = (await one('Heat range'))!
    await rename(_id, 'Heat value')
    expect(await ofKind('spark-plugs')).toContain('Heat value')
    await remove(_id)
    expect(await ofKind('spark-plugs')).not.toContain('Heat value')
  })
})

describe('the attributes of a part', () => {
  test('are stored in the spelling and unit of the shop', async () => {
    const id = await added({ attributes: 'diameter: 280,50\nVISCOSITY: 0W-20' })
    expect((await shown(id)).attributes).toBe('Diameter: 280.5 mm\nViscosity: 0W-20')
  })

  test.each([
    ['Girth: 12', '“Girth: 12”: there is no attribute “Girth”'],
    ['Diameter: 12 in', '“Diameter: 12 in”: Diameter is a number in mm, with at most three decimals'],
    ['Diameter', '“Diameter”: write a name and a value, as in “Diameter: 312 mm”'],
  ])('are refused with their line: %s', async (attributes, message) => {
    const answer = await add({ attributes })
    expect([answer.status, answer.json().fields]).toEqual([422, { attributes: message }])
  })

  test('come by a file, too', async () => {
    const body = details({})
    const columns = [...Object.keys(body), 'attributes']
    const send = async (attributes: string, planKey?: string) => {
      const csv = [columns, [...Object.values(body), attributes]].join('\n')
      return (await shop.post('/api/manage/services/import', { csv, planKey }, admin)).json()
    }
    expect((await send('Girth: 1')).problems).toEqual([
      { line: 2, message: 'Attributes: “Girth: 1”: there is no attribute “Girth”' },
    ])
    const plan = await send('teeth: 118; Length: 1020')
    await send('teeth: 118; Length: 1020', plan.planKey)
    const [product] = (
      await shop.get(`/api/services?q=${encodeURIComponent(body.productName)}&limit=1`)
    ).json()
    expect(product.attributes).toBe('Teeth: 118\nLength: 1020 mm')
  })
})

describe('an admin', () => {
  test('adds an attribute, with which parts are described from then on', async () => {
    const { insertedId } = (await define({ name: 'Ribs', kind: 'number', unit: '' })).json()
    expect(await one('Ribs')).toEqual({ _id: insertedId, name: 'Ribs', kind: 'number', unit: '', parts: 0 })
    await added({ attributes: 'Ribs: 6' })
    expect((await one('Ribs'))!.parts).toBe(1)
  })

  test('renames it in every part that has it', async () => {
    const { insertedId } = (await define({ name: 'Draft', kind: 'number', unit: 'mm' })).json()
    const id = await added({ attributes: 'Draft: 5 mm\nLength: 10 mm' })
    const other = await added({ attributes: 'Length: 10 mm\nDraft: 7 mm' })
    expect((await rename(insertedId, 'Depth')).json()).toEqual({ modifiedCount: 1 })
    expect((await shown(id)).attributes).toBe('Depth: 5 mm\nLength: 10 mm')
    expect((await shown(other)).attributes).toBe('Length: 10 mm\nDepth: 7 mm')
    expect([await found('Draft: 5 mm'), await found('Depth: 5 mm')]).toEqual(['0', '1'])
    expect((await shop.get('/api/audit?limit=1', admin)).json()[0]).toMatchObject({
      what: 'attribute renamed',
      details: { name: { from: 'Draft', to: 'Depth' }, parts: 2 },
    })
  })

  test('deletes it, and its lines with it', async () => {
    const { insertedId } = (await define({ name: '50%_off', kind: 'text' })).json()
    const id = await added({ attributes: '50%_off: Yes\nAxle: Rear' })
    expect((await remove(insertedId)).json()).toEqual({ deletedCount: 1 })
    expect((await shown(id)).attributes).toBe('Axle: Rear')
    expect((await remove(insertedId)).status).toBe(404)
  })

  test.each([
    [{ name: 'diameter', kind: 'number' }, 409, 'name'],
    [{ name: ' ', kind: 'text' }, 422, 'name'],
    [{ name: 'A: B', kind: 'text' }, 422, 'name'],
    [{ name: 'Shape', kind: 'colour' }, 422, 'kind'],
    [{ name: 'Shape', kind: 'number', unit: 'much too long' }, 422, 'unit'],
  ])('is refused %j', async (body, status, field) => {
    const answer = await define(body)
    expect([answer.status, Object.keys(answer.json().fields)]).toEqual([status, [field]])
  })
})
