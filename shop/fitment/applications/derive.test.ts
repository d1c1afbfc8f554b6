import { describe, expect, test } from 'vitest'
import { readChoices } from '~/shop/vehicles/choices.ts'
import { monthAfter } from '~/shop/vehicles/months.ts'
import { randomFrom, seed } from '~/test/random.ts'
import type { FitmentValues } from '../fitment-values.ts'
import type { Car } from '../rules.ts'
import { judge } from '../rules.ts'
import type { Application } from './application.ts'
import { noteKey } from './application.ts'
import type { NamedCar, OwnersName } from './car-names.ts'
import { carNames } from './car-names.ts'
import type { Meaning } from './derive.ts'
import { joinLines, resolve } from './derive.ts'

const aCar = (id: string, car: Partial<NamedCar>): NamedCar => ({
  id,
  make: 'Volkswagen',
  model: 'Golf',
  generation: '5',
  engine: '2.0 TDI',
  engineCode: 'BKD',
  months: { from: '2003-10', to: '2008-11' },
  ...car,
})
const cars: NamedCar[] = [
  aCar('bkd', {}),
  aCar('bmm', { engineCode: 'BMM', months: { from: '2005-05', to: '2006-05' } }),
  aCar('gti', { engine: '2.0 TFSI', engineCode: 'BPY', modelYears: ['2005', '2006', '2007'] }),
  aCar('six', { generation: '6', engine: '1.6', engineCode: '', months: { from: '2008-10', to: null } }),
  aCar('plus', { model: 'Golf Plus', generation: '', months: { from: '2005-01', to: '2007-12' } }),
  aCar('mustang', {
    make: 'Ford',
    model: 'Mustang',
    generation: '',
    engine: '5.0 V8',
    engineCode: '',
    months: { from: '1993-01', to: '1995-12' },
  }),
]
const owners: OwnersName[] = [
  { kind: 'make', make: '', model: '', name: 'VW', target: 'Volkswagen' },
  { kind: 'model', make: 'volkswagen', model: '', name: 'Rabbit', target: 'Golf 5' },
  { kind: 'engine', make: 'volkswagen', model: 'golf', name: '2.0L Diesel', target: '2.0 TDI' },
]
const meanings = new Map<string, Meaning>([
  ['with abs', { is: 'attribute', attribute: 'abs', value: 'with' }],
  ['without abs', { is: 'attribute', attribute: 'abs', value: 'without' }],
  ['> 09/2004', { is: 'restricts' }],
  ['carbon version', { is: 'informs' }],
  ['< 09/2004', { is: 'informs' }],
])
const readable = { find: carNames(cars, owners), meanings }

const anApplication = (application: Partial<Application>): Application => ({
  make: 'Volkswagen',
  model: 'Golf',
  submodel: '',
  engine: '',
  from: '2004',
  to: '2005',
  position: '',
  quantity: 1,
  notes: [],
  ...application,
})
const linesOf = (...some: Partial<Application>[]) =>
  joinLines(some.flatMap((one) => resolve(anApplication(one), readable).lines))
const linesOfCar = (id: string, ...some: Partial<Application>[]) =>
  linesOf(...some).filter(({ vehicleId }) => vehicleId === id)
const asideOf = (one: Partial<Application>) => resolve(anApplication(one), readable).aside

