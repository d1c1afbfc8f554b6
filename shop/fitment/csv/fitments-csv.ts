import { parseChoices } from '~/shop/vehicles/choices.ts'
import { writeConditions } from '../conditions.ts'
import type { FitmentValues, Position } from '../fitment-values.ts'
import {
  conditionsProblem,
  longestConditions,
  longestNote,
  monthProblem,
  positions,
  quantityProblem,
} from '../fitment-values.ts'

export const columns = [
  'product',
  'vehicle',
  'position',
  'quantity',
  'builtFrom',
  'builtTo',
  'conditions',
  'mustCheck',
  'remark',
] as const
const required = ['product', 'vehicle', 'quantity']

export type LineProblem = { line: number; message: string }
/** A line that is well-formed; whether its part and its car exist is not known yet. */
export type FitmentLine = { line: number; product: string; values: FitmentValues }

/** What is wrong with the names of the columns. */
export const headProblems = (names: string[]): string[] => [
  ...required.filter((name) => !names.includes(name)).map((name) => `The column ${name} is missing.`),
  ...names
    .filter((name) => !(columns as readonly string[]).includes(name))
    .map((name) => `There is no column named “${name}”.`),
  ...names.filter((name, n) => names.indexOf(name) !== n).map((name) => `The column ${name} is there twice.`),
]

type CsvRow = { line: number; cells: string[] }

/** One line, or what is wrong with it. */
export function lineFrom(names: string[], { line, cells }: CsvRow): FitmentLine | LineProblem {
  const cell = (name: (typeof columns)[number]) => (cells[names.indexOf(name)] ?? '').normalize('NFC').trim()
  const values = {
    vehicleId: cell('vehicle'),
    position: cell('position').toLowerCase(),
    quantity: Number(cell('quantity')),
    builtFrom: cell('builtFrom'),
    builtTo: cell('builtTo'),
    conditions: cell('conditions'),
    mustCheck: cell('mustCheck'),
    remark: cell('remark'),
  }
  const message =
    (cells.length > names.length && 'There are more cells than columns') ||
    (cell('product') === '' && 'Product is missing') ||
    (values.vehicleId === '' && 'Vehicle is missing') ||
    (!positions.includes(values.position as Position) && `There is no place “${values.position}”`) ||
    quantityProblem(cell('quantity')) ||
    monthProblem(values.builtFrom) ||
    monthProblem(values.builtTo) ||
    (values.conditions.length > longestConditions &&
      `Conditions have at most ${longestConditions} characters`) ||
    conditionsProblem(values.conditions) ||
    (Math.max(values.mustCheck.length, values.remark.length) > longestNote &&
      `A note has at most ${longestNote} characters`) ||
    (/\p{Cc}/u.test(Object.values(values).join('')) && 'Holds characters that cannot be kept')
  if (message) return { line, message }
  const conditions = writeConditions(parseChoices(values.conditions)!)
  return { line, product: cell('product'), values: { ...values, conditions } }
}

export const isProblem = (read: FitmentLine | LineProblem): read is LineProblem => 'message' in read
