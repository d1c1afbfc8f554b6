import { beforeAll, describe, expect, test } from 'vitest'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import type { FieldValue, ProductField } from './field-kinds.ts'
import type { FieldName } from './product-fields.ts'
import { detailNames, fieldNames, fieldOf, mapFields } from './product-fields.ts'

let shop: TestShop
let admin: Record<string, string>
beforeAll(async () => {
  shop = await aShop()
  admin = (await signedIn(shop, { email: 'admin@fields.example', admin: true })).headers
})

const examples: Record<ProductField['kind'], [FieldValue, FieldValue]> = {
  text: ['first', 'second'],
  choice: ['listed', 'every-car'],
  lines: ['Own: CP-1', 'Own: CP-2'],
  pieces: [3, 4],
  number: [24, 36],
  dollars: [12.5, 19.99],
  category: ['pistons', 'tyres'],
  picture: ['/products/piston-1200.webp', '/products/alloy-wheel-1200.webp'],
  pictures: ['/products/battery-1200.webp', '/products/radiator-1200.webp'],
}
let count = 0
/** A product with a value in every field, and another value for one of them. */
function aProductAnd(other: string) {
  const number = ++count
  const value = (field: ProductField, name: FieldName, which: 0 | 1) => {
    if (name === 'attributes') return ['Diameter: 312 mm', 'Diameter: 280 mm'][which]!
    if (name === 'visibility') return ['shown', 'hidden'][which]!
    if (name === 'ships') return ['freight', 'collect'][which]!
    return field.kind === 'text'
      ? `${field.label} ${number} ${examples.text[which]}`
      : examples[field.kind][which]
  }
  const before = mapFields((field, name) => value(field, name, 0))
  const changed = mapFields((field, name) => value(field, name, name === other ? 1 : 0))
  return { before, changed }
}

async function added(product: Record<string, FieldValue>) {
  const answer = await shop.post('/api/services', product, admin)
  expect(answer.status).toBe(200)
  return answer.json().insertedId as string
}
/** As staff sees it, who alone see all of it. */
const shown = async (id: string) => (await shop.get(`/api/manage/services/${id}`, admin)).json()
const newestEntry = async (id: string) => {
  const entries = (await shop.get('/api/audit?limit=48', admin)).json()
  return entries.find(({ details }: { details: { productId: string } }) => details.productId === id)
}

describe('every field of a product', () => {
  test.each(fieldNames)('%s is stored, shown and exported', async (name) => {
    const { before } = aProductAnd(name)
    const id = await added(before)
    expect((await shown(id))[name]).toBe(before[name])
    const csv = (await shop.get('/api/manage/services.csv', admin)).text
    const [head, ...lines] = csv.replace('\uFEFF', '').trim().split('\r\n')
    const line = lines.find((line) => line.startsWith(id))!.split(',')
    expect(line[head!.split(',').indexOf(name)]).toBe(String(before[name]))
  })

  test.each(detailNames)('%s can be edited alone, and the audit trail has both values', async (name) => {
    const { before, changed } = aProductAnd(name)
    const id = await added(before)
    const edit = (body: object) =>
      shop.send(`/api/services/${id}/details`, { method: 'PUT', headers: admin, body })
    expect((await edit({ ...changed, seen: before })).json()).toEqual({ modifiedCount: 1 })
    expect(await shown(id)).toEqual({ _id: id, ...changed })
    const { what, details } = await newestEntry(id)
    expect(what).toBe('product edited')
    expect(details).toEqual({ productId: id, [name]: { from: before[name], to: changed[name] } })
    // Another admin who has not seen it yet overwrites nothing.
    const late = await edit({ ...before, seen: before })
    expect([late.status, late.json().product[name]]).toEqual([409, changed[name]])
  })

  test.each(fieldNames)('%s can be changed by a file, which shows the change first', async (name) => {
    const { before, changed } = aProductAnd(name)
    const id = await added(before)
    const csv = [
      ['_id', ...fieldNames],
      [id, ...fieldNames.map((field) => changed[field])],
    ].join('\n')
    const look = (planKey?: string) => shop.post('/api/manage/services/import', { csv, planKey }, admin)
    const plan = (await look()).json()
    const change = { [name]: { from: before[name], to: changed[name] } }
    expect([plan.problems, plan.changes[0].changes]).toEqual([[], change])
    expect((await look(plan.planKey)).json().applied).toBe(true)
    expect(await shown(id)).toEqual({ _id: id, ...changed })
    expect((await newestEntry(id)).details).toEqual({ productId: id, ...change, by: 'file' })
  })

  test('is for everybody to read, but for where a part lies, which staff alone are told', async () => {
    const { before } = aProductAnd('shelf')
    const id = await added({ ...before, shelf: '<b>QX7"' })
    expect((await shown(id)).shelf).toBe('<b>QX7"')
    const { shelf: _, visibility: __, ...open } = before
    expect((await shop.get(`/api/service/${id}`)).json()).toEqual({ _id: id, ...open })
    for (const path of ['/api/services', '/api/services?limit=48&sort=newest', `/services/${id}`, '/shop'])
      expect(/QX7|"shelf"|"visibility"/.exec((await shop.get(path)).text)?.[0]).toBeUndefined()
    const long = await shop.post('/api/services', { ...before, shelf: 'A'.repeat(21) }, admin)
    expect(long.json().fields).toEqual({ shelf: 'At most 20 characters' })
    // A client that knows nothing of it leaves it where it is.
    const seen = (await shop.get(`/api/service/${id}`)).json()
    const body = { ...seen, price: 3, seen }
    await shop.send(`/api/services/${id}/details`, { method: 'PUT', headers: admin, body })
    expect(await shown(id)).toMatchObject({ price: 3, shelf: '<b>QX7"' })
  })

  test('an optional one may be left out by clients and files; all others are asked for by name', async () => {
    const answer = await shop.post('/api/services', {}, admin)
    const asked = fieldNames.filter((name) => !fieldOf(name).isOptional)
    expect(Object.keys(answer.json().fields).sort()).toEqual([...asked].sort())
  })
})
