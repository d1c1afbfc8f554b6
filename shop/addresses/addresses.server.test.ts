import { beforeAll, expect, test } from 'vitest'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import { mostAddresses } from './rules.ts'

let shop: TestShop
let ada: Awaited<ReturnType<typeof signedIn>>
let bob: Awaited<ReturnType<typeof signedIn>>
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off' })
  ada = await signedIn(shop, { email: 'ada@addresses.example' })
  bob = await signedIn(shop, { email: 'bob@addresses.example' })
})

const home = {
  name: 'Ada Lovelace',
  street: '12 St James’s Square',
  postalCode: 'SW1Y 4JH',
  town: 'London',
  country: 'United Kingdom',
  phone: '+44 20 7946 0000',
}
const add = (address: object, who = ada) => shop.post('/api/addresses', address, who.headers)
const list = async (who = ada) => (await shop.get('/api/addresses', who.headers)).json()

test('an address book is its own customer’s: added, changed, deleted, and seen by nobody else', async () => {
  const { insertedId } = (await add(home)).json()
  expect((await add(home)).json().insertedId).toBe(insertedId)
  expect(await list()).toEqual([{ _id: insertedId, ...home, countryCode: 'GB' }])
  expect(await list(bob)).toEqual([])
  const change = (who: typeof ada) =>
    shop.send(`/api/addresses/${insertedId}`, {
      method: 'PUT',
      body: { ...home, town: 'Bath' },
      headers: who.headers,
    })
  const remove = (who: typeof ada) =>
    shop.send(`/api/addresses/${insertedId}`, { method: 'DELETE', headers: who.headers })
  expect((await change(bob)).status).toBe(404)
  expect((await remove(bob)).status).toBe(404)
  expect((await change(ada)).status).toBe(200)
  expect((await list())[0].town).toBe('Bath')
  expect((await remove(ada)).json()).toEqual({ deletedCount: 1 })
  expect(await list()).toEqual([])
})

test('an address is checked for what is plainly missing, each field in its own words', async () => {
  const answer = await add({ name: ' ', street: '' })
  expect([answer.status, answer.json().fields]).toEqual([
    422,
    {
      name: 'Name is required',
      street: 'Street and number is required',
      town: 'Town is required',
      country: 'Country is required',
    },
  ])
})

test.each([
  ['markup', { street: '<script>alert(1)</script>' }],
  ['another script', { name: '山田 太郎', street: '千代田1-1', town: '東京都', country: '日本' }],
  ['right to left', { name: 'מיכל כהן', town: 'תל אביב' }],
  ['no postal code and no phone', { postalCode: '', phone: '' }],
  ['a state', { state: 'OH', country: 'United States' }],
])('an address with %s is stored as it is', async (_, part) => {
  const who = await signedIn(shop, { email: `${Object.keys(part).join('-')}${_.length}@addresses.example` })
  expect((await add({ ...home, ...part }, who)).status).toBe(200)
  expect(await list(who)).toMatchObject([part])
})

test.each([
  ['10,000 characters', 'street', 'x'.repeat(10_000), 'At most 200 characters'],
  ['a control character', 'town', 'Lon\u0007don', 'Holds characters that cannot be kept'],
])('an address with %s is refused by its field', async (_, field, text, message) => {
  const answer = await add({ ...home, [field]: text })
  expect([answer.status, answer.json().fields]).toEqual([422, { [field]: message }])
})

test('an address has the code of the country that it names, which a client may send for a name in another language', async () => {
  const who = await signedIn(shop, { email: 'codes@addresses.example' })
  const codeOf = async (part: object) => {
    await add({ ...home, ...part }, who)
    return (await list(who))[0].countryCode
  }
  expect(await codeOf({ country: 'Deutschland' })).toBe('DE')
  expect(await codeOf({ country: 'Germany', countryCode: 'US' })).toBe('DE')
  expect(await codeOf({ country: 'Saksa' })).toBeUndefined()
  expect(await codeOf({ country: 'Saksa', street: 'Other', countryCode: 'DE' })).toBe('DE')
  expect((await add({ ...home, countryCode: 'QQ' }, who)).json().fields).toEqual({
    countryCode: 'There is no such country',
  })
})

test('line breaks become spaces, so that nobody writes a second address onto a label', async () => {
  const who = await signedIn(shop, { email: 'breaks@addresses.example' })
  await add({ ...home, name: 'Ada\nLovelace' }, who)
  expect((await list(who))[0].name).toBe('Ada Lovelace')
})

test('an address book holds 20 addresses, however many are sent at once', async () => {
  const who = await signedIn(shop, { email: 'many@addresses.example' })
  const answers = await Promise.all(
    Array.from({ length: mostAddresses + 5 }, (_, n) => add({ ...home, street: `Street ${n}` }, who)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(mostAddresses)
  expect(answers.find(({ status }) => status === 409)!.json().reason).toBe('too_many_addresses')
  expect(await list(who)).toHaveLength(mostAddresses)
})
