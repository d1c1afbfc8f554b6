import type { Months } from '~/shop/vehicles/months.ts'
import { vehicleKey } from '~/shop/vehicles/rules.ts'
import type { Application } from './application.ts'

/** A car by all that it can be named. */
export type NamedCar = {
  id: string
  make: string
  model: string
  generation: string
  engine: string
  engineCode: string
  months: Months
  /** Where it is said which model years there were of it. */
  modelYears?: string[]
}

export const nameKinds = ['make', 'model', 'engine'] as const
export type NameKind = (typeof nameKinds)[number]

/** A name that no car of ours has: of a model within our make, of an engine within our model. */
export type OpenName = { kind: NameKind; make: string; model: string; name: string }
/** What the owner says that it is here. */
export type OwnersName = OpenName & { target: string }

export const openNameKey = ({ kind, make, model, name }: OpenName) =>
  [kind, make, model, vehicleKey(name)].join('|')

type Known = { car: NamedCar; engines: string[] }
type ByName = Map<string, Map<string, Known[]>>
export type FindCars = ReturnType<typeof carNames>

type CarInWords = Pick<Application, 'make' | 'model' | 'engine' | 'alsoCalled'>

/** With an engine that is not known, all cars of the model: which of them are meant stays open. */
type FoundCars = { cars: NamedCar[]; open?: OpenName }

/** Finds the cars that an application means: a name equals one of ours, or the owner has said which it is. */
export function carNames(cars: NamedCar[], owners: OwnersName[]) {
  const makes: ByName = new Map()
  const generations: ByName = new Map()
  for (const car of cars) {
    const make = vehicleKey(car.make)
    const known = { car, engines: engineKeysOf(car) }
    addTo(makes, make, vehicleKey(car.model), known)
    if (car.generation) addTo(generations, make, vehicleKey(`${car.model} ${car.generation}`), known)
  }
  const targets = new Map(owners.map((name) => [openNameKey(name), vehicleKey(name.target)]))
  /** Files say the same names a hundred thousand times. */
  const keys = new Map<string, string>()
  function keyOf(name: string) {
    const key = keys.get(name) ?? vehicleKey(name)
    keys.set(name, key)
    return key
  }
  /** The owner's word counts more than a likeness of names. */
  const meant = (name: OpenName) => (targets.size > 0 && targets.get(openNameKey(name))) || keyOf(name.name)

  return function find({ make, model, engine, alsoCalled = [] }: CarInWords): FoundCars {
    const ofMake: OpenName = { kind: 'make', make: '', model: '', name: make }
    const makeKey = meant(ofMake)
    const models = makes.get(makeKey)
    if (!models) return { cars: [], open: ofMake }
    const ofModel: OpenName = { kind: 'model', make: makeKey, model: '', name: model }
    const modelKey = meant(ofModel)
    // “Golf Plus” is the model of that name, where there is one, and no Golf.
    const ofThisModel = models.get(modelKey) ?? generations.get(makeKey)?.get(modelKey)
    if (!ofThisModel) return { cars: [], open: ofModel }
    if (!engine) return { cars: ofThisModel.map(({ car }) => car) }
    const ofEngine: OpenName = { kind: 'engine', make: makeKey, model: modelKey, name: engine }
    const engineKeys = [meant(ofEngine), ...alsoCalled.map(keyOf)]
    const having = ofThisModel.filter(({ engines }) => engines.some((key) => engineKeys.includes(key)))
    return having.length > 0
      ? { cars: having.map(({ car }) => car) }
      : { cars: ofThisModel.map(({ car }) => car), open: ofEngine }
  }
}

function addTo(makes: ByName, make: string, name: string, car: Known) {
  const models = makes.get(make) ?? new Map<string, Known[]>()
  makes.set(make, models.set(name, [...(models.get(name) ?? []), car]))
}

/** “2.0 TDI”, “BKD”, and both. */
export const engineKeysOf = ({ engine, engineCode }: Pick<NamedCar, 'engine' | 'engineCode'>) =>
  [engine, engineCode, `${engine} ${engineCode}`].map(vehicleKey).filter(Boolean)
