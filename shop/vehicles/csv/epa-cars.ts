import { writeChoices } from '../choices.ts'
import { modelYear } from '../facts.ts'

/** Columns of the list of cars that the US Environmental Protection Agency publishes, a line for each model year. */
const needed = ['year', 'make', 'model', 'displ', 'cylinders', 'fuelType1'] as const
type EpaLine = Record<(typeof needed)[number], string>
/** In no list of ours. */
const telling = ['year', 'make', 'model', 'displ', 'trany', 'fuelType1']

type EpaCar = {
  make: string
  model: string
  engine: string
  fuel: string
  litres: string
  years: Set<number>
}

/**
 * The cars of such a file in the columns of ours, or undefined for any other file: what it has in a line for each model year,
 * drive and gearbox is one car, with the years as what its model year may be.
 */
export function vehiclesFromEpa(csv: string): string | undefined {
  const rows = rowsOf(csv)
  const { value: headings = [] } = rows.next()
  if (!telling.every((name) => headings.includes(name))) return undefined
  const places = needed.map((name) => headings.indexOf(name))
  const cars = new Map<string, EpaCar>()
  for (const row of rows) {
    const line = Object.fromEntries(needed.map((name, n) => [name, row[places[n]!]?.trim() ?? ''])) as EpaLine
    const year = Number(line.year)
    if (!/^(19|20)\d{2}$/.test(line.year) || !line.make || !line.model) continue
    const car = { make: line.make, model: withoutDrive(line.model), ...engineOf(line) }
    const key = Object.values(car).join('\n').toLowerCase()
    const known = cars.get(key)
    if (known) known.years.add(year)
    else cars.set(key, { ...car, years: new Set([year]) })
  }
  return [columns, ...[...cars.values()].map(cellsOf)]
    .map((cells) => `${cells.map(quoted).join(',')}\n`)
    .join('')
}

const columns = ['make', 'model', 'engine', 'fuel', 'litres', 'builtFrom', 'builtTo', 'options']

/** A model year begins in the January before its own at the earliest. */
function cellsOf({ make, model, engine, fuel, litres, years }: EpaCar) {
  const sorted = [...years].sort()
  const [first, last] = [sorted[0]!, sorted.at(-1)!]
  const options = writeChoices({ [modelYear]: sorted.map(String) })
  return [make, model, engine, fuel, litres, `${first - 1}-01`, `${last}-12`, options]
}

/** “Explorer 4WD FFV” is an Explorer. */
const withoutDrive = (model: string) =>
  model
    .replace(/\b(?:[24]WD|[AFR]WD|4x[24]|FFV)\b(?:\/(?:[24]WD|[AFR]WD|4x[24])\b)?/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim() || model

const fuels: [words: RegExp, fuel: string][] = [
  [/diesel/i, 'diesel'],
  [/electric/i, 'electric'],
  [/natural gas/i, 'natural gas'],
  [/hydrogen/i, 'hydrogen'],
  [/gasoline|petrol/i, 'petrol'],
]

function engineOf({ displ, cylinders, fuelType1 }: EpaLine) {
  const fuel = fuels.find(([words]) => words.test(fuelType1))?.[1] ?? fuelType1.toLowerCase()
  const litres = Number(displ) > 0 ? Number(displ).toFixed(1) : ''
  const cylindersInWords = Number(cylinders) > 0 ? `${Number(cylinders)}-cyl` : ''
  const engine = [litres, cylindersInWords, fuel === 'petrol' && litres ? '' : fuel].filter(Boolean).join(' ')
  return { engine, fuel, litres }
}

const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Its cells have commas between them, and some of them quotation marks around. */
function* rowsOf(csv: string): Generator<string[], undefined> {
  let row: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y
  cell.lastIndex = csv.startsWith('\uFEFF') ? 1 : 0
  while (cell.lastIndex < csv.length) {
    const found = cell.exec(csv)
    // Another kind of file, or one that is damaged: it is for the reader that names the line.
    if (!found) return
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    if (found[3] === ',') continue
    yield row
    row = []
  }
}
