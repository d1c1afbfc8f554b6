import type { Db } from '~/platform/db/database.server.ts'
import type { VinAnswer } from '../contract.ts'
import { built, writeFacts } from '../facts.ts'
import { monthsOfModelYear, overlap, readMonths } from '../months.ts'
import { vehicleKey } from '../rules.ts'
import { toVehicle, vehiclesOfMake } from '../store.server.ts'
import type { DecodedCar } from './decode.server.ts'
import { withPatterns } from './patterns.server.ts'
import { proposedCars } from './propose.server.ts'
import { cleanVin } from './vin.ts'

const mostCars = 5

/** Which cars a VIN may be of, for its owner to confirm. It is read from a file, and kept nowhere. */
export async function readVin(db: Db, typed: string): Promise<VinAnswer> {
  const vin = cleanVin(typed)
  const { make, cars, state } = await withPatterns((patterns) => proposedCars(patterns, vin))
  const listed = await Promise.all(cars.map((car) => listedAs(db, car)))
  return {
    state,
    characters: vin.length,
    make: { key: vehicleKey(make), name: make },
    cars: onceEach(listed.flat()).slice(0, mostCars),
    unlisted: cars.filter((_, n) => listed[n]!.length === 0).map(inWords),
  }
}

type Offered = VinAnswer['cars'][number]

/** What several corrections lead to is one car; when they disagree about its year, none of them is told. */
function onceEach(cars: Offered[]): Offered[] {
  const byId = new Map<string, Offered>()
  for (const car of cars) {
    const { year, ...same } = byId.get(car._id) ?? car
    byId.set(car._id, year === car.year ? car : { ...same, facts: '' })
  }
  return [...byId.values()]
}

/** The cars of our list that this may be: the same make and model, built for that model year, and no other engine. */
async function listedAs(db: Db, of: DecodedCar) {
  const year = monthsOfModelYear(of.year)
  const model = vehicleKey(of.model)
  const rows = await vehiclesOfMake(db, vehicleKey(of.make))
  return rows
    .filter(
      (row) =>
        isSameModel(row.model_key, model) &&
        overlap({ from: row.built_from, to: row.built_to || null }, readMonths(year)!) !== undefined &&
        (row.litres === '' || of.litres === '' || row.litres === of.litres),
    )
    .map((row) => ({ ...toVehicle(row), year: of.year, facts: writeFacts({ [built]: year }) }))
}

/** “Civic” and “Civic Coupe” are one model to those who list it by the shorter name. */
const isSameModel = (listed: string, decoded: string) => `${decoded} `.startsWith(`${listed} `)

const inWords = ({ make, model, year, litres }: DecodedCar) =>
  [make, model, year, litres && `${litres} l`].filter(Boolean).join(' ')
