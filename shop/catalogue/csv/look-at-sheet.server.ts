import type { Db } from '~/platform/db/database.server.ts'
import { csvRows, headingsIn } from '~/platform/import/csv-lines.server.ts'
import { FileProblem } from '~/platform/import/file-problem.ts'
import { decimalMarkOf } from '~/platform/import/number-format.ts'
import { excerpt } from '~/platform/text.ts'
import { attributeRows } from '../attributes/store-attributes.server.ts'
import { lookAtPies } from '../pies/look-at-pies.server.ts'
import type { SheetLook } from './import-contract.ts'
import { csvColumns } from './save-products.server.ts'
import { columnsOfNumbers, guessColumns, headingKey } from './sheet-columns.ts'
import { allSuppliers } from './suppliers.server.ts'

/** The first rows tell what a column holds. */
const mostRows = 200
const mostSamples = 3
const longestSample = 80

const ourColumns = new Set(csvColumns.map(([title]) => title))

/** The columns of a file by its beginning, the last row of which may be cut off. */
export async function lookAtSheet(db: Db, csv: string): Promise<SheetLook> {
  if (csv.trimStart().startsWith('<')) return lookAtXml(db, csv)
  const { rows, problem } = await firstRows(bytesOf(csv))
  const attributes = (await attributeRows(db).execute()).map(({ name }) => name)
  const headings = headingsIn(rows.shift() ?? [])
  const cellsOf = (n: number) => rows.map((row) => row[n]?.trim() ?? '').filter(Boolean)
  const guesses = guessColumns(headings, attributes)
  const numbers = guesses.flatMap((guess, n) => (columnsOfNumbers.has(guess) ? cellsOf(n) : []))
  const decimalMark = decimalMarkOf(numbers) ?? (csv.split('\n', 1)[0]!.includes(';') ? ',' : '.')
  return {
    isOurs: headings.length > 0 && headings.every((heading) => ourColumns.has(heading)),
    columns: headings.map((heading, n) => ({
      heading,
      samples: [...new Set(cellsOf(n))].slice(0, mostSamples).map((text) => excerpt(text, longestSample)),
      guess: guesses[n]!,
    })),
    decimalMark,
    attributes,
    suppliers: (await allSuppliers(db)).map(({ columns, ...supplier }) => ({
      ...supplier,
      columns: headings.map((heading) => columns[headingKey(heading)] ?? ''),
      isSame: headings.every((heading) => headingKey(heading) in columns),
    })),
    ...(headings.length === 0 && { problem: problem ?? 'The file is empty' }),
  }
}

/** It has no columns. */
async function lookAtXml(db: Db, xml: string): Promise<SheetLook> {
  const look = await lookAtPies(bytesOf(xml))
  const suppliers = await allSuppliers(db)
  return {
    ...{ isOurs: false, columns: [], decimalMark: '.', attributes: [] },
    suppliers: suppliers.map((supplier) => ({ ...supplier, columns: [], isSame: false })),
    ...('problem' in look ? look : { pies: look }),
  }
}

/** Of its first row. */
export async function headingsOf(file: AsyncIterable<Buffer>) {
  const { rows } = await firstRows(file, 1)
  return headingsIn(rows[0] ?? [])
}

export async function firstRows(file: AsyncIterable<Buffer>, most = mostRows) {
  const rows: string[][] = []
  try {
    for await (const { cells } of csvRows(file)) {
      rows.push(cells)
      if (rows.length > most) break
    }
  } catch (error) {
    // What is wrong further down is said when the whole file is looked at.
    if (!(error instanceof FileProblem)) throw error
    return { rows, problem: error.message }
  }
  return { rows }
}

export async function* bytesOf(csv: string) {
  yield Buffer.from(csv)
}
