import { beforeAll, expect, test } from 'vitest'
import { aProduct } from '~/test/a-product.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

let shop: TestShop
let admin: { headers: Record<string, string> }
beforeAll(async () => {
  shop = await aShop()
  admin = await signedIn(shop, { email: 'admin@related.example', admin: true })
})

type Listed = { _id: string; productName: string; fit?: { verdict: string } }
const idsOf = (parts: Listed[]) => parts.map(({ _id }) => _id)
const related = async (id: string, query = '') =>
  (await shop.get(`/api/service/${id}/related${query}`)).json() as { needed: Listed[]; together: Listed[] }
const needed = async (id: string, query = '') => idsOf((await related(id, query)).needed)
const managed = async (id: string) =>
  idsOf((await shop.get(`/api/manage/services/${id}/related`, admin.headers)).json())
const set = (id: string, parts: unknown, seen: unknown, headers = admin.headers) =>
  shop.send(`/api/manage/services/${id}/related`, { method: 'PUT', body: { parts, seen }, headers })
const some = async (count: number) => {
  const ids = []
  for (let n = 0; n < count; n += 1) ids.push((await aProduct(shop)).id)
  return ids as [string, string, string, ...string[]]
}
const boughtWith = (product_id: string, others: string[]) =>
  shop.database.change(['bought_together'], (tx) =>
    tx
      .insertInto('bought_together')
      .values(others.map((other_id, n) => ({ generation: 'demo', product_id, other_id, score: 1000 - n })))
      .execute(),
  )

test('what the owner puts together stands beside both, in the order of each', async () => {
  const [disc, pads, oil] = await some(3)
  expect((await set(disc, [pads, oil], [])).status).toBe(200)
  expect([await needed(disc), await needed(pads), await needed(oil)]).toEqual([[pads, oil], [disc], [disc]])
  await set(oil, [disc, pads], [disc])
  expect(await needed(pads)).toEqual([disc, oil])
  await set(disc, [oil, pads], [pads, oil])
  expect([await needed(disc), await needed(pads)]).toEqual([
    [oil, pads],
    [disc, oil],
  ])
  await set(disc, [oil], [oil, pads])
  expect([await needed(disc), await needed(pads)]).toEqual([[oil], [oil]])
})

test('each change is in the audit trail, and what changes nothing is not', async () => {
  const [disc, pads] = await some(2)
  await set(disc, [pads], [])
  await set(disc, [pads], [pads])
  const entries = await shop.db
    .selectFrom('audit_entries')
    .select(['subject', 'details'])
    .where('what', '=', 'related parts changed')
    .where('details', 'like', `%${disc}%`)
    .execute()
  expect(entries).toHaveLength(1)
})

test('what somebody else has changed meanwhile is not undone', async () => {
  const [disc, pads, oil] = await some(3)
  await set(disc, [pads], [])
  const refused = await set(disc, [oil], [])
  expect([refused.status, refused.json().reason]).toEqual([409, 'changed_meanwhile'])
  expect(await managed(disc)).toEqual([pads])
})

test('a part stands beside no other twice, not beside itself, and not beside one that is gone', async () => {
  const [disc, pads] = await some(2)
  for (const parts of [[disc], [pads, pads], ['no-such-part'], [pads, ''], 'pads', [7], Array(13).fill(pads)])
    expect((await set(disc, parts, [])).status).toBe(422)
  expect((await set('no-such-part', [pads], [])).status).toBe(404)
  expect(await managed(disc)).toEqual([])
})

test('no part has more than twelve beside it, from either side', async () => {
  const [full, other, ...twelve] = await some(14)
  expect((await set(full, twelve, [])).status).toBe(200)
  const refused = await set(other, [full], [])
  expect([refused.status, refused.json().reason]).toEqual([422, 'invalid'])
  expect([await managed(other), await managed(full)]).toEqual([[], twelve])
  // Customers are shown the first six.
  expect(await needed(full)).toEqual(twelve.slice(0, 6))
})

test('only those who manage products put parts together', async () => {
  const [disc, pads] = await some(2)
  const packer = await signedIn(shop, { email: 'packer@related.example', role: 'packer' })
  const customer = await signedIn(shop, { email: 'customer@related.example' })
  expect((await set(disc, [pads], [], customer.headers)).status).toBe(403)
  expect((await set(disc, [pads], [], packer.headers)).status).toBe(403)
  expect((await set(disc, [pads], [], {} as typeof admin.headers)).status).toBe(401)
})

