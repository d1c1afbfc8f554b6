import { beforeAll, describe, expect, test, vi } from 'vitest'
import { aProduct } from '~/test/a-product.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop, onPostgres } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

let shop: TestShop
let admin: Record<string, string>
beforeAll(async () => {
  shop = await aShop()
  admin = (await signedIn(shop, { email: 'admin@search.example', admin: true })).headers
})

const found = async (q: string, at = shop) => {
  const answer = await at.get(`/api/services?q=${encodeURIComponent(q)}`)
  return { ids: answer.json().map(({ _id }: { _id: string }) => _id), total: answer.headers['x-total-count'] }
}
const change = (id: string, words: string) =>
  shop.database.change(['products'], (tx) =>
    tx
      .updateTable('products')
      .set({ search_text: words, name_key: words, changed_at: new Date().toISOString() })
      .where('id', '=', id)
      .execute(),
  )

test.each(['%', '_', '\\'])('%s alone finds only what holds it', async (mark) => {
  const { id } = await aProduct(shop, { name: `Sticker with a ${mark} on it` })
  expect((await found(mark)).ids).toEqual([id])
  const managed = await shop.get(`/api/manage/services?q=${encodeURIComponent(mark)}&stock=low`, admin)
  expect(managed.json()).toEqual([])
})

test('the part of that very name is first, and a typing mistake is forgiven everywhere', async () => {
  const { id, name } = await aProduct(shop, { name: 'Steering Wheel' })
  await aProduct(shop, { name: 'Steering Wheel Lock' })
  expect((await found('steering wheel')).ids[0]).toBe(id)
  expect((await found('stering whele')).ids).toContain(id)
  expect((await shop.get('/shop?q=stering+whele')).text).toContain(name)
  const managed = await shop.get('/api/manage/services?q=stering+whele&sort=stock-high', admin)
  expect(managed.json()).toHaveLength(2)
})

test('words that name nothing are set aside and named, in the answer and on the page', async () => {
  const { id, name } = await aProduct(shop, { name: 'Cotter Pin, M6 × 40' })
  const answer = await shop.get(`/api/services?q=${encodeURIComponent('cotter pins m6x40 zündapp 1953')}`)
  expect(answer.json().map(({ _id }: { _id: string }) => _id)).toEqual([id])
  const words = (name: string) => decodeURIComponent(answer.headers[name] as string)
  expect([words('x-missing-words'), words('x-found-words')]).toEqual(['zündapp 1953', 'cotter pins m6x40'])
  // Signs are no words.
  const withSigns = await shop.get(`/api/services?q=${encodeURIComponent('^cotter pin$ %')}`)
  expect(withSigns.json()).toHaveLength(1)
  expect(withSigns.headers['x-missing-words']).toBeUndefined()
  const page = await shop.get('/shop?q=cotter+pin-z%C3%BCndapp+for+my+98+V')
  expect(page.text).toContain(name)
  expect(page.text).toContain('No part for “zundapp 98 V”; 1 for “cotter pin”')
})

test('a search that finds nothing says so, and offers near kinds as such', async () => {
  const nothing = await shop.get('/api/services?q=brake+fluid')
  expect([nothing.json(), nothing.headers['x-total-count']]).toEqual([[], '0'])
  const { nearKinds } = (await shop.get('/api/facets?q=brake+fluid')).json()
  expect(nearKinds.map(({ name }: { name: string }) => name)).toEqual([
    'Brake discs',
    'Brake pads',
    'Engine oils',
  ])
  const page = (await shop.get('/shop?q=brake+fluid')).text
  expect(page).toMatch(/Not on our shelf.*Near kinds:.*href="\/shop\/brakes\/brake-pads"/s)
  for (const q of ['first aid kit', 'seat cover', 'iphone case'])
    expect((await shop.get(`/api/facets?q=${encodeURIComponent(q)}`)).json().nearKinds).toBeUndefined()
  expect((await shop.get('/api/facets?q=brake')).json().nearKinds).toBeUndefined()
})

test('a make alone lists what there is for its cars, and with a part the headline is about the part', async () => {
  expect((await found('vw')).ids.slice(0, 2)).toEqual(['brake-disc', 'brake-pads'])
  expect((await found('vw')).ids).not.toContain('oil-filter')
  const page = (await shop.get('/shop?q=oil+for+bmw')).text
  expect(page).toContain('2 parts for “oil”')
})

test.each([
  ['2,000 letters', 'a'.repeat(2000)],
  ['a regular expression', '(.*)+[a-z]{1000}$'],
  ['scripts of all kinds', '山田 тормоз 🚗 ١٢ ｂｏｌｔ \\0'],
  ['nothing but signs', '%_\\*?()[]{}|^$'],
])('a search for %s is answered like any other', async (_, q) => {
  expect((await shop.get(`/api/services?q=${encodeURIComponent(q)}`)).status).toBe(200)
})

test('the very next search knows what was added, renamed and deleted', async () => {
  const { id } = await aProduct(shop, { name: 'Quixotic Gudgeon' })
  expect((await found('gudgeon')).ids).toEqual([id])
  await change(id, 'pintle')
  expect([(await found('gudgeon')).total, (await found('pintle')).total]).toEqual(['0', '1'])
  await shop.database.change(['products'], (tx) => tx.deleteFrom('products').where('id', '=', id).execute())
  expect((await found('pintle')).total).toBe('0')
})

test('many searches during many changes never miss what was there before they began', async () => {
  for (let round = 0; round < 20; round += 1) {
    const adding = aProduct(shop, { name: `Sprocket of round ${round}` })
    const early = found('sprocket')
    await adding
    const answers = await Promise.all([found('sprocket'), found(`sprocket round ${round}`)])
    expect(answers.map(({ total }) => total)).toEqual([String(round + 1), '1'])
    await early
  }
})

if (onPostgres)
  describe('several servers', () => {
    test('find what another one has added, renamed and deleted', async () => {
      const second = await aShop(shop.settings)
      expect((await found('flange', second)).total).toBe('0')
      const seen = (q: string, total: string) =>
        vi.waitFor(async () => expect((await found(q, second)).total).toBe(total), { timeout: 20_000 })
      const { id } = await aProduct(shop, { name: 'Flange' })
      await seen('flange', '1')
      await change(id, 'grommet')
      await seen('grommet', '1')
      await shop.database.change(['products'], (tx) =>
        tx.deleteFrom('products').where('id', '=', id).execute(),
      )
      await seen('grommet', '0')
    })
  })
