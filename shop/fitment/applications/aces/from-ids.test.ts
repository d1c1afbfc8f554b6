import { beforeAll, describe, expect, test } from 'vitest'
import { readChoices } from '~/shop/vehicles/choices.ts'
import { acesFile } from '~/test/aces-file.ts'
import { randomFrom, seed } from '~/test/random.ts'
import type { Car } from '../../rules.ts'
import { judge } from '../../rules.ts'
import type { NamedCar } from '../car-names.ts'
import { carNames } from '../car-names.ts'
import type { Meaning } from '../derive.ts'
import { joinLines, resolve } from '../derive.ts'
import { fromIds } from './from-ids.ts'
import type { KnownIds, LicensedVehicle } from './known-ids.ts'
import { knownIds } from './known-ids.ts'
import { noHeader, readAces } from './read-aces.server.ts'
import type { Said } from './said.ts'

const random = randomFrom(seed)
const upTo = (most: number) => Math.floor(random() * (most + 1))
const oneOf = <T>(list: readonly T[]) => list[upTo(list.length - 1)]!

/** A car of which everything is known, as it was really built. */
type WholeCar = {
  vehicle: number
  year: number
  make: number
  model: number
  engine: number
  submodel: number
  abs: number
  /** It is one of these of the shop. */
  ours: string[]
}

const names: Record<string, Record<number, string>> = {
  Make: { 1: 'Ford', 2: 'Lada' },
  // There is a car and a motorcycle of one name, and a model that the shop has not.
  Model: { 11: 'Mustang', 12: 'Ranger', 13: 'Ranger', 21: 'Niva', 22: 'Samara' },
  EngineBase: { 51: '5.0 V8', 52: '2.3 L4', 53: '2.3 L4', 54: '2.3 H4', 55: '3.8 V6', 56: '1.7 L4' },
  SubModel: { 1: 'Base', 2: 'GT', 3: 'N/R', 4: 'LX' },
  BrakeABS: { 1: '4-Wheel ABS', 2: 'Non-ABS', 3: 'U/K' },
  Region: { 1: 'USA', 2: 'Canada' },
  Position: { 1: 'N/A', 22: 'Front', 30: 'Rear' },
}
const models = [
  { make: 1, model: 11, years: [1994, 1995, 1996, 1997], engines: [51, 52, 54, 55] },
  { make: 1, model: 12, years: [1995, 1996, 1997], engines: [52, 55] },
  { make: 1, model: 13, years: [1996], engines: [52] },
  { make: 2, model: 21, years: [1994, 1995, 1996, 1997], engines: [56, 53] },
  { make: 2, model: 22, years: [1996], engines: [56] },
]
const ourCars: NamedCar[] = [
  ['mustang-v8', 'Ford', 'Mustang', '5.0 V8'],
  ['mustang-23', 'Ford', 'Mustang', '2.3 4-cyl'],
  ['mustang-l4', 'Ford', 'Mustang', '2.3 L4'],
  ['ranger-23', 'Ford', 'Ranger', '2.3 4-cyl'],
  ['ranger-v6', 'Ford', 'Ranger', '3.8 V6'],
  ['niva-17', 'Lada', 'Niva', '1.7 L4'],
  ['niva-23', 'Lada', 'Niva', '2.3 4-cyl diesel'],
].map(([id = '', make = '', model = '', engine = ''], n) => ({
  id,
  ...{ make, model, engine, generation: '', engineCode: '' },
  months: { from: '1993-01', to: '1997-12' },
  ...(n % 2 === 0 && { modelYears: ['1994', '1995', '1996', '1997'] }),
}))
/** What the names of engines of the shop mean, written down: the code that reads names is not asked. */
const meantEngines: Record<string, number[]> = {
  '5.0 V8': [51],
  '2.3 4-cyl': [52, 53, 54],
  '2.3 4-cyl diesel': [52, 53, 54],
  '2.3 L4': [52, 53],
  '3.8 V6': [55],
  '1.7 L4': [56],
}
const meanings = new Map<string, Meaning>([
  ['abs 4-wheel abs', { is: 'attribute', attribute: 'abs', value: 'with' }],
  ['abs non-abs', { is: 'attribute', attribute: 'abs', value: 'without' }],
  ['region usa', { is: 'informs' }],
  ['carbon version', { is: 'informs' }],
])
const absNames: Record<number, string> = { 1: 'with', 2: 'without', 3: 'unheard of' }

