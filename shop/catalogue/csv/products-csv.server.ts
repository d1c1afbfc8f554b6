import { setImmediate as nextTurn } from 'node:timers/promises'
import { CsvProblem, fromCsv } from '~/platform/csv.ts'
import { counted } from '~/platform/figures.ts'
import type { Product } from '../contract.ts'
import type { FieldValue } from '../fields/field-kinds.ts'
import type { FieldName } from '../fields/product-fields.ts'
import { fieldNames, fieldOf } from '../fields/product-fields.ts'

const mostLines = 10_000
/** Requests of customers come between the lines of a long file. */
export const linesPerTurn = 200
const tooMany = `At most ${counted(mostLines)} products can be in one file.`

const columns = ['_id', ...fieldNames] as const

export const csvColumns = columns.map(
  (column): [title: string, cell: (product: Product) => string | number] => [
    column,
    (product) =>
      column !== '_id' && fieldOf(column).kind === 'lines' ? inOneLine(product[column]) : product[column],
  ],
)

/** So that a product is one row of the file, and the numbers of its lines are those of the spreadsheet. */
const inOneLine = (lines: FieldValue) => String(lines).replaceAll('\n', '; ')

export type LineProblem = { line: number; message: string }
/** What was typed into each column that the file has. */
export type ProductLine = { line: number; id: string; typed: Partial<Record<FieldName, string>> }

/** The lines of a file, and what is wrong with each that cannot be used. Where stock and products are is not looked at. */
export async function productsFromCsv(
  csv: string,
): Promise<{ lines: ProductLine[]; problems: LineProblem[] }> {
  try {
    const [head, ...rows] = fromCsv(csv)
    const names = (head?.cells ?? []).map((name) => name.trim())
    const problems = headProblems(names)
    if (rows.length > mostLines) problems.push({ line: rows[mostLines]!.line, message: tooMany })
    if (problems.length > 0) return { lines: [], problems }
    const present = fieldNames.filter((name) => names.includes(name))
    const lines: ProductLine[] = []
    for (const [n, { line, cells }] of rows.entries()) {
      if (n % linesPerTurn === 0) await nextTurn()
      const cell = (name: string) => (cells[names.indexOf(name)] ?? '').trim()
      const typed = present.map((name) => [name, cell(name)] as const)
      const wrong = cells.length > names.length ? ['There are more cells than columns'] : []
      wrong.push(...typed.flatMap(([name, text]) => inColumn(name, fieldOf(name).problem(text)) ?? []))
      for (const message of wrong) problems.push({ line, message })
      if (wrong.length === 0) lines.push({ line, id: cell('_id'), typed: Object.fromEntries(typed) })
    }
    return { lines, problems }
  } catch (error) {
    if (!(error instanceof CsvProblem)) throw error
    return { lines: [], problems: [{ line: error.line, message: error.message }] }
  }
}

/** Says in which column it is, where the message itself does not. */
export function inColumn(name: FieldName, problem: string | undefined) {
  const { label } = fieldOf(name)
  return problem === undefined || problem.startsWith(label) ? problem : `${label}: ${problem}`
}

function headProblems(names: string[]): LineProblem[] {
  // What is found by its _id keeps what the file has no column for.
  const required = names.includes('_id') ? [] : fieldNames.filter((name) => !fieldOf(name).isOptional)
  const missing = required.filter((name) => !names.includes(name))
  const unknown = names.filter((name) => !columns.includes(name as FieldName))
  const twice = names.filter((name, i) => names.indexOf(name) !== i)
  return [
    ...missing.map((name) => `The column ${name} is missing.`),
    ...unknown.map((name) => `There is no column named “${name}”.`),
    ...twice.map((name) => `The column ${name} is there twice.`),
  ].map((message) => ({ line: 1, message }))
}