test.each([
  ['hidden', { visibility: 'hidden' as const }],
  ['sold out', { available_qty: 0 }],
  ['fewer than one can buy', { available_qty: 1, order_qty: 2 }],
])('what is %s stands beside nothing, and comes back with its stock', async (_, changes) => {
  const [disc, pads, oil] = await some(3)
  await set(disc, [pads], [])
  await boughtWith(disc, [pads, oil])
  const change = (to: object) =>
    shop.database.change(['products'], (tx) =>
      tx.updateTable('products').set(to).where('id', 'in', [pads, oil]).execute(),
    )
  await change(changes)
  const { needed: shown, together } = await related(disc)
  expect([shown, together]).toEqual([[], []])
  expect(await managed(disc)).toEqual([pads])
  await change({ visibility: 'shown', available_qty: 9, order_qty: 1 })
  expect([await needed(disc), idsOf((await related(disc)).together)]).toEqual([[pads], [oil]])
})

test('a deleted part stands beside nothing any more, and its own page is gone', async () => {
  const [disc, pads, oil] = await some(3)
  await set(disc, [pads, oil], [])
  await boughtWith(disc, [pads])
  await shop.send(`/api/services/${pads}`, { method: 'DELETE', headers: admin.headers })
  expect([await needed(disc), (await related(disc)).together]).toEqual([[oil], []])
  expect((await shop.get(`/api/service/${pads}/related`)).status).toBe(404)
  // Whoever had it on the screen may go on.
  expect((await set(disc, [], [pads, oil])).status).toBe(200)
})

test('what does not fit the car is left out, and the others say how they fit', async () => {
  const [other] = await some(1)
  await set('brake-pads', ['brake-disc', 'spark-plug', 'warning-triangle', other], ['brake-disc'])
  const golf = '?car=volkswagen-golf-5-2.0-tdi-bkd'
  const { needed: shown } = await related('brake-pads', golf)
  expect(shown.map(({ _id, fit }) => [_id, fit?.verdict])).toEqual([
    ['brake-disc', 'only-if'],
    ['warning-triangle', 'fits'],
    [other, 'unknown'],
  ])
  const small = await related('brake-pads', `${golf}&facts=${encodeURIComponent('front-discs=280 mm')}`)
  expect(idsOf(small.needed)).toEqual(['warning-triangle', other])
  // Without a car, and for one that is no longer listed, all are shown and nothing is said.
  const unsaid = await related('brake-pads', '?car=no-such-car')
  expect(unsaid).toEqual(await related('brake-pads'))
  expect(unsaid.needed.map(({ fit }) => fit)).toEqual([undefined, undefined, undefined, undefined])
})

test('what is needed is not said again among what is bought together', async () => {
  const [disc, pads, oil] = await some(3)
  await set(disc, [pads], [])
  await boughtWith(disc, [pads, oil])
  const { needed: first, together } = await related(disc)
  expect([idsOf(first), idsOf(together)]).toEqual([[pads], [oil]])
})

test('a cart is shown what goes with its parts, without those that are in it', async () => {
  const [disc, pads, oil, filter, hose] = (await some(5)) as [string, string, string, string, string]
  await set(disc, [pads, oil], [])
  await set(oil, [disc, filter], [disc])
  await boughtWith(disc, [hose, oil])
  const forCart = async (...parts: string[]) => {
    const answer = (await shop.get(`/api/related?parts=${parts.join()}`)).json()
    return [idsOf(answer.needed), idsOf(answer.together)]
  }
  expect(await forCart(disc)).toEqual([[pads, oil], [hose]])
  expect(await forCart(disc, oil)).toEqual([[pads, filter], [hose]])
  expect(await forCart(disc, disc, hose, 'no-such-part', '')).toEqual([[pads, oil], []])
  expect(await forCart('')).toEqual([[], []])
  const many = Array.from({ length: 101 }, (_, n) => `part-${n}`)
  expect((await shop.get(`/api/related?parts=${many.join()}`)).status).toBe(422)
  expect((await shop.get('/api/related')).status).toBe(422)
})
