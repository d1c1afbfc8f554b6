import type { Database } from '~/platform/db/database.server.ts'
import type { PartsForCar } from '~/shop/catalogue/search/fit-column.server.ts'
import type { LoadedCar } from './judge-parts.server.ts'
import { loadCar, marksOf } from './judge-parts.server.ts'
import { judge } from './rules.ts'
import { listedParts, rowsOfCar } from './store.server.ts'

type Judged = { fitting: Set<string>; notFitting: Set<string> }

/** A popular car has some hundred parts, the most popular ten thousand. */
const mostCars = 32

/** What the list of parts needs to know of one car. The parts of the last cars stay in memory until a fitment changes. */
export function openPartsForCar({ db, onChange }: Pick<Database, 'db' | 'onChange'>) {
  const known = new Map<string, Promise<Judged>>()
  let listed: Promise<Set<string>> | undefined
  onChange((changed) => {
    if (!changed.includes('fitments') && !changed.includes('vehicles')) return
    known.clear()
    listed = undefined
  })

  async function partsNaming({ id, car }: LoadedCar): Promise<Judged> {
    const found: Judged = { fitting: new Set(), notFitting: new Set() }
    for (const [productId, rows] of await rowsOfCar(db, id)) {
      const { verdict } = judge({ fitKind: 'listed', rows }, car)
      ;(verdict === 'does-not-fit' ? found.notFitting : found.fitting).add(productId)
    }
    return found
  }

  return async function partsForCar(asked: { car: string; facts: string }): Promise<PartsForCar> {
    const car = await loadCar(db, asked.car, asked.facts)
    const key = `${asked.car} ${asked.facts}`
    const judged = known.get(key) ?? partsNaming(car)
    known.delete(key)
    known.set(key, judged)
    judged.catch(() => known.delete(key))
    for (const oldest of known.keys()) if (known.size > mostCars) known.delete(oldest)
    listed ??= listedParts(db).catch((error) => {
      listed = undefined
      throw error
    })
    return {
      car: car.name,
      ...(await judged),
      listed: await listed,
      marksOf: (ids) => marksOf(db, car, ids),
    }
  }
}
