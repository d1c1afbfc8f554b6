import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '~/platform/id.ts'
import { aProduct } from '~/test/a-product.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

const golf = 'volkswagen-golf-5-2.0-tdi-bkd'
const gti = 'volkswagen-gti-5-2.0-tfsi-bpy'

let shop: TestShop
beforeAll(async () => {
  shop = await aShop()
})

type Listed = { _id: string; productName: string; fit?: { verdict: string; words: string } }
const ask = (path: string, query: Record<string, string>) => shop.get(`${path}?${new URLSearchParams(query)}`)
const list = async (query: Record<string, string>): Promise<Listed[]> =>
  (await ask('/api/services', { limit: '48', ...query })).json()
const idsOf = (parts: Listed[]) => parts.map(({ _id }) => _id).sort()

describe('the list for a car', () => {
  test('holds what its marks say, for every car of the demo', async () => {
    const all = idsOf(await list({ page: '1' }))
    for (const { id: car } of await shop.db.selectFrom('vehicles').select('id').execute()) {
      const marks: { _id: string; verdict: string }[] = (
        await ask('/api/fit', { car, parts: all.join(',') })
      ).json()
      const marked = (...verdicts: string[]) =>
        marks
          .filter(({ verdict }) => verdicts.includes(verdict))
          .map(({ _id }) => _id)
          .sort()
      expect(idsOf(await list({ car }))).toEqual(marked('fits', 'only-if'))
      expect(idsOf(await list({ car, fit: 'unknown' }))).toEqual(marked('unknown'))
      const { fit } = (await ask('/api/facets', { car })).json()
      expect(fit).toMatchObject({
        fits: marked('fits', 'only-if').length,
        unknown: marked('unknown').length,
        not: marked('does-not-fit').length,
      })
    }
  })

  test('says of each part how it fits, and knows what was said about the car', async () => {
    const open = (await list({ car: golf })).find(({ _id }) => _id === 'brake-disc')
    expect(open?.fit).toEqual({ verdict: 'only-if', words: 'Fits if front brake discs: 312 mm' })
    const facts = (discs: string) => ({ car: golf, facts: `front-discs=${discs}` })
    expect(idsOf(await list(facts('288 mm')))).not.toContain('brake-disc')
    expect((await list(facts('312 mm'))).find(({ _id }) => _id === 'brake-disc')?.fit?.words).toBe('Fits')
    expect((await list({ page: '1' })).every(({ fit }) => fit === undefined)).toBe(true)
  })

  test('begins with what fits, then what fits under a condition, what fits every car, what was not checked and what does not fit', async () => {
    const wordsOf = async (query: Record<string, string>) =>
      (await list({ car: golf, facts: 'front-discs=312 mm', ...query })).map(({ fit }) =>
        fit!.words.replace(/^Fits if .*/, 'Fits if'),
      )
    const order = ['Fits', 'Fits if', 'Fits every car', 'Not checked', 'Does not fit']
    expect([...new Set(await wordsOf({}))]).toEqual(order.slice(0, 3))
    const all = await wordsOf({ fit: 'all' })
    expect(all).toHaveLength(18)
    expect(all).toEqual(all.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)))
    expect(new Set(all)).toEqual(new Set(order))
    // Words are answered first: what was not checked stands before what fits and is something else.
    expect((await list({ car: golf, fit: 'all', q: 'battery' }))[0]).toMatchObject({
      _id: 'battery',
      fit: { verdict: 'unknown' },
    })
  })

  test('leaves out no picture of a group where it leaves out no part', async () => {
    const pictures = async (query: Record<string, string>) =>
      (await ask('/api/facets', query)).json().categories.filter((group: { image?: string }) => group.image)
    expect(await pictures({ car: golf, fit: 'all' })).toHaveLength((await pictures({})).length)
    expect(await pictures({ car: golf })).toEqual([])
  })

  test('is narrowed together with categories, search and attributes, which count what fits', async () => {
    expect(idsOf(await list({ car: gti, category: 'brakes' }))).toEqual(['brake-disc', 'brake-pads'])
    expect(idsOf(await list({ car: gti, q: 'spark plug' }))).toEqual(['spark-plug'])
    expect(idsOf(await list({ car: golf, q: 'spark plug' }))).toEqual([])
    expect(idsOf(await list({ car: gti, attr: 'Diameter: 312 mm' }))).toEqual(['brake-disc'])
    const { categories, fit } = (await ask('/api/facets', { car: golf, q: 'spark plug' })).json()
    expect(fit).toEqual({
      car: 'Volkswagen Golf 5 2.0 TDI (BKD)',
      shortName: 'Golf 5 2.0 TDI',
      about: '10/2003 to 11/2008, 103\u00a0kW / 140\u00a0hp',
      fits: 0,
      unknown: 0,
      not: 1,
    })
    expect(categories.every(({ parts }: { parts: number }) => parts === 0)).toBe(true)
  })

  test('follows a change of what fits, and of how complete a list is', async () => {
    const part = await aProduct(shop)
    const has = async (query: Record<string, string>) =>
      idsOf(await list({ q: part.name, ...query })).includes(part.id)
    expect([await has({ car: gti }), await has({ car: gti, fit: 'unknown' })]).toEqual([false, true])
    const row = {
      id: newId(),
      product_id: part.id,
      vehicle_id: gti,
      position: '',
      quantity: 1,
      built_from: '',
      built_to: '',
      conditions: '',
      must_check: '',
      remark: '',
      source: '',
    }
    await shop.database.change(['fitments'], (tx) => tx.insertInto('fitments').values(row).execute())
    expect([await has({ car: gti }), await has({ car: golf, fit: 'unknown' })]).toEqual([true, true])
    const saidToBe = (fit_kind: 'listed-all' | 'every-car') =>
      shop.database.change(['products'], (tx) =>
        tx
          .updateTable('products')
          .set({ fit_kind, changed_at: new Date().toISOString() })
          .where('id', '=', part.id)
          .execute(),
      )
    await saidToBe('listed-all')
    expect([await has({ car: golf }), await has({ car: golf, fit: 'unknown' })]).toEqual([false, false])
    await shop.database.change(['fitments'], (tx) =>
      tx.deleteFrom('fitments').where('id', '=', row.id).execute(),
    )
    expect(await has({ car: golf, fit: 'unknown' })).toBe(true)
    await saidToBe('every-car')
    expect(await has({ car: golf })).toBe(true)
  })

  test('follows a line that an admin adds, changes and removes', async () => {
    const { headers } = await signedIn(shop, { email: 'admin@list-for-car.example', admin: true })
    const part = await aProduct(shop)
    const states = async (car: string) => {
      const found = []
      for (const fit of ['', 'unknown'])
        found.push(idsOf(await list({ q: part.name, car, fit })).includes(part.id))
      return found
    }
    await shop.database.change(['products'], (tx) =>
      tx
        .updateTable('products')
        .set({ fit_kind: 'listed-all', changed_at: new Date().toISOString() })
        .where('id', '=', part.id)
        .execute(),
    )
    expect([await states(gti), await states(golf)]).toEqual([
      [false, true],
      [false, true],
    ])
    const line = { vehicleId: gti, quantity: 1 }
    const lines = `/api/manage/services/${part.id}/fitments`
    const { insertedId } = (await shop.post(lines, line, headers)).json()
    // The list is complete: what it does not name does not fit.
    expect([await states(gti), await states(golf)]).toEqual([
      [true, false],
      [false, false],
    ])
    const other = { method: 'PUT', headers, body: { ...line, vehicleId: golf } }
    expect((await shop.send(`/api/manage/fitments/${insertedId}`, other)).json()).toEqual({
      modifiedCount: 1,
    })
    expect([await states(gti), await states(golf)]).toEqual([
      [false, false],
      [true, false],
    ])
    await shop.send(`/api/manage/fitments/${insertedId}`, { method: 'DELETE', headers })
    expect([await states(gti), await states(golf)]).toEqual([
      [false, true],
      [false, true],
    ])
  })

  test('is 404 for an unknown car, and refuses what is too long', async () => {
    const unknown = await ask('/api/services', { car: 'lada-niva' })
    expect([unknown.status, unknown.json().message]).toEqual([404, 'There is no such car.'])
    expect((await ask('/api/facets', { car: 'lada-niva' })).status).toBe(404)
    expect((await ask('/api/services', { car: 'x'.repeat(121) })).status).toBe(422)
  })
})

test('a page for a car is made for this request and cached by nobody; without one the shop is as it was', async () => {
  const page = await shop.get(`/shop?car=${gti}`)
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.text).toContain('Volkswagen GTI 5 2.0 TFSI (BPY)')
  expect(page.text).toContain('not checked')
  const plain = await shop.get('/shop')
  expect(plain.headers['cache-control']).toBe('no-cache')
  expect(plain.text).not.toContain('not checked')
  const unknown = await shop.get('/shop?car=lada-niva')
  expect(unknown.status).toBe(404)
  expect(unknown.text).toContain('There is no list for this car.')
})