describe('a line of a supplier', () => {
  test('is for the cars whose names equal its own, or those that the owner has named, and for no others', () => {
    const named = (one: Partial<Application>) =>
      linesOf({ from: '2000', to: '2012', ...one }).map(({ vehicleId }) => vehicleId)
    expect(named({ make: 'VOLKSWAGEN', model: 'golf' })).toEqual(['bkd', 'bmm', 'gti', 'six'])
    expect(named({ make: 'VW', model: 'Golf 5' })).toEqual(['bkd', 'bmm', 'gti'])
    expect(named({ make: 'VW', model: 'Rabbit', engine: 'BKD' })).toEqual(['bkd'])
    expect(named({ model: 'Golf Plus' })).toEqual(['plus'])
    expect(named({ engine: '2.0 tdi' })).toEqual(['bkd', 'bmm'])
    expect(named({ engine: '2.0L Diesel' })).toEqual(['bkd', 'bmm'])
    expect(named({ engine: '2.0 TDI (BMM)' })).toEqual(['bmm'])
    expect(named({ make: 'Volkswagon' })).toEqual([])
    expect(named({ model: 'Golf V' })).toEqual([])
  })

  test('of a make or model that nobody here is called waits for its name', () => {
    expect(resolve(anApplication({ make: 'Chevy' }), readable)).toMatchObject({
      aside: 'no-car',
      open: { kind: 'make', name: 'Chevy' },
    })
    expect(resolve(anApplication({ make: 'VW', model: 'Jetta' }), readable)).toMatchObject({
      aside: 'no-car',
      open: { kind: 'model', make: 'volkswagen', name: 'Jetta' },
    })
  })

  test('with an engine that is not known here stays open for every car of the model', () => {
    const found = resolve(anApplication({ engine: '1.9 TDI' }), readable)
    expect(found.open).toEqual({ kind: 'engine', make: 'volkswagen', model: 'golf', name: '1.9 TDI' })
    expect(joinLines(found.lines).map(({ mustCheck }) => mustCheck)).toEqual(Array(3).fill('Engine 1.9 TDI'))
  })

  test('names model years, and a car that may be of another one is asked for its own', () => {
    expect(linesOfCar('bmm', { from: '2005', to: '2007' })).toMatchObject([{ conditions: '', builtFrom: '' }])
    expect(linesOfCar('bmm', { from: '2005', to: '2006' })).toMatchObject([
      { conditions: 'model-year=2005,2006' },
    ])
    expect(linesOfCar('gti', { from: '2005', to: '2007' })).toMatchObject([{ conditions: '' }])
    expect(linesOfCar('bkd', { from: '2009', to: '2010' })).toMatchObject([{ conditions: 'model-year=2009' }])
    expect(linesOfCar('six', { from: '2005', to: '2030' })[0]!.conditions).toMatch(
      /^model-year=2008,.*,2030$/,
    )
    expect(asideOf({ from: '1990', to: '1999' })).toBe('no-year')
  })

  test('may name months instead, which are months here, too', () => {
    expect(linesOfCar('bkd', { from: '2003-01', to: '2006-05' })).toMatchObject([
      { builtFrom: '', builtTo: '2006-05', conditions: '' },
    ])
    expect(linesOfCar('bkd', { from: '2003-10', to: '2008-11' })).toMatchObject([
      { builtFrom: '', builtTo: '' },
    ])
    expect(linesOfCar('six', { from: '2003-10', to: '2010-11' })).toMatchObject([{ builtTo: '2010-11' }])
  })

  test('has every word that nobody has explained as a condition, and none is ever cut', () => {
    const notes = ['With ABS', 'Carbon version', 'w/ tow bar', '> 09/2004', '< 09/2004']
    expect(linesOfCar('gti', { from: '2005', to: '2007', submodel: 'GT', notes })).toMatchObject([
      {
        conditions: 'abs=with',
        mustCheck: 'Submodel GT; w/ tow bar; > 09/2004',
        remark: 'Carbon version; < 09/2004',
      },
    ])
    expect(resolve(anApplication({ submodel: 'GT', notes }), readable).texts).toEqual([
      'Submodel GT',
      ...notes,
    ])
    expect(linesOfCar('gti', { from: '2005', to: '2007', notes: ['with ABS', 'without ABS'] })).toMatchObject(
      [{ conditions: 'abs=with', mustCheck: 'without ABS' }],
    )
    expect(asideOf({ notes: ['x'.repeat(400), 'y'.repeat(400)] })).toBe('too-long')
  })

  test('is joined with others that say the same of other years, and dropped where another one says it with fewer conditions', () => {
    const years = ['2005', '2006', '2007'].map((year) => ({ from: year, to: year }))
    expect(linesOfCar('gti', ...years)).toMatchObject([{ conditions: '' }])
    expect(linesOfCar('gti', ...years.slice(1))).toMatchObject([{ conditions: 'model-year=2006,2007' }])
    expect(linesOfCar('gti', ...years, { notes: ['w/ tow bar'] })).toMatchObject([
      { conditions: '', mustCheck: '' },
    ])
    const twice = linesOfCar(
      'gti',
      { from: '2005', to: '2007', quantity: 2 },
      { from: '2005', to: '2007', quantity: 4 },
    )
    expect(twice).toMatchObject([{ quantity: 4, remark: 'also listed with 2 needed' }])
  })
})

