import { beforeAll, expect, test } from 'vitest'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

let shop: TestShop
let admin: Record<string, string>
beforeAll(async () => {
  shop = await aShop()
  admin = (await signedIn(shop, { email: 'admin@synonyms.example', admin: true })).headers
})

const shown = async (): Promise<string> => (await shop.get('/api/manage/synonyms', admin)).json().synonyms
const save = (synonyms: string, seen: string) =>
  shop.send('/api/manage/synonyms', { method: 'PUT', headers: admin, body: { synonyms, seen } })
const first = async (q: string) => (await shop.get(`/api/services?q=${q}&limit=1`)).json()[0]?._id

test('a shop begins with the synonyms of the trade, and admins add their own', async () => {
  expect(await first('rotor')).toBe('brake-disc')
  expect(await first('zapper')).toBeUndefined()
  const before = await shown()
  expect(before.split('\n')[0]).toBe('disc, disk, rotor')
  expect((await save(`${before}\n Battery,  ZAPPER `, before)).json()).toEqual({ modifiedCount: 1 })
  expect((await shown()).split('\n').at(-1)).toBe('battery, zapper')
  expect(await first('zapper')).toBe('battery')
  expect((await shop.get('/api/audit?limit=1', admin)).json()[0]).toMatchObject({
    what: 'synonyms changed',
    details: { added: 'battery, zapper', removed: '' },
  })
})

test('what somebody else has changed meanwhile is not overwritten', async () => {
  const before = await shown()
  expect((await save('disc, disk', before)).status).toBe(200)
  expect(await first('rotor')).toBeUndefined()
  const late = await save('tyre, tire', before)
  expect([late.status, late.json().reason]).toEqual([409, 'changed_meanwhile'])
  expect((await save('', 'disc, disk')).json()).toEqual({ modifiedCount: 1 })
  expect(await shown()).toBe('')
  expect((await save(before, '')).json()).toEqual({ modifiedCount: 1 })
})

test.each([
  ['disc', '“disc”: write two names or more, with commas between them'],
  ['disc, Disc', '“disc, Disc”: a name is there twice'],
  ['disc, 123', '“disc, 123”: a name has letters'],
  [`disc, ${'x'.repeat(41)}`, /a name has at most 40 characters$/],
  [Array.from({ length: 501 }, () => 'a, b').join('\n'), 'At most 500 lines'],
])('a line that cannot be right is named: %s', async (synonyms, message) => {
  const answer = await save(synonyms, await shown())
  expect(answer.status).toBe(422)
  expect(answer.json().fields.synonyms).toMatch(message)
})
