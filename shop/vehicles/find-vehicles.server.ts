import type { Database } from '~/platform/db/database.server.ts'
import { vehicleKey } from './rules.ts'
import { vehiclesByIds } from './store.server.ts'

export type VehicleSearch = ReturnType<typeof openVehicleSearch>

type Entry = { id: string; text: string; from: string; to: string }

const mostFound = 20
/** What people call makes by. */
const shortNames: Record<string, string> = { vw: 'volkswagen', chevy: 'chevrolet', merc: 'mercedes' }

/** Finds cars by words, engine code and year. The texts are in memory from the first search until a car changes. */
export function openVehicleSearch({ db, onChange }: Pick<Database, 'db' | 'onChange'>) {
  let reading: Promise<Entry[]> | undefined
  onChange((changed) => {
    if (changed.includes('vehicles')) reading = undefined
  })

  function entries() {
    reading ??= read().catch((error) => {
      reading = undefined
      throw error
    })
    return reading
  }

  /** In the order in which equals are shown: the newest car of a model first. */
  async function read(): Promise<Entry[]> {
    const rows = await db
      .selectFrom('vehicles')
      .select(['id', 'search_text', 'built_from', 'built_to'])
      .orderBy('make_key')
      .orderBy('model_key')
      .orderBy('built_from', 'desc')
      .orderBy('id')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      text: `${row.search_text} `,
      from: row.built_from.slice(0, 4),
      to: row.built_to.slice(0, 4) || '9999',
    }))
  }

  return {
    /** Those that have every word. A year that no such car was built in is left out of the search. */
    async find(q: string) {
      const words = wordsOf(q)
      if (words.length === 0) return []
      const all = await entries()
      const found = matching(all, words)
      const withoutYears = words.filter(({ year }) => !year)
      const ids =
        found.length > 0 || withoutYears.length === 0 || withoutYears.length === words.length
          ? found
          : matching(all, withoutYears)
      return vehiclesByIds(db, ids)
    },
  }
}

/** A word as it is looked for, prepared once for all cars. */
type Word = { year: string; begins: string; squeezed: string; whole: string }

const wordsOf = (q: string): Word[] =>
  vehicleKey(q)
    .split(' ')
    .filter(Boolean)
    .map((typed) => {
      const word = shortNames[typed] ?? typed
      const squeezed = word.replaceAll('.', '')
      return {
        year: /^(19[5-9]|20[0-4])\d$/.test(word) ? word : '',
        begins: ` ${word}`,
        squeezed: squeezed === word ? '' : ` ${squeezed}`,
        whole: ` ${word} `,
      }
    })

function matching(all: Entry[], words: Word[]) {
  const whole: string[] = []
  const begun: string[] = []
  for (const entry of all) {
    if (!words.every((word) => holds(entry, word))) continue
    const isWhole = words.every(({ year, whole: said }) => year || entry.text.includes(said))
    ;(isWhole ? whole : begun).push(entry.id)
    if (whole.length === mostFound) break
  }
  return [...whole, ...begun].slice(0, mostFound)
}

const holds = ({ text, from, to }: Entry, { year, begins, squeezed }: Word) =>
  text.includes(begins) ||
  (squeezed !== '' && text.includes(squeezed)) ||
  (year !== '' && year >= from && year <= to)
