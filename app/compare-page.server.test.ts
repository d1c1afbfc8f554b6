import { beforeAll, expect, test, vi } from 'vitest'
import { hours } from '~/platform/time.ts'
import { aProduct } from '~/test/a-product.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { visibleText } from '~/test/visible-text.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await aShop()
})

const compare = (...ids: string[]) => shop.get(`/compare?parts=${ids.join(',')}`)

async function aPart(attributes: string, more: { category?: string | null; name?: string } = {}) {
  const { id, name } = await aProduct(shop, more.name ? { name: more.name } : {})
  await shop.database.change(['products'], (tx) =>
    tx
      .updateTable('products')
      .set({ attributes, category_id: more.category === undefined ? 'brake-discs' : more.category })
      .where('id', '=', id)
      .execute(),
  )
  return { id, name }
}
const change = (id: string, set: { visibility: 'hidden' } | 'delete') =>
  shop.database.change(['products'], async (tx) => {
    if (set === 'delete') await tx.deleteFrom('products').where('id', '=', id).execute()
    else await tx.updateTable('products').set(set).where('id', '=', id).execute()
  })

test('parts of one kind are side by side, what differs first', async () => {
  const plain = await aPart('Axle: Front\nHoles: 5\nDiameter: 288 mm')
  const page = await compare(plain.id, 'brake-disc')
  expect(page.status).toBe(200)
  expect(page.text).toContain('<meta name="robots" content="noindex"/>')
  expect(page.text).not.toContain('rel="canonical"')
  const words = visibleText(page.text)
  for (const text of ['Compare: Brake discs', plain.name, '288 mm', '312 mm', 'not stated', '$68.90'])
    expect(words).toContain(text)
  const inOrder = ['Diameter', 'Thickness', 'Holes'].map((name) => page.text.indexOf(`>${name}</th>`))
  expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
  expect(inOrder).not.toContain(-1)
  const one = await compare(plain.id)
  expect([one.status, visibleText(one.text)]).toEqual([
    200,
    expect.stringContaining('Choose another part to compare it with.'),
  ])
  expect(one.text).toContain(`href="/compare?parts=${plain.id}%2Cbrake-disc"`)
})

test.each([
  ['', 200, 'Choose two to four parts of one kind'],
  ['brake-disc,brake-disc', 200, 'Choose another part'],
  ['brake-disc,oil-filter', 422, 'Only parts of one kind can be compared'],
  ['brake-disc,none', 404, 'Some of these parts are not sold here'],
  ['none', 404, 'This part is not sold here'],
  ['a,b,c,d', 404, 'These parts are not sold here'],
  ['a,b,c,d,e', 422, 'At most 4 parts are compared at once'],
  ['a,b,c,d,e,f,g,h,i', 422, 'At most 4 parts are compared at once'],
  ['%3Cscript%3Ealert(1)%3C/script%3E', 200, 'Choose two to four parts'],
  ['..%2F..%2Fetc,%27%20or%201=1,%F0%9F%9A%97', 200, 'Choose two to four parts'],
  [`${'x'.repeat(65)},${','.repeat(500)}`, 200, 'Choose two to four parts'],
  ['brake-disc&parts=oil-filter', 422, 'Only parts of one kind can be compared'],
  ['brake-disc&parts[]=oil-filter&page=9&q=x', 200, 'Choose another part'],
])('/compare?parts=%s is answered with %i in words', async (parts, status, words) => {
  const page = await shop.get(`/compare?parts=${parts}`)
  expect([page.status, visibleText(page.text)]).toEqual([status, expect.stringContaining(words)])
  expect(page.text).not.toContain('alert(1)')
})

test('parts without a kind or with hardly a measure are not compared', async () => {
  const nowhere = [await aPart('Holes: 5', { category: null }), await aPart('Holes: 4', { category: null })]
  expect(visibleText((await compare(...nowhere.map(({ id }) => id))).text)).toContain('of no kind')
  const bare = await aPart('')
  const other = await aPart('')
  const unknown = await compare(bare.id, other.id)
  expect([unknown.status, visibleText(unknown.text)]).toEqual([
    422,
    expect.stringContaining('Too few measures of these parts are known'),
  ])
})

test('the same parts in another order, twice or with rubbish beside them are one page of the cache', async () => {
  const other = await aPart('Diameter: 280 mm\nThickness: 22 mm\nHoles: 5')
  const first = await compare('brake-disc', other.id)
  for (const path of [
    `/compare?parts=${other.id},brake-disc`,
    `/compare?parts=${other.id}&parts=brake-disc`,
    `/compare?x=1&parts=brake-disc,,${other.id},brake-disc,%3Cb%3E`,
  ]) {
    const same = await shop.get(path)
    expect([same.status, same.headers.etag]).toEqual([200, first.headers.etag])
  }
  // More than may be rendered in a minute: they all came from the cache.
  for (let n = 0; n < 130; n += 1)
    expect((await shop.get(`/compare?n=${n}&parts=${other.id},brake-disc`)).status).toBe(200)
})

test('a hidden or deleted part is gone from a comparison at once, and its name is not said', async () => {
  for (const fate of [{ visibility: 'hidden' }, 'delete'] as const) {
    const part = await aPart('Diameter: 280 mm\nThickness: 22 mm\nHoles: 5')
    expect((await compare('brake-disc', part.id)).text).toContain(part.name)
    await change(part.id, fate)
    const page = await compare('brake-disc', part.id)
    expect(page.status).toBe(404)
    expect(page.text).not.toContain(part.name)
  }
})

test('who asks for ever new comparisons is told to wait, and those that are cached still come', async () => {
  // Nothing that the shop does by itself changes a page meanwhile, and the minute does not end, however busy the machine is.
  const { get } = await aShop({}, { everyMs: hours(1) })
  vi.useFakeTimers({ toFake: ['Date'] })
  const cached = async () => (await get('/compare?parts=brake-disc')).status
  // On PostgreSQL all is made again once, when what others have changed is first looked for.
  for (let n = 0; n < 130; n += 1) {
    expect(await cached()).toBe(200)
    const { status } = await get(`/compare?parts=brake-disc,none-${n}`)
    if (status === 429) break
    expect(n).toBeLessThan(125)
  }
  expect(await cached()).toBe(200)
  expect((await get('/shop')).status).toBe(200)
  vi.useRealTimers()
})