const vehicleId = (model: number, year: number) => model * 100 + (year - 1990)
/** Not every engine was built in every year. */
const allVehicles: LicensedVehicle[] = models.flatMap(({ make, model, years, engines }) =>
  years.map((year, n) => ({
    ...{ id: vehicleId(model, year), year, make, model },
    engines: engines.filter((_, m) => (n + m) % 3 > 0 || engines.length < 3),
  })),
)
const wholeCars: WholeCar[] = allVehicles.flatMap(({ id: vehicle, engines = [], ...car }) =>
  engines.flatMap((engine) =>
    [1, 2, 4].flatMap((submodel) =>
      [1, 2].map((abs) => ({
        ...{ vehicle, ...car, engine, submodel, abs },
        ours: ourCars
          .filter(
            ({ make, model, engine: own }) =>
              names.Make![car.make] === make &&
              names.Model![car.model] === model &&
              meantEngines[own]!.includes(engine),
          )
          .map(({ id }) => id),
      })),
    ),
  ),
)

/** The tables as the shop has them: a tenth of the numbers is missing, and of some cars not all engines are known. */
function tablesWithHoles(): KnownIds {
  const isThere = () => random() >= 0.1
  const list = Object.entries(names).flatMap(([kind, ofKind]) =>
    Object.entries(ofKind)
      .filter(() => kind === 'Model' || kind === 'Make' || isThere())
      .map(([id, name]) => ({ kind, id: Number(id), name })),
  )
  const vehicles = allVehicles
    // A model of which the tables have no year at all cannot be told from another of its name.
    .filter(({ year }) => year === 1996 || isThere())
    .map((vehicle) => (isThere() ? vehicle : { ...vehicle, engines: undefined }))
  return knownIds('2026-04-30', list, vehicles)
}

/** As a maker may say it, right or wrong. */
function randomApplication() {
  const { make, model, years, engines } = oneOf(models)
  const year = oneOf(years) + (random() < 0.05 ? 30 : 0)
  const last = Math.min(1999, year + upTo(3))
  const some = (share: number, text: string) => (random() < share ? text : '')
  const isByYears = random() < 0.4 && last >= year
  const says = [
    isByYears
      ? `<Years from="${year}" to="${last}"/><Make id="${make}"/><Model id="${model}"/>`
      : `<BaseVehicle id="${vehicleId(model, year)}"/>`,
    some(0.15, `<SubModel id="${oneOf([1, 2, 3, 9])}"/>`),
    some(0.4, `<EngineBase id="${oneOf(random() < 0.7 ? engines : [51, 52, 53, 54, 55, 56, 99])}"/>`),
    some(0.25, `<BrakeABS id="${oneOf([1, 2, 3, 9])}"/>`),
    some(0.15, `<Region id="${oneOf([1, 1, 2])}"/>`),
    some(0.05, '<Sunroof id="1"/>'),
    some(0.05, '<Qual id="7"><text>With tow bar</text></Qual>'),
    some(0.05, '<Qual id="8"/>'),
    some(0.1, '<Note>Carbon version</Note>'),
    some(0.3, `<Position id="${oneOf([1, 22, 30, 40])}"/>`),
  ]
  return { says: says.join(''), isDoubted: random() < 0.1, quantity: 1 + upTo(1) }
}

const soldFor = wholeCars.filter(({ ours }) => ours.length > 0)
const yearBefore = (car: WholeCar) => ({ ...car, vehicle: car.vehicle - 1, year: car.year - 1 })

type Row = Parameters<typeof fromIds>[0]
type Pair = { rows: Row[]; named: NamedCar; car: Car; tables: KnownIds }

const parsed = new Map<string, Said>()
function saidIn(json: string) {
  const said: Said = parsed.get(json) ?? JSON.parse(json)
  parsed.set(json, said)
  return said
}

/** What the application means, by the whole catalogue; what only words say is not so. */
function isMeant({ said: json, built_from, built_to, notes }: Row, car: WholeCar) {
  const said = saidIn(json)
  if (said.isMachine || said.isDoubted || said.more.length > 0) return false
  if ((JSON.parse(notes) as string[]).some((note) => note !== 'Carbon version')) return false
  if (said.vehicle === undefined) {
    const isYear = car.year >= Number(built_from) && car.year <= Number(built_to)
    if (said.make !== car.make || said.model !== car.model || !isYear) return false
  } else if (said.vehicle !== car.vehicle) return false
  const own: Record<string, number> = {
    SubModel: car.submodel,
    EngineBase: car.engine,
    BrakeABS: car.abs,
    Region: 1,
  }
  return said.ids.every(([kind, id]) => own[kind] === id)
}

const possibleCars = ({ named, car: { facts } }: Pair) =>
  wholeCars.filter(
    ({ ours, year, abs }) =>
      ours.includes(named.id) &&
      (facts['model-year'] === undefined || facts['model-year'] === String(year)) &&
      (facts.abs === undefined || facts.abs === absNames[abs]),
  )

type Reading = (rows: Row[], tables: KnownIds) => ReturnType<typeof joinLines>
const find = carNames(ourCars, [])
const reading: Reading = (rows, tables) =>
  joinLines(
    rows.flatMap((row) => {
      const read = fromIds(row, tables)
      if ('aside' in read) return []
      return read.applications.flatMap((application) => resolve(application, { find, meanings }).lines)
    }),
  )

