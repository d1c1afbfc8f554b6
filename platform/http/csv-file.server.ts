import { Readable } from 'node:stream'
import type { CsvCell } from '~/platform/import/csv-text.ts'
import { byteOrderMark, csvLine } from '~/platform/import/csv-text.ts'
import { AsFile } from './endpoint.server.ts'

type Batch<Row> = readonly Row[]
type Table<Row> = {
  name: string
  /** Its name says all; without it, the day on which the file was made follows. */
  isComplete?: boolean
  columns: [title: string, cell: (row: Row) => CsvCell][]
}

/** A table as a file that is sent while it is read, one batch at a time: its length costs no memory. */
export function csvFile<Row>(
  { name, columns, isComplete = false }: Table<Row>,
  batches: AsyncIterable<Batch<Row>>,
) {
  async function* lines() {
    yield byteOrderMark + csvLine(columns.map(([title]) => title))
    for await (const batch of batches)
      yield batch.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join('')
  }
  const day = new Date().toISOString().slice(0, 10)
  return new AsFile(
    isComplete ? `${name}.csv` : `${name}-${day}.csv`,
    'text/csv; charset=utf-8',
    Readable.from(notEmpty(lines())),
  )
}

/** An empty text would end a stream of texts early. */
async function* notEmpty(texts: AsyncIterable<string>) {
  for await (const text of texts) if (text) yield text
}
