import type { ApplicationImportRow } from '~/database/tables.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { headingsIn } from '~/platform/import/csv-lines.server.ts'
import { excerpt } from '~/platform/text.ts'
import { bytesOf, firstRows } from '~/shop/catalogue/csv/look-at-sheet.server.ts'
import { headingKey } from '~/shop/catalogue/csv/sheet-columns.ts'
import { allSuppliers, mappingOfSupplier, rememberColumns } from '~/shop/catalogue/csv/suppliers.server.ts'
import { guessFlatColumns } from './flat-columns.ts'

const mostSamples = 3
const longestSample = 80

/** The same heading is something else in a file of products of the same supplier. */
const inLists = (heading: string) => `cars ${heading}`

/** The columns of a file by its beginning, the last row of which may be cut off. */
export async function lookAtFlatColumns(db: Db, csv: string) {
  const { rows, problem } = await firstRows(bytesOf(csv))
  const headings = headingsIn(rows.shift() ?? [])
  const guesses = guessFlatColumns(headings)
  const samplesOf = (n: number) => [...new Set(rows.map((row) => row[n]?.trim() ?? '').filter(Boolean))]
  return {
    columns: headings.map((heading, n) => ({
      heading,
      samples: samplesOf(n)
        .slice(0, mostSamples)
        .map((text) => excerpt(text, longestSample)),
      guess: guesses[n]!,
    })),
    suppliers: (await allSuppliers(db)).map(({ name, columns }) => ({
      name,
      columns: headings.map((heading) => columns[headingKey(inLists(heading))] ?? ''),
      isSame: headings.length > 0 && headings.every((heading) => headingKey(inLists(heading)) in columns),
    })),
    ...(headings.length === 0 && { problem: problem ?? 'The file is empty' }),
  }
}

export async function rememberFlatColumns(tx: Tx, { supplier, mapping }: ApplicationImportRow) {
  const { headings, columns }: { headings: string[]; columns: string[] } = JSON.parse(mapping)
  const before = await mappingOfSupplier(tx, supplier, [])
  await rememberColumns(tx, {
    name: supplier,
    headings: headings.map(inLists),
    mapping: { columns, decimalMark: before?.decimalMark ?? '.' },
  })
}