function verdictOf(read: Reading, { rows, named, car, tables }: Pair) {
  const lines = read(rows, tables)
    .filter(({ vehicleId }) => vehicleId === named.id)
    .map(({ builtFrom, builtTo, conditions, ...row }) => ({
      ...row,
      builtFrom: builtFrom || null,
      builtTo: builtTo || null,
      conditions: readChoices(conditions),
    }))
  return judge({ fitKind: 'listed', rows: lines }, car).verdict
}

describe('10,000 random applications by numbers, a tenth of which no table has', () => {
  const pairs: Pair[] = []
  beforeAll(async () => {
    const xml = acesFile(Array.from({ length: 10_000 }, randomApplication))
    async function* pieces() {
      for (let n = 0; n < xml.length; n += 50_000) yield Buffer.from(xml.slice(n, n + 50_000))
    }
    const rows: Row[] = []
    for await (const read of readAces(pieces(), { brand: '', quantity: 1, header: noHeader() })) {
      if (!('values' in read) || read.values.problem) continue
      const { said = '', from, to, quantity, notes } = read.values
      rows.push({ said, built_from: from, built_to: to, quantity, notes: JSON.stringify(notes) })
    }
    let tables = tablesWithHoles()
    for (let n = 0; n < rows.length; ) {
      if (pairs.length % 20 === 0) tables = tablesWithHoles()
      const some = rows.slice(n, n + 1 + upTo(1))
      n += some.length
      // Most are asked for a car that they may mean.
      const isNext = random() < 0.1
      const meant = soldFor.filter((car) => some.some((row) => isMeant(row, isNext ? yearBefore(car) : car)))
      const whole = oneOf(meant.length > 0 && random() < 0.8 ? meant : soldFor)
      const car = oneOf(whole.ours)
      const named = ourCars.find(({ id }) => id === car)!
      const facts = {
        ...(random() < 0.7 && { 'model-year': String(whole.year) }),
        ...(random() < 0.6 && { abs: absNames[whole.abs]! }),
      }
      const options = named.modelYears ? { 'model-year': named.modelYears } : {}
      pairs.push({ rows: some, named, tables, car: { months: named.months, options, facts } })
    }
  })

  const falseFits = (read: Reading) =>
    pairs.filter(
      (pair) =>
        verdictOf(read, pair) === 'fits' &&
        !possibleCars(pair).every((whole) => pair.rows.some((row) => isMeant(row, whole))),
    )

  test('none is said to fit that might not', () => {
    expect(falseFits(reading)).toEqual([])
  })

  test('many are said to fit', () => {
    expect(pairs.filter((pair) => verdictOf(reading, pair) === 'fits').length).toBeGreaterThan(300)
  })

  const changed =
    (change: (said: Said, tables: KnownIds) => Said): Reading =>
    (rows, tables) =>
      reading(
        rows.map((row) => ({ ...row, said: JSON.stringify(change(JSON.parse(row.said), tables)) })),
        tables,
      )
  const changedTables =
    (change: (tables: KnownIds) => Partial<KnownIds>): Reading =>
    (rows, tables) =>
      reading(rows, { ...tables, ...change(tables) })
  const withoutIds = (isLeftOut: (kind: string, name: string | undefined) => boolean) =>
    changed((said, tables) => ({
      ...said,
      ids: said.ids.filter(([kind, id]) => !isLeftOut(kind, tables.name(kind, Number(id)))),
    }))
  const withEngines = (change: (vehicle: LicensedVehicle) => LicensedVehicle) =>
    changedTables((tables) => ({
      vehicle(id) {
        const vehicle = tables.vehicle(id)
        return vehicle && change(vehicle)
      },
      vehiclesOf: (make, model) => tables.vehiclesOf(make, model).map(change),
    }))
  test.each<[string, Reading]>([
    ['a number that no table has is dropped', withoutIds((_, name) => name === undefined)],
    ['a submodel is dropped', withoutIds((kind) => kind === 'SubModel')],
    ['what nobody has looked up is dropped', withoutIds((_, name) => name === 'N/R' || name === 'U/K')],
    ['what a later version adds is dropped', changed((said) => ({ ...said, more: [] }))],
    ['the doubt of its maker is dropped', changed(({ isDoubted: _, ...said }) => said)],
    [
      'an engine of the same size is not seen',
      withEngines((one) => ({ ...one, engines: one.engines?.filter((id) => id !== 54) })),
    ],
    ['a vehicle of the same name is not seen', changedTables(() => ({ isOnlyOfItsName: () => true }))],
    [
      'a model year is taken for the next one',
      changed(({ vehicle, ...said }) => ({
        ...said,
        ...(vehicle !== undefined && { vehicle: vehicle + 1 }),
      })),
    ],
  ])('a reader is caught where %s', (_, wrong) => {
    expect(falseFits(wrong).length).toBeGreaterThan(0)
  })
})
