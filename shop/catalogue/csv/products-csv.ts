import { CsvProblem, fromCsv } from '~/platform/csv.ts'
import { counted } from '~/platform/figures.ts'
import type { Product } from '../contract.ts'
import type { FieldName } from '../fields/product-fields.ts'
import { fieldNames, fieldOf } from '../fields/product-fields.ts'

const mostLines = 10_000
const tooMany = `At most ${counted(mostLines)} products can be in one file.`

const columns = ['_id', ...fieldNames] as const

export const csvColumns = columns.map(
  (column): [title: string, cell: (product: Product) => string | number] => [
    column,
    (product) => product[column],
  ],
)

export type LineProblem = { line: number; message: string }
/** What was typed into each column that the file has. */
export type ProductLine = { line: number; id: string; typed: Record<FieldName, string> }

/** The lines of a file, and what is wrong with each that cannot be used. Where stock and products are is not looked at. */
export function productsFromCsv(csv: string): { lines: ProductLine[]; problems: LineProblem[] } {
  try {
    const [head, ...rows] = fromCsv(csv)
    const names = (head?.cells ?? []).map((name) => name.trim())
    const problems = headProblems(names)
    if (rows.length > mostLines) problems.push({ line: rows[mostLines]!.line, message: tooMany })
    if (problems.length > 0) return { lines: [], problems }
    const present = fieldNames.filter((name) => names.includes(name))
    const lines: ProductLine[] = []
    for (const { line, cells } of rows) {
      const cell = (name: string) => (cells[names.indexOf(name)] ?? '').trim()
      const typed = present.map((name) => [name, cell(name)] as const)
      const wrong = cells.length > names.length ? ['There are more cells than columns'] : []
      wrong.push(...typed.flatMap(([name, text]) => fieldOf(name).problem(text) ?? []))
      for (const message of wrong) problems.push({ line, message })
      if (wrong.length === 0)
        lines.push({ line, id: cell('_id'), typed: Object.fromEntries(typed) as ProductLine['typed'] })
    }
    return { lines, problems }
  } catch (error) {
    if (!(error instanceof CsvProblem)) throw error
    return { lines: [], problems: [{ line: error.line, message: error.message }] }
  }
}

function headProblems(names: string[]): LineProblem[] {
  const missing = fieldNames.filter((name) => !fieldOf(name).isOptional && !names.includes(name))
  const unknown = names.filter((name) => !columns.includes(name as FieldName))
  const twice = names.filter((name, i) => names.indexOf(name) !== i)
  return [
    ...missing.map((name) => `The column ${name} is missing.`),
    ...unknown.map((name) => `There is no column named “${name}”.`),
    ...twice.map((name) => `The column ${name} is there twice.`),
  ].map((message) => ({ line: 1, message }))
}