/** What the names of the files below mean, written down car by car: the code that reads names is not asked. */
const meantCars: Record<string, string[]> = {
  'Volkswagen Golf': ['bkd', 'bmm', 'gti', 'six'],
  'Volkswagen Golf 5': ['bkd', 'bmm', 'gti'],
  'Volkswagen Rabbit': ['bkd', 'bmm', 'gti'],
  'Volkswagen Golf Plus': ['plus'],
  'VW Golf': ['bkd', 'bmm', 'gti', 'six'],
  'VW Golf 5': ['bkd', 'bmm', 'gti'],
  'VW Rabbit': ['bkd', 'bmm', 'gti'],
  'VW Golf Plus': ['plus'],
  'Ford Mustang': ['mustang'],
}
const meantEngines: Record<string, string[]> = {
  '': cars.map(({ id }) => id),
  '2.0 TDI': ['bkd', 'bmm', 'plus'],
  BMM: ['bmm'],
  '2.0 TFSI (BPY)': ['gti'],
  '5.0 V8': ['mustang'],
}

/** A car of which everything is known, down to what only words say about it. */
type WholeCar = { id: string; month: string; year: string; abs: string }

/** Whether it is meant, at least: what only words say is not so. */
function isMeant({ make, model, engine, submodel, from, to, notes }: Application, car: WholeCar) {
  if (!meantCars[`${make} ${model}`]?.includes(car.id) || !meantEngines[engine]?.includes(car.id))
    return false
  if (submodel) return false
  const built = from.length === 4 ? car.year : car.month
  if (built < from || built > to) return false
  return notes.every(
    (note) =>
      (note === 'with ABS' && car.abs === 'with') ||
      (note === 'without ABS' && car.abs === 'without') ||
      ['carbon version', '< 09/2004'].includes(note),
  )
}

/** Every car that this one may be, by listing them. */
function possibleCars({ id, months, modelYears }: NamedCar, { options, facts }: Car): WholeCar[] {
  const all: WholeCar[] = []
  const last = months.to ?? '2020-12'
  for (let month = months.from; month <= last; month = monthAfter(month)) {
    const year = Number(month.slice(0, 4))
    const isEdge = /-(01|12)$/.test(month) || month === months.from || month === last
    if (!isEdge && !/-(04|09)$/.test(month)) continue
    const years = modelYears ?? [String(year), String(year + 1)]
    for (const modelYear of years.filter(
      (one) => facts['model-year'] === undefined || facts['model-year'] === one,
    ))
      for (const abs of facts.abs ? [facts.abs] : (options.abs ?? ['with', 'without', 'unheard of']))
        all.push({ id, month, year: modelYear, abs })
  }
  return all
}

