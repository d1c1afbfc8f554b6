import type { Db } from '~/platform/db/database.server.ts'
import type { FitKind } from '~/shop/catalogue/rules.ts'
import { fitKindsOf } from '~/shop/catalogue/store.server.ts'
import { built, readFacts } from '~/shop/vehicles/facts.ts'
import { aboutVehicle, engineName, shortVehicleName, vehicleName } from '~/shop/vehicles/rules.ts'
import { fitAttributes, vehiclesWithOptions } from '~/shop/vehicles/store.server.ts'
import type { PartFit, PartMark } from './contract.ts'
import { refuse } from './contract.ts'
import type { Car, Judged, PartToJudge } from './rules.ts'
import { judge } from './rules.ts'
import { countVehiclesOf, partsWithList, rowsFor } from './store.server.ts'
import { choiceInWords, conditionInShort, reasonOf, verdictWords } from './words.ts'

const whenBuilt = {
  id: built,
  name: 'built',
  question: 'When was your car built?',
  help: 'The month of first registration is close, but later; the type plate has it exactly.',
}

export type CarAsked = { vehicleId: string; facts: string }

/** Cars as they were asked about: their models, and what was said about each. Those that do not exist are undefined. */
export async function loadCars(db: Db, asked: CarAsked[]) {
  const [vehicles, attributes] = await Promise.all([
    vehiclesWithOptions(
      db,
      asked.map(({ vehicleId }) => vehicleId),
    ),
    fitAttributes(db),
  ])
  const questions = [...attributes, whenBuilt]
  const names = Object.fromEntries(questions.map(({ id, name }) => [id, name]))
  return asked.map(({ vehicleId, facts }) => {
    const found = vehicles.find(({ vehicle }) => vehicle.id === vehicleId)
    if (!found) return undefined
    const { vehicle, options } = found
    const named = { ...vehicle, engineCode: vehicle.engine_code }
    const car: Car = {
      months: { from: vehicle.built_from, to: vehicle.built_to || null },
      options,
      facts: readFacts(facts),
    }
    return {
      id: vehicle.id,
      name: vehicleName(named),
      shortName: shortVehicleName(vehicle),
      about: aboutVehicle({
        powerKw: vehicle.power_kw,
        builtFrom: vehicle.built_from,
        builtTo: vehicle.built_to,
      }),
      engine: engineName(named),
      car,
      attributes: questions,
      names,
    }
  })
}
export type LoadedCar = NonNullable<Awaited<ReturnType<typeof loadCars>>[number]>

export async function loadCar(db: Db, vehicleId: string, facts: string) {
  const [car] = await loadCars(db, [{ vehicleId, facts }])
  if (!car) throw refuse('unknown_vehicle')
  return car
}

/** A list that is said to be complete, but names no car, says nothing. */
const saidBy = (fitKind: FitKind, hasList: boolean): FitKind =>
  fitKind === 'listed-all' && !hasList ? 'unsaid' : fitKind

/** A mark for each of these parts that exists. */
export async function marksOf(db: Db, { id, car, names }: LoadedCar, partIds: string[]): Promise<PartMark[]> {
  const [kinds, rowsOf] = await Promise.all([fitKindsOf(db, partIds), rowsFor(db, [id], partIds)])
  const withoutRows = partIds.filter((it) => kinds.get(it) === 'listed-all' && rowsOf(id, it).length === 0)
  const withList = await partsWithList(db, withoutRows)
  return partIds.flatMap((_id) => {
    const kind = kinds.get(_id)
    if (!kind) return []
    const rows = rowsOf(id, _id)
    const fitKind = saidBy(kind, rows.length > 0 || withList.has(_id))
    const judged = judge({ fitKind, rows }, car)
    return { _id, verdict: judged.verdict, words: inShort(judged, fitKind, { car, names }) }
  })
}

function inShort(judged: Judged, fitKind: FitKind, { car, names }: Pick<LoadedCar, 'car' | 'names'>) {
  if (judged.verdict === 'only-if')
    return `${verdictWords['only-if']} ${conditionInShort(judged.rows, car, names)}`
  if (fitKind === 'every-car') return 'Fits every car'
  return verdictWords[judged.verdict]
}

/** All that the page of a part says about a car. */
export async function fitOf(db: Db, car: LoadedCar, partId: string): Promise<PartFit> {
  const [fit] = await fitsOf(db, [{ car, partId }])
  if (!fit) throw refuse('unknown_product')
  return fit
}

/** Those of these cars that a part fits whatever else is so. */
export async function unconditionallyFor(db: Db, partId: string, vehicleIds: string[]) {
  const cars = await loadCars(
    db,
    vehicleIds.map((vehicleId) => ({ vehicleId, facts: '' })),
  )
  const pairs = cars.flatMap((car) => (car ? [{ car, partId }] : []))
  const fits = await fitsOf(db, pairs)
  return pairs.flatMap(({ car }, n) => (fits[n]?.verdict === 'fits' ? [car.id] : []))
}

/** The same for many pairs of a car and a part; undefined for a part that does not exist. */
export async function fitsOf(db: Db, pairs: { car: LoadedCar; partId: string }[]) {
  const partIds = [...new Set(pairs.map(({ partId }) => partId))]
  const carIds = [...new Set(pairs.map(({ car }) => car.id))]
  const [kinds, rowsOf] = await Promise.all([fitKindsOf(db, partIds), rowsFor(db, carIds, partIds)])
  const cars = await countVehiclesOf(
    db,
    partIds.filter((id) => kinds.get(id) === 'listed-all'),
  )
  return pairs.map(({ car, partId }) => {
    const kind = kinds.get(partId)
    if (!kind) return undefined
    const rows = rowsOf(car.id, partId)
    const listed = cars.get(partId) ?? 0
    return toPartFit({ fitKind: saidBy(kind, rows.length > 0 || listed > 0), rows }, car, listed)
  })
}

/** `cars` is how many the list of the part has. */
function toPartFit(part: PartToJudge, loaded: LoadedCar, cars: number): PartFit {
  const { car, names, engine, attributes } = loaded
  const judged = judge(part, car)
  const { verdict, question } = judged
  const asked = question && attributes.find(({ id }) => id === question.attribute)
  const quantity = quantityOf(judged)
  return {
    verdict,
    words: verdictWords[verdict],
    reason: reasonOf(judged, { part, car, engine, names, cars }),
    car: { _id: loaded.id, name: loaded.name },
    ...(question && {
      question: {
        attribute: question.attribute,
        text: asked?.question ?? `${question.attribute}?`,
        help: asked?.help ?? '',
        choices: question.choices.map((value) => ({
          value,
          label: choiceInWords(question.attribute, value),
        })),
      },
    }),
    answers: answersUsed(part.rows, loaded),
    ...(quantity && { quantity }),
  }
}

/** What all matching rows together need; the same for those that are still open. */
const quantityOf = ({ verdict, rows }: Judged) =>
  verdict === 'fits' || (verdict === 'only-if' && rows.length === 1)
    ? rows.reduce((sum, row) => sum + row.quantity, 0)
    : 0

/** Answers that a row of this part has looked at. */
function answersUsed(rows: Judged['rows'], { car, names }: LoadedCar) {
  return Object.entries(car.facts)
    .filter(([attribute]) =>
      rows.some((row) =>
        attribute === built ? row.builtFrom || row.builtTo : row.conditions[attribute] !== undefined,
      ),
    )
    .map(([attribute, value]) => ({
      attribute,
      name: names[attribute] ?? attribute,
      value: choiceInWords(attribute, value),
    }))
}
