import { beforeAll, expect, test } from 'vitest'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import type { VehicleValues } from '../rules.ts'
import { vehicleRow } from '../rules.ts'

const makes = {
  Arden: ['Corvo', 'Linea', 'Pico', 'Tourer', 'Vela'],
  Belmont: ['Comet', 'Estate', 'Falcon', 'Metro', 'Regal'],
  Castell: ['Alto', 'Brisa', 'Duna', 'Mistral', 'Sierra'],
  Dornberg: ['A200', 'A300', 'C400', 'C500', 'X60'],
  Estrel: ['Ibis', 'Kite', 'Merlin', 'Osprey', 'Wren'],
}
const engines = ['1.2', '1.6 HDI', '2.0 TDI', '3.0 V6']
const times = [
  ['1', '1998-03', '2004-08'],
  ['2', '2004-09', '2011-06'],
  ['3', '2011-07', ''],
] as const

/** Three hundred cars, of which every sixth is looked for. */
const cars: VehicleValues[] = Object.entries(makes).flatMap(([make, models]) =>
  models.flatMap((model) =>
    times.flatMap(([generation, builtFrom, builtTo]) =>
      engines.map((engine) => ({
        id: `${make}-${model}-${generation}-${engine}`.toLowerCase().replaceAll(' ', '-'),
        make,
        model,
        generation,
        body: 'hatchback',
        engine,
        engineCode: '',
        fuel: engine.includes('DI') ? 'diesel' : 'petrol',
        litres: engine.slice(0, 3),
        powerKw: 80,
        builtFrom,
        builtTo,
      })),
    ),
  ),
)
const wanted = cars.filter((_, n) => n % 6 === 0)
/** What can be tapped without scrolling. */
const inSight = 5

let shop: TestShop
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off' })
  const rows = cars.map((car) => vehicleRow(car, new Date().toISOString()))
  for (let n = 0; n < rows.length; n += 50)
    await shop.db
      .insertInto('vehicles')
      .values(rows.slice(n, n + 50))
      .execute()
})

/** Characters of “corvo 2 1.6 hdi” until the car is in sight, and the tap on it. */
async function keystrokesTo({ id, model, generation, engine }: VehicleValues) {
  const typed = `${model} ${generation} ${engine}`.toLowerCase()
  for (let length = 2; length <= typed.length; length += 1) {
    const q = typed.slice(0, length).trim()
    const found: { _id: string }[] = (
      await shop.get(`/api/vehicles/search?${new URLSearchParams({ q })}`)
    ).json()
    if (found.slice(0, inSight).some(({ _id }) => _id === id)) return length + 1
  }
  return Number.POSITIVE_INFINITY
}

test('each of 50 cars is found by its words, half of them within 12 keystrokes', async () => {
  expect(wanted).toHaveLength(50)
  const counts: number[] = []
  for (const car of wanted) counts.push(await keystrokesTo(car))
  counts.sort((a, b) => a - b)
  expect(counts.at(-1)).toBeLessThan(Number.POSITIVE_INFINITY)
  expect(counts[counts.length / 2]).toBeLessThanOrEqual(12)
})
