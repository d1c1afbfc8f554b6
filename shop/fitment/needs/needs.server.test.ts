import { beforeAll, expect, test } from 'vitest'
import { aProduct } from '~/test/a-product.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import type { CarNeed } from './contract.ts'

let shop: TestShop
let admin: { headers: Record<string, string> }
beforeAll(async () => {
  shop = await aShop()
  admin = await signedIn(shop, { email: 'admin@needs.example', admin: true })
})

const cars = {
  golf: 'volkswagen-golf-5-2.0-tdi-bkd',
  gti: 'volkswagen-gti-5-2.0-tfsi-bpy',
  jetta: 'volkswagen-jetta-5-2.5-bgp',
  bmw: 'bmw-328i-e90-n52',
  forester: 'subaru-forester-sh-2.5-ej253',
  panda: 'fiat-panda-169-1.2-188a4000',
  tesla: 'tesla-model-3-rear-drive',
}
type CarName = keyof typeof cars

async function needOf(car: CarName, kind: string, facts = ''): Promise<CarNeed> {
  const query = `car=${cars[car]}&facts=${encodeURIComponent(facts)}`
  const { needs } = (await shop.get(`/api/needs?${query}`)).json() as { needs: CarNeed[] }
  return needs.find(({ category }) => category._id === kind)!
}
const partsIn = ({ parts }: CarNeed) =>
  parts.map(({ product, quantity, fit }) => [product._id, quantity, fit.verdict])
const change = (id: string, to: object) =>
  shop.database.change(['products'], (tx) =>
    tx.updateTable('products').set(to).where('id', '=', id).execute(),
  )
const send = (method: string, path: string, body: unknown) =>
  shop.send(path, { method, body, headers: admin.headers })

test('an engine oil is found by its measures, with as many cans as come to what the engine takes', async () => {
  const golf = await needOf('golf', 'engine-oils')
  expect(golf.known).toEqual([
    { name: 'oil viscosity', value: '5W-30' },
    { name: 'oil approval', value: 'VW 505.01 or 507.00' },
    { name: 'oil with a new filter', value: '3.8 l' },
  ])
  expect(partsIn(golf)).toEqual([['engine-oil', 1, 'only-if']])
  expect(golf.parts[0]!.fit.words).toBe(
    'Viscosity 5W-30 as your car needs; compare oil approval VW 505.01 or 507.00',
  )
  expect(partsIn(await needOf('bmw', 'engine-oils'))).toEqual([['engine-oil', 2, 'only-if']])
  const jetta = await needOf('jetta', 'engine-oils')
  expect([jetta.parts, jetta.reason]).toEqual([[], 'None of our parts is known to have what your car needs.'])
})

test('what nobody has said is not known, and nothing is guessed', async () => {
  for (const kind of ['engine-oils', 'batteries', 'cabin-filters']) {
    const { parts, known, question, reason } = await needOf('forester', kind)
    expect([parts, known, question]).toEqual([[], [], undefined])
    expect(reason).toBe(undefined)
  }
})

test('what depends on the car is asked, and the answer decides', async () => {
  const open = await needOf('gti', 'engine-oils')
  expect([open.parts, open.reason]).toEqual([[], 'That depends on your car.'])
  expect(open.question).toMatchObject({
    attribute: 'oil-viscosity',
    choices: [
      { value: '5W-30', label: '5W-30' },
      { value: '5W-40', label: '5W-40' },
    ],
  })
  expect(partsIn(await needOf('gti', 'engine-oils', 'oil-viscosity=5W-30'))).toEqual([
    ['engine-oil', 1, 'only-if'],
  ])
  expect((await needOf('gti', 'engine-oils', 'oil-viscosity=5W-40')).parts).toEqual([])
  expect((await needOf('gti', 'engine-oils', 'oil-viscosity=other')).parts).toEqual([])
  const pads = await needOf('golf', 'brake-pads')
  expect(partsIn(pads)).toEqual([['brake-pads', 1, 'only-if']])
  expect(pads.question?.attribute).toBe('built')
})

test('parts that are listed for the car come with how many it needs, those that are sold out do not', async () => {
  expect(partsIn(await needOf('gti', 'spark-plugs'))).toEqual([['spark-plug', 4, 'fits']])
  expect(partsIn(await needOf('panda', 'bulbs'))).toEqual([['headlight-bulb', 1, 'fits']])
  await change('spark-plug', { available_qty: 0 })
  const out = await needOf('gti', 'spark-plugs')
  expect([out.parts, out.reason]).toEqual([[], 'What fits your car is sold out.'])
  await change('spark-plug', { available_qty: 9, visibility: 'hidden' })
  expect((await needOf('gti', 'spark-plugs')).parts).toEqual([])
  await change('spark-plug', { visibility: 'shown' })
})

test('a car that needs none is told why', async () => {
  const { parts, reason } = await needOf('tesla', 'engine-oils')
  expect([parts, reason]).toEqual([[], 'An electric motor needs no engine oil.'])
  expect((await needOf('golf', 'spark-plugs')).reason).toBe('A diesel engine has no spark plugs.')
})

test('an unknown car is a 404 in words', async () => {
  expect((await shop.get('/api/needs?car=no-such-car')).status).toBe(404)
  expect((await shop.get('/api/needs')).status).toBe(422)
})

test('an owner puts a kind on the list, and says what a car takes of it', async () => {
  expect(await needOf('bmw', 'alternators')).toBeUndefined()
  const kind = { name: 'Alternators', description: '', group: 'electrical' }
  const { group, description } = (await shop.get('/api/categories'))
    .json()
    .find(({ _id }: { _id: string }) => _id === 'alternators')
  const whole = { ...kind, group, description, need: 'regular' }
  expect((await send('PUT', '/api/categories/alternators', whole)).status).toBe(200)
  const question = { name: 'Charge', question: 'How strong?', category: 'alternators', compared: 'equal' }
  expect((await send('POST', '/api/manage/fit-attributes', question)).status).toBe(422)
  const asked = { ...question, measure: 'current' }
  expect((await send('POST', '/api/manage/fit-attributes', asked)).status).toBe(200)
  await shop.db
    .insertInto('vehicle_options')
    .values({ vehicle_id: cars.bmw, attribute: 'charge', value: '120 A', position: 0 })
    .execute()
  const part = await aProduct(shop)
  await change(part.id, { category_id: 'alternators', attributes: 'Current: 120 A\nGrooves: 6' })
  const found = await needOf('bmw', 'alternators')
  // How many cannot be said by a measure alone.
  expect(found.parts.map(({ product, quantity }) => [product._id, quantity])).toContainEqual([
    part.id,
    undefined,
  ])
})

test('a form of an earlier version changes neither', async () => {
  const before = (await shop.get('/api/categories')).json()
  const oils = before.find(({ _id }: { _id: string }) => _id === 'engine-oils')
  const { name, description, group } = oils
  const seen = { name, description, group }
  const edited = await send('PUT', '/api/categories/engine-oils', { ...seen, name: 'Oils', seen })
  expect(edited.status).toBe(200)
  await send('PUT', '/api/manage/fit-attributes/oil-viscosity', {
    name: 'oil viscosity',
    question: 'Which oil?',
    help: '',
  })
  expect(partsIn(await needOf('golf', 'engine-oils'))).toEqual([['engine-oil', 1, 'only-if']])
})
