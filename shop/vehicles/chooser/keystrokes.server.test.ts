import { beforeAll, expect, test } from 'vitest'
import { csvLine } from '~/platform/import/csv-text.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import type { ChooserStep, Vehicle } from '../contract.ts'
import { fiftyCars } from './keystrokes.cases.ts'

/** What can be tapped without scrolling. */
const inSight = 5
/** “My car”, a make, a model, a car. */
const mostTaps = 4

let shop: TestShop
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off' })
  const { headers } = await signedIn(shop, { email: 'admin@keystrokes.example', admin: true })
  const columns = ['make', 'model', 'generation', 'engine', 'builtFrom', 'builtTo']
  const lines = fiftyCars.flatMap(({ make, model, generation, years: [from, to], engines }) =>
    engines.map((engine) => [make, model, generation, engine, `${from}-01`, to ? `${to}-12` : '']),
  )
  const csv = [columns, ...lines].map(csvLine).join('')
  const { planKey, problems } = (await shop.post('/api/manage/vehicles/import', { csv }, headers)).json()
  expect(problems).toEqual([])
  await shop.post('/api/manage/vehicles/import', { csv, planKey }, headers)
})

const isMeant = (car: (typeof fiftyCars)[number]) => (found: Vehicle) =>
  found.make === car.make &&
  found.model === car.model &&
  found.generation === car.generation &&
  found.engine === car.engines[0]

const asked = async <Answer>(path: string, query: Record<string, string>): Promise<Answer> =>
  (await shop.get(`${path}?${new URLSearchParams(query)}`)).json()

/** Characters of what is typed until the car is in sight, and the tap on it. */
async function keystrokesTo(car: (typeof fiftyCars)[number]) {
  for (let length = 2; length <= car.typed.length; length += 1) {
    const q = car.typed.slice(0, length).trim()
    const found = await asked<Vehicle[]>('/api/vehicles/search', { q })
    if (found.slice(0, inSight).some(isMeant(car))) return length + 1
  }
  return Number.POSITIVE_INFINITY
}

/** Infinite where a step does not lead on. */
async function tapsTo(car: (typeof fiftyCars)[number]) {
  const make = (await asked<ChooserStep[]>('/api/vehicles/makes', {})).find(({ name }) => name === car.make)
  const models = await asked<ChooserStep[]>('/api/vehicles/models', { make: make!.key })
  const model = models.find(({ name }) => name === car.model)
  const cars = await asked<Vehicle[]>('/api/vehicles', { make: make!.key, model: model!.key })
  return cars.some(isMeant(car)) ? mostTaps : Number.POSITIVE_INFINITY
}

const median = (counts: number[]) => counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)]

test('each of 50 given cars is found by what people type, half of them within 12 keystrokes', async () => {
  expect(fiftyCars).toHaveLength(50)
  const counts: number[] = []
  for (const car of fiftyCars) counts.push(await keystrokesTo(car))
  expect(
    fiftyCars.filter((_, n) => counts[n] === Number.POSITIVE_INFINITY).map(({ typed }) => typed),
  ).toEqual([])
  expect(median(counts)).toBeLessThanOrEqual(12)
  console.log(`keystrokes: median ${median(counts)}, most ${Math.max(...counts)}`)
})

test('and each is four taps away, step by step', async () => {
  for (const car of fiftyCars) expect(await tapsTo(car), car.typed).toBe(mostTaps)
})