describe('10,000 random files, compared with every car that each may mean', () => {
  const random = randomFrom(seed)
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  const oneOf = <T>(list: readonly T[]) => list[upTo(list.length - 1)]!
  const some = <T>(list: readonly T[], share: number) => list.filter(() => random() < share)
  const randomApplication = (): Application => {
    const [make, model] = oneOf([
      ['Volkswagen', 'Golf'],
      ['VW', 'Golf'],
      ['VW', 'Golf 5'],
      ['Volkswagen', 'Rabbit'],
      ['Volkswagen', 'Golf Plus'],
      ['Ford', 'Mustang'],
      ['Volkswagon', 'Golf'],
      ['VW', 'Jetta'],
    ] as const)
    const first = (make === 'Ford' ? 1992 : 2002) + upTo(5)
    const last = first + upTo(7)
    const inMonths = random() < 0.2
    return anApplication({
      make,
      model,
      engine: oneOf(['', '', '', '2.0 TDI', 'BMM', '2.0 TFSI (BPY)', '5.0 V8', '1.9 TDI', '5.3 V8']),
      submodel: random() < 0.1 ? 'GT' : '',
      from: inMonths ? `${first}-0${1 + upTo(8)}` : String(first),
      to: inMonths ? `${last}-1${upTo(2)}` : String(last),
      notes: some(
        ['with ABS', 'without ABS', 'carbon version', 'with tow bar', '< 09/2004', '> 09/2004'],
        0.08,
      ),
      quantity: 1 + upTo(1),
    })
  }
  const pairs = Array.from({ length: 10_000 }, () => {
    const named = oneOf(cars)
    const car: Car = {
      months: named.months,
      options: {
        ...(named.modelYears && { 'model-year': named.modelYears }),
        ...(random() < 0.3 && { abs: oneOf([['with'], ['with', 'without']]) }),
      },
      facts: {},
    }
    const whole = oneOf(possibleCars(named, car))
    const facts = {
      ...(random() < 0.5 && { 'model-year': whole.year }),
      ...(random() < 0.5 && { abs: whole.abs }),
    }
    return {
      applications: Array.from({ length: 1 + upTo(2) }, randomApplication),
      named,
      car: { ...car, facts },
    }
  })

  type Reading = (applications: Application[]) => FitmentValues[]
  const reading: Reading = (applications) =>
    joinLines(applications.flatMap((application) => resolve(application, readable).lines))

  function verdictOf(read: Reading, { applications, named, car }: (typeof pairs)[number]) {
    const rows = read(applications)
      .filter(({ vehicleId }) => vehicleId === named.id)
      .map(({ builtFrom, builtTo, conditions, ...row }) => ({
        ...row,
        builtFrom: builtFrom || null,
        builtTo: builtTo || null,
        conditions: readChoices(conditions),
      }))
    return judge({ fitKind: 'listed', rows }, car).verdict
  }
  /** Only together they would say when it was built. */
  const isJudgedAlone = ({ from }: Application, { facts }: Car) => from.length === 4 || !facts['model-year']
  const possible = new Map<(typeof pairs)[number], WholeCar[]>()
  function possibleOf(pair: (typeof pairs)[number]) {
    if (!possible.has(pair)) possible.set(pair, possibleCars(pair.named, pair.car))
    return possible.get(pair)!
  }
  const falseFits = (read: Reading, some = pairs) =>
    some.filter(
      (pair) =>
        verdictOf(read, pair) === 'fits' &&
        !possibleOf(pair).every((whole) =>
          pair.applications.some((application) => isMeant(application, whole)),
        ),
    )

  test('none is said to fit that might not', () => {
    expect(falseFits(reading)).toEqual([])
  })

  test('what one could know for sure is said, unless it takes two lines together', () => {
    const left = pairs.filter(
      (pair) =>
        verdictOf(reading, pair) !== 'fits' &&
        pair.applications.some(
          (application) =>
            isJudgedAlone(application, pair.car) &&
            possibleOf(pair).every((whole) => isMeant(application, whole)),
        ),
    )
    expect(left).toEqual([])
    expect(pairs.filter((pair) => verdictOf(reading, pair) === 'fits').length).toBeGreaterThan(500)
  })

  /** What a reader may get wrong: each is caught by the comparison above. */
  const changed =
    (change: (application: Application) => Application): Reading =>
    (applications) =>
      reading(applications.map(change))
  const changedLines =
    (change: (line: FitmentValues) => FitmentValues): Reading =>
    (applications) =>
      reading(applications).map(change)
  const changedMeanings =
    (keyOf: (text: string) => string): Reading =>
    (applications) =>
      joinLines(
        applications.flatMap(
          (application) =>
            resolve(
              { ...application, notes: application.notes.map(keyOf) },
              {
                ...readable,
                meanings: new Map([...meanings].map(([key, meaning]) => [noteKey(keyOf(key)), meaning])),
              },
            ).lines,
        ),
      )
  test.each<[string, Reading]>([
    [
      'a remark is dropped',
      changed((one) => ({ ...one, notes: one.notes.filter((note) => meanings.has(note)) })),
    ],
    [
      'an engine that is not known is dropped',
      changed((one) => ({ ...one, engine: one.engine in meantEngines ? one.engine : '' })),
    ],
    ['a submodel is dropped', changed((one) => ({ ...one, submodel: '' }))],
    [
      'a model year is read as months',
      changed((one) =>
        one.from.length === 4 ? { ...one, from: `${one.from}-01`, to: `${one.to}-12` } : one,
      ),
    ],
    [
      'months are read as model years',
      changed((one) => ({ ...one, from: one.from.slice(0, 4), to: one.to.slice(0, 4) })),
    ],
    [
      'a likely model is taken',
      changed((one) => ({ ...one, model: one.model === 'Jetta' ? 'Golf' : one.model })),
    ],
    [
      'a make with a slip of the pen is taken',
      changed((one) => ({ ...one, make: one.make === 'Volkswagon' ? 'VW' : one.make })),
    ],
    [
      'a generation is dropped',
      changed((one) => ({ ...one, model: one.model.replace(/ 5$|^Rabbit$/, '') || 'Golf' })),
    ],
    ['conditions of a line are dropped', changedLines((line) => ({ ...line, conditions: '' }))],
    ['signs of a remark are folded', changedMeanings((text) => text.replace(/[<>]/g, ''))],
  ])('a reader is caught where %s', (_, wrong) => {
    expect(falseFits(wrong, pairs.slice(0, 3000)).length).toBeGreaterThan(0)
  })
})
