import type { Db } from '~/platform/db/database.server.ts'
import { built, writeFacts } from '../facts.ts'
import { monthsOfModelYear, overlap, readMonths } from '../months.ts'
import { vehicleKey } from '../rules.ts'
import { toVehicle, vehiclesOfMake } from '../store.server.ts'
import type { VinAnswer } from './contract.ts'
import type { DecodedCar, Patterns } from './decode.server.ts'
import { decodeVin, makerOf, withPatterns } from './decode.server.ts'
import { cleanVin, hasCheckDigit, isEuropean, vinCharacters, vinLength } from './vin.ts'

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

const lookAlikes = ['B8', 'S5', 'Z2', 'G6', 'UV', 'D0', 'T7', 'A4', 'L1', 'E3', 'MN', 'VY', 'PR', 'FE', 'XK']
const looksLike = (a: string, b: string) => lookAlikes.some((pair) => pair.includes(a) && pair.includes(b))

/** Every VIN in order that differs by one mistake, the likelier mistakes first: look-alikes, swapped neighbours, others. */
function corrections(vin: string, isMaker: (vin: string) => boolean): string[] {
  const found = new Map<string, number>()
  const add = (candidate: string, rank: number) => {
    if (hasCheckDigit(candidate) && isMaker(candidate) && rank < (found.get(candidate) ?? 9))
      found.set(candidate, rank)
  }
  if (vin.length === vinLength - 1)
    for (let at = 0; at <= vin.length; at++)
      for (const character of vinCharacters) add(vin.slice(0, at) + character + vin.slice(at), 2)
  if (vin.length === vinLength + 1)
    for (let at = 0; at < vin.length; at++)
      add(vin.slice(0, at) + vin.slice(at + 1), vin[at] === vin[at + 1] ? 0 : 2)
  if (vin.length === vinLength)
    for (let at = 0; at < vinLength; at++) {
      const [before, here, next, after] = [vin.slice(0, at), vin[at]!, vin[at + 1] ?? '', vin.slice(at + 2)]
      if (next && next !== here) add(before + next + here + after, 1)
      for (const character of vinCharacters)
        if (character !== here)
          add(before + character + vin.slice(at + 1), looksLike(character, here) ? 0 : 2)
    }
  return [...found].sort((a, b) => a[1] - b[1]).map(([candidate]) => candidate)
}

/** The cars that the corrections of a VIN are of, each once: a mistake in the serial number changes no car. */
export async function correctedCars(patterns: Patterns, vin: string): Promise<DecodedCar[]> {
  const isMaker = (candidate: string) => patterns.maker(candidate.slice(0, 3)) !== undefined
  const cars = new Map<string, { car: DecodedCar; votes: number; first: number }>()
  for (const [n, candidate] of corrections(vin, isMaker).entries()) {
    const car = await decodeVin(patterns, candidate)
    if (!car) continue
    const key = JSON.stringify(car)
    const known = cars.get(key)
    if (known) known.votes += 1
    else cars.set(key, { car, votes: 1, first: n })
  }
  return [...cars.values()]
    .sort((a, b) => a.first - b.first)
    .slice(0, mostCars)
    .map(({ car }) => car)
}

type Proposed = { state: VinAnswer['state']; make: string; cars: DecodedCar[] }

/** The car of a VIN in order; else those that it would be of with one mistake less. */
export async function proposedCars(patterns: Patterns, vin: string): Promise<Proposed> {
  const make = makerOf(patterns, vin)?.makes[0] ?? ''
  const exact = hasCheckDigit(vin) ? await decodeVin(patterns, vin) : undefined
  if (exact) return { state: 'exact', make: exact.make, cars: [exact] }
  // Written for Europe, where nothing more is said: any car that these characters could mean would be invented.
  if (make && hasFillers(vin)) return { state: 'make-only', make, cars: [] }
  const cars = await correctedCars(patterns, vin)
  // In Europe the ninth character is free, so that a wrong one need not be a mistake: the make comes first.
  const isMakeOnly = make !== '' && (isEuropean(vin) || cars.length === 0)
  return { state: isMakeOnly ? 'make-only' : cars.length > 0 ? 'corrected' : 'unknown', make, cars }
}

const hasFillers = (vin: string) => /^.{3}ZZZ/.test(vin)
