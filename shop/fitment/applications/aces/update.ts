import type { ApplicationRow } from '~/database/tables.ts'
import { noteKey } from '../application.ts'
import type { KnownIds } from './known-ids.ts'
import type { Said } from './said.ts'

type Changed = {
  /** What an earlier file has said and this one leaves as it is. */
  stays: ApplicationRow[]
  /** What takes nothing away, because nothing said so. */
  unmatched: ApplicationRow[]
}

/**
 * What is left of the lines of a part when an UPDATE file takes some away, a single model year of several included, and says
 * others again: a line that is about the same car and conditions is in place of the one before.
 */
export function changedBy(file: ApplicationRow[], before: ApplicationRow[], tables: KnownIds): Changed {
  const byKey = new Map<string, ApplicationRow[]>()
  for (const row of before.filter(({ removes }) => !removes)) {
    const key = keyOf(row, tables)
    byKey.set(key, [...(byKey.get(key) ?? []), row])
  }
  const unmatched: ApplicationRow[] = []
  for (const row of file.filter(({ problem }) => problem === '')) {
    const key = keyOf(row, tables)
    const [rows, years] = [byKey.get(key) ?? [], yearsOf(row, tables)]
    const left = rows.flatMap((one) => without(one, years, tables))
    const hasTaken = left.length !== rows.length || left.some((one, n) => one !== rows[n])
    if (row.removes && !hasTaken) unmatched.push(row)
    byKey.set(key, left)
  }
  return { stays: [...byKey.values()].flat(), unmatched }
}

/** All by which two applications of a part are about the same, but their years and how many pieces are needed. */
function keyOf({ said: json, notes, problem }: ApplicationRow, tables: KnownIds) {
  const said: Said = JSON.parse(json || '{}')
  const known = said.vehicle === undefined ? undefined : tables.vehicle(said.vehicle)
  const car = known
    ? [known.make, known.model]
    : said.vehicle === undefined
      ? [said.make, said.model]
      : [`vehicle ${said.vehicle}`]
  return JSON.stringify([
    car,
    (said.ids ?? []).map(([kind, id]) => `${kind} ${id}`).sort(),
    said.position ?? '',
    [...(said.more ?? [])].sort(),
    (JSON.parse(notes) as string[]).map(noteKey).sort(),
    problem,
  ])
}

type Years = { from: number; to: number }

function yearsOf({ said: json, built_from, built_to }: ApplicationRow, tables: KnownIds): Years {
  const { vehicle }: Said = JSON.parse(json || '{}')
  if (vehicle === undefined) return { from: Number(built_from), to: Number(built_to) }
  const year = tables.vehicle(vehicle)?.year ?? 0
  return { from: year, to: year }
}

function without(row: ApplicationRow, years: Years, tables: KnownIds): ApplicationRow[] {
  const own = yearsOf(row, tables)
  if (years.to < own.from || years.from > own.to) return [row]
  return [
    { from: own.from, to: years.from - 1 },
    { from: years.to + 1, to: own.to },
  ]
    .filter(({ from, to }) => from <= to)
    .map(({ from, to }) => ({ ...row, built_from: String(from), built_to: String(to) }))
}
