import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct } from '~/test/a-product.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

const golf = 'volkswagen-golf-5-2.0-tdi-bkd'
const gti = 'volkswagen-gti-5-2.0-tfsi-bpy'

let shop: TestShop
let admin: Record<string, string>
beforeAll(async () => {
  shop = await aShop()
  admin = (await signedIn(shop, { email: 'admin@fitments.example', admin: true })).headers
})

const add = (part: string, line: object) =>
  shop.post(`/api/manage/services/${part}/fitments`, { vehicleId: golf, quantity: 1, ...line }, admin)
const change = (method: 'PUT' | 'DELETE', id: string, body?: object) =>
  shop.send(`/api/manage/fitments/${id}`, { method, headers: admin, ...(body && { body }) })
const lines = async (part: string, query = '') =>
  (await shop.get(`/api/manage/services/${part}/fitments${query}`, admin)).json()
const verdict = async (part: string, car: string) =>
  (await shop.get(`/api/service/${part}/fit?car=${car}`)).json().verdict
const audited = async (q: string) => (await shop.get(`/api/audit?q=${q}`, admin)).json()

describe('the list of a part', () => {
  test('is added to, changed and shortened; marks follow at once, and every change is written down', async () => {
    const part = await aProduct(shop, { name: 'Listed disc' })
    expect((await shop.get(`/api/service/${part.id}/vehicles`)).json()).toEqual([])
    const { insertedId } = (await add(part.id, { position: 'front', quantity: 2 })).json()
    expect(await verdict(part.id, golf)).toBe('fits')
    expect((await shop.get(`/api/service/${part.id}/vehicles`)).json()).toHaveLength(1)
    expect(await lines(part.id)).toEqual([
      {
        _id: insertedId,
        vehicleId: golf,
        vehicleName: 'Volkswagen Golf 5 2.0 TDI (BKD)',
        position: 'front',
        quantity: 2,
        builtFrom: '',
        builtTo: '',
        conditions: '',
        mustCheck: '',
        remark: '',
      },
    ])
    const changed = { vehicleId: golf, quantity: 2, conditions: 'gearbox=manual; front-discs=312 mm,288 mm' }
    expect((await change('PUT', insertedId, changed)).json()).toEqual({ modifiedCount: 1 })
    expect((await change('PUT', insertedId, changed)).json()).toEqual({ modifiedCount: 0 })
    expect((await lines(part.id))[0].conditions).toBe('front-discs=288 mm,312 mm;gearbox=manual')
    expect(await verdict(part.id, golf)).toBe('only-if')
    expect((await change('DELETE', insertedId)).json()).toEqual({ deletedCount: 1 })
    expect((await change('DELETE', insertedId)).status).toBe(404)
    expect((await shop.get(`/api/service/${part.id}/vehicles`)).json()).toEqual([])
    const entries = await audited('listed+disc')
    expect(entries.map((entry: { what: string }) => entry.what).slice(0, 3)).toEqual([
      'fitment deleted',
      'fitment edited',
      'fitment added',
    ])
    expect(entries[1].details).toMatchObject({
      car: 'Volkswagen Golf 5 2.0 TDI (BKD)',
      position: { from: 'front', to: '' },
    })
  })

  test('is found by words of its cars, page by page', async () => {
    expect(await lines('brake-disc', '?q=golf+tdi')).toHaveLength(1)
    const first = await shop.get('/api/manage/services/brake-disc/fitments?limit=3', admin)
    expect(first.json()).toHaveLength(3)
    expect(first.headers['x-total-count']).toBe('4')
  })

  test.each([
    ['an unknown car', { vehicleId: 'lada-niva' }, 'vehicleId', 'There is no such car.'],
    ['months of another time', { builtTo: '2012-01' }, 'builtTo', 'This car was built 10/2003 to 11/2008'],
    [
      'months in the wrong order',
      { builtFrom: '2006-02', builtTo: '2006-01' },
      'builtTo',
      'The last month is before the first',
    ],
    ['no month at all', { builtFrom: '2006' }, 'builtFrom', 'Write a month like 2006-03'],
    ['an unknown attribute', { conditions: 'sunroof=yes' }, 'conditions', 'There is no attribute “sunroof”'],
    [
      'a value that this car cannot have',
      { conditions: 'front-discs=400 mm' },
      'conditions',
      'This car has no front-discs “400 mm”: it is 280 mm or 288 mm or 312 mm',
    ],
    ['too long a place', { position: 'x'.repeat(41) }, 'position', 'At most 40 characters'],
  ])('refuses %s beside its field', async (_, line, field, message) => {
    const answer = await add('piston', line)
    expect(answer.status).toBe(422)
    expect(answer.json().fields).toEqual({ [field]: message })
  })

  test('has each line once, and none for a part that does not exist', async () => {
    const part = await aProduct(shop)
    const [one, two] = await Promise.all([add(part.id, {}), add(part.id, { quantity: 4 })])
    expect([one.status, two.status].sort()).toEqual([200, 409])
    const other = (await add(part.id, { vehicleId: gti })).json().insertedId
    const doubled = await change('PUT', other, { vehicleId: golf, quantity: 1 })
    expect([doubled.status, doubled.json().message]).toEqual([
      409,
      'There is already a line for this car with the same place, months and conditions.',
    ])
    expect((await add('nothing', {})).status).toBe(404)
    expect((await shop.get('/api/manage/services/nothing/fitments', admin)).status).toBe(404)
  })

  test('is copied from another part, and what was there stays', async () => {
    const part = await aProduct(shop, { name: 'Copied disc' })
    await add(part.id, { vehicleId: gti, position: 'front', quantity: 4 })
    const copy = (from: string) => shop.post(`/api/manage/services/${part.id}/fitments/copy`, { from }, admin)
    expect((await copy('brake-disc')).json()).toEqual({ copied: 3, known: 1 })
    expect((await copy('brake-disc')).json()).toEqual({ copied: 0, known: 4 })
    const copied = await lines(part.id)
    expect(copied).toHaveLength(4)
    expect(copied.find((line: { vehicleId: string }) => line.vehicleId === gti).quantity).toBe(4)
    expect((await copy(part.id)).json().fields).toEqual({ from: 'Choose another part to copy from.' })
    expect((await copy('nothing')).json().fields).toEqual({ from: 'There is no such part to copy from.' })
    expect(await audited('copied+disc')).toHaveLength(2)
  })
})

test('lines that look wrong are listed with the reason, until they are mended', async () => {
  const doubtful = async () => (await shop.get('/api/manage/doubtful-fits?limit=48', admin)).json()
  const part = await aProduct(shop, { name: 'Doubted disc' })
  const { insertedId } = (await add(part.id, { quantity: 1, remark: 'only with sports suspension' })).json()
  expect(await doubtful()).toContainEqual({
    _id: insertedId,
    productId: part.id,
    productName: 'Doubted disc',
    vehicleId: golf,
    vehicleName: 'Volkswagen Golf 5 2.0 TDI (BKD)',
    position: '',
    quantity: 1,
    reasons: ['The remark looks like a condition: “only with sports suspension”'],
  })
  await change('PUT', insertedId, { vehicleId: golf, quantity: 1, mustCheck: 'only with sports suspension' })
  expect((await doubtful()).map(({ _id }: { _id: string }) => _id)).not.toContain(insertedId)
})
