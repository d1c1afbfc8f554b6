import type { Database } from '~/platform/db/database.server.ts'
import type { Vehicle } from './contract.ts'
import type { CarNames, MeantBy, SearchedCar, Word } from './named-cars.ts'
import { carsByName, carsInSearch, isBegun, isWhole, searchWordsOf } from './named-cars.ts'
import { vehicleKey } from './rules.ts'
import { vehiclesByIds } from './store.server.ts'

export type VehicleSearch = ReturnType<typeof openVehicleSearch>

const mostFound = 20
const nobody: CarNames<Vehicle> = { words: '', rest: '', cars: [] }

/** Asks those who know about parts which of some words parts are called by. */
export type AskForPartWords = (words: string[]) => Promise<ReadonlySet<string>>

/** Finds cars by words, engine code and year. The texts are in memory from the first search until a car changes. */
export function openVehicleSearch(
  { db, onChange }: Pick<Database, 'db' | 'onChange'>,
  partWords: AskForPartWords,
) {
  let reading: ReturnType<typeof read> | undefined
  onChange((changed) => {
    if (changed.includes('vehicles')) reading = undefined
  })

  function searched() {
    reading ??= read().catch((error) => {
      reading = undefined
      throw error
    })
    return reading
  }

  /** In the order in which equals are shown: the newest car of a model first. */
  async function read() {
    const rows = await db
      .selectFrom('vehicles')
      .select(['id', 'search_text', 'built_from', 'built_to', 'make_key', 'model_key'])
      .select(['generation', 'engine_code'])
      .orderBy('make_key')
      .orderBy('model_key')
      .orderBy('built_from', 'desc')
      .orderBy('id')
      .execute()
    const all = rows.map(
      (row): SearchedCar => ({
        id: row.id,
        text: `${row.search_text} `,
        make: row.make_key,
        names: [
          row.model_key,
          row.model_key + vehicleKey(row.generation),
          vehicleKey(row.engine_code),
        ].filter(Boolean),
        from: row.built_from.slice(0, 4),
        to: row.built_to.slice(0, 4) || '9999',
      }),
    )
    return { all, byName: carsByName(all) }
  }

  return {
    /** Those that have every word. A year that no such car was built in is left out of the search. */
    async find(q: string) {
      const words = searchWordsOf(q)
      if (words.length === 0) return []
      const { all } = await searched()
      const found = matching(all, words)
      const withoutYears = words.filter(({ year }) => !year)
      const ids =
        found.length > 0 || withoutYears.length === 0 || withoutYears.length === words.length
          ? found
          : matching(all, withoutYears)
      return vehiclesByIds(db, ids)
    },

    /** What of a search for parts is about cars, which ones, and the other words. */
    async inSearch(q: string, meantBy: MeantBy) {
      const parts = await partWords(searchWordsOf(q).map(({ key }) => key))
      const found = carsInSearch(q, await searched(), { partWords: parts, meantBy })
      return found && { rest: found.rest, vehicleIds: found.cars.map(({ id }) => id) }
    },

    /** The cars that some words of a search for parts name, and the other words. */
    async named(q: string): Promise<CarNames<Vehicle>> {
      const all = await searched()
      // Most searches name none, whatever parts are called.
      if (!carsInSearch(q, all, { partWords: new Set() })) return nobody
      const parts = await partWords(searchWordsOf(q).map(({ key }) => key))
      const named = carsInSearch(q, all, { partWords: parts })
      if (!named || named.cars.length === 0) return nobody
      const ids = named.cars.slice(0, mostFound).map(({ id }) => id)
      return { ...named, cars: await vehiclesByIds(db, ids) }
    },
  }
}

function matching(all: SearchedCar[], words: Word[]) {
  const whole: string[] = []
  const begun: string[] = []
  for (const car of all) {
    if (!words.every((word) => isBegun(car, word))) continue
    const isExact = words.every((word) => isWhole(car, word))
    ;(isExact ? whole : begun).push(car.id)
    if (whole.length === mostFound) break
  }
  return [...whole, ...begun].slice(0, mostFound)
}
