import type { Database } from '~/platform/db/database.server.ts'
import type { Verdict } from '~/shop/catalogue/contract.ts'
import type { PartsForCar } from '~/shop/catalogue/search/columns.server.ts'
import type { LoadedCar } from './judge-parts.server.ts'
import { loadCar, marksOf } from './judge-parts.server.ts'
import type { FitRow } from './rules.ts'
import { judge } from './rules.ts'
import { listedParts, partsWithList, rowsFor, rowsOfCar } from './store.server.ts'

type Judged = Pick<PartsForCar, 'verdicts'>
/** What was read, and the parts that have changed since. */
type Known<Value> = { value: Promise<Value>; stale: Set<string> }

/** A popular car has some hundred parts, the most popular ten thousand. */
const mostCars = 32
/** Rather than so many parts one by one, all are read again. */
const mostStale = 500

/**
 * What the list of parts needs to know of one car. The parts of the last cars stay in memory; of a change that names its
 * parts only these are read again.
 */
export function openPartsForCar({ db, onChange }: Pick<Database, 'db' | 'onChange'>) {
  const cars = new Map<string, Known<Judged>>()
  let listed: Known<ReadonlySet<string>> | undefined
  onChange((changed, touched) => {
    if (!changed.includes('fitments') && !changed.includes('vehicles')) return
    const known = [...cars.values(), ...(listed ? [listed] : [])]
    if (touched) for (const { stale } of known) for (const id of touched) stale.add(id)
    if (touched && known.every(({ stale }) => stale.size <= mostStale)) return
    cars.clear()
    listed = undefined
  })

  async function partsNaming(car: LoadedCar): Promise<Judged> {
    const verdicts = new Map<string, Verdict>()
    for (const [productId, rows] of await rowsOfCar(db, car.id)) verdicts.set(productId, verdictOf(rows, car))
    return { verdicts }
  }

  async function judgedAgain(before: Judged, car: LoadedCar, ids: string[]): Promise<Judged> {
    const rowsOf = await rowsFor(db, [car.id], ids)
    const verdicts = new Map(before.verdicts)
    for (const id of ids) {
      const rows = rowsOf(car.id, id)
      if (rows.length > 0) verdicts.set(id, verdictOf(rows, car))
      else verdicts.delete(id)
    }
    return { verdicts }
  }

  /** Another set only where something has changed. */
  async function listedAgain(before: ReadonlySet<string>, ids: string[]) {
    const withList = await partsWithList(db, ids)
    if (ids.every((id) => before.has(id) === withList.has(id))) return before
    const after = new Set(before)
    for (const id of ids) if (!withList.has(id)) after.delete(id)
    for (const id of withList) after.add(id)
    return after
  }

  function judged(key: string, car: LoadedCar) {
    const known = cars.get(key) ?? { value: partsNaming(car), stale: new Set() }
    cars.delete(key)
    cars.set(key, known)
    for (const oldest of cars.keys()) if (cars.size > mostCars) cars.delete(oldest)
    return upToDate(
      known,
      (before, ids) => judgedAgain(before, car, ids),
      () => cars.delete(key),
    )
  }

  function allListed() {
    listed ??= { value: listedParts(db), stale: new Set() }
    return upToDate(listed, listedAgain, () => {
      listed = undefined
    })
  }

  return async function partsForCar(asked: { car: string; facts: string }): Promise<PartsForCar> {
    const car = await loadCar(db, asked.car, asked.facts)
    return {
      car: { name: car.name, shortName: car.shortName, about: car.about },
      ...(await judged(`${asked.car} ${asked.facts}`, car)),
      listed: await allListed(),
      marksOf: (ids) => marksOf(db, car, ids),
    }
  }
}

const verdictOf = (rows: FitRow[], { car }: LoadedCar) => judge({ fitKind: 'listed', rows }, car).verdict

/** With the parts read again that have changed. What could not be read is forgotten, and read at the next request. */
function upToDate<Value>(
  known: Known<Value>,
  again: (before: Value, ids: string[]) => Promise<Value>,
  forget: () => void,
) {
  const ids = [...known.stale]
  if (ids.length > 0) {
    known.stale.clear()
    known.value = known.value.then((before) => again(before, ids))
  }
  known.value.catch(forget)
  return known.value
}
