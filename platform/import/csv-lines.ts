import { CsvProblem, fromCsv } from '~/platform/csv.ts'
import type { CsvLine, CsvTable, LineProblem } from './csv-table.ts'

type Table<Values> = Pick<CsvTable<Values, never>, 'columns' | 'required' | 'read'>
export type ReadLines<Values> = { lines: CsvLine<Values>[]; problems: LineProblem[]; hasHead: boolean }

/** The lines of a file, and what is wrong with each that cannot be used. */
export function readLines<Values>(table: Table<Values>, csv: string): ReadLines<Values> {
  const found: ReadLines<Values> = { lines: [], problems: [], hasHead: true }
  try {
    const [head, ...rows] = fromCsv(csv)
    const names = (head?.cells ?? []).map((name) => name.trim())
    const wrong = headProblems(table, names)
    if (wrong.length > 0)
      return { ...found, problems: wrong.map((message) => ({ line: 1, message })), hasHead: false }
    for (const { line, cells } of rows) {
      const said = cells.map((cell) => cell.normalize('NFC').trim())
      const problem =
        (said.length > names.length && 'There are more cells than columns') ||
        (/\p{Cc}/u.test(said.join('')) && 'Holds characters that cannot be kept')
      const read = problem
        ? { message: problem }
        : table.read(Object.fromEntries(names.map((name, n) => [name, said[n] ?? ''])))
      if ('message' in read) found.problems.push({ line, message: read.message })
      else found.lines.push({ line, values: read.values })
    }
  } catch (error) {
    if (!(error instanceof CsvProblem)) throw error
    found.problems.push({ line: error.line, message: error.message })
  }
  return found
}

const headProblems = ({ columns, required }: Pick<Table<never>, 'columns' | 'required'>, names: string[]) => [
  ...required.filter((name) => !names.includes(name)).map((name) => `The column ${name} is missing.`),
  ...names.filter((name) => !columns.includes(name)).map((name) => `There is no column named “${name}”.`),
  ...names.filter((name, n) => names.indexOf(name) !== n).map((name) => `The column ${name} is there twice.`),
]
