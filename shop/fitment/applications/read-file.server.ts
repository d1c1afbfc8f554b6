import type { ApplicationImportRow, ApplicationRow } from '~/database/tables.ts'
import type { Database } from '~/platform/db/database.server.ts'
import type { JobHold } from '~/platform/db/jobs.server.ts'
import { formatCount } from '~/platform/figures.ts'
import { csvLines } from '~/platform/import/csv-lines.server.ts'
import type { CsvColumns, ReadLine } from '~/platform/import/csv-table.ts'
import { batchesOf } from '~/platform/import/line-batches.server.ts'
import { mostImportLines } from '~/shop/catalogue/imports/rules.ts'
import { numberKey } from '~/shop/catalogue/numbers/number-lines.ts'
import { searchable } from '~/shop/catalogue/rules.ts'
import { noHeader, readAces } from './aces/read-aces.server.ts'
import { flatColumnNames } from './flat-columns.ts'
import type { FlatLine } from './read-flat.ts'
import { isOnlyPart, namesPart, readFlatLine } from './read-flat.ts'
import { applicationPieces } from './store.server.ts'

export type ApplicationJob = {
  database: Database
  row: ApplicationImportRow
  hold: JobHold<ApplicationImportRow>
  mayGoOn: () => boolean
}

const linesAtOnce = 1000
const mostApplications = 2_000_000
const rowsPerStatement = 500

/** Writes down what the file says, line by line; broken off, it begins again. Then it is looked at. */
export async function readFile({ database, row, hold, mayGoOn }: ApplicationJob) {
  const { id } = row
  let lines = 0
  let broken: string | undefined
  const isAces = row.kind === 'aces'
  const header = noHeader()
  const most = isAces ? mostApplications : mostImportLines
  const source = isAces
    ? readAces(applicationPieces(database.db, id), { ...row, header })
    : linesOf(database, row)
  await hold.write([], async (tx) => {
    await tx.deleteFrom('applications').where('import_id', '=', id).execute()
    await tx.updateTable('application_imports').set({ done_lines: 0 }).where('id', '=', id).execute()
  })
  for await (const batch of batchesOf(source, linesAtOnce)) {
    if (!mayGoOn()) return
    lines += batch.reads.length
    if (batch.isBroken) broken = brokenIn(batch.problems.at(-1)!)
    else if (lines > most) broken = `At most ${formatCount(most)} lines can be in one file.`
    const rows = batch.reads.flatMap((read) => toRows(id, read))
    await hold.write([], async (tx) => {
      for (let n = 0; n < rows.length; n += rowsPerStatement)
        await tx
          .insertInto('applications')
          .values(rows.slice(n, n + rowsPerStatement))
          .execute()
      await tx
        .updateTable('application_imports')
        .set({ done_lines: lines, attempts: 0 })
        .where('id', '=', id)
        .execute()
    })
    if (broken) break
  }
  await hold.write([], async (tx) => {
    await tx
      .updateTable('application_imports')
      .set({
        ...(broken
          ? { state: 'checked', found: JSON.stringify(nothingFound(broken)) }
          : { state: 'checking' }),
        lines,
        ...(isAces && { header: JSON.stringify(header) }),
        last_part: '',
        // The next server that looks for work takes it at once.
        due_at: new Date().toISOString(),
      })
      .where('id', '=', id)
      .execute()
    await tx.deleteFrom('application_pieces').where('import_id', '=', id).execute()
  })
}

const brokenIn = ({ line, message }: { line: number; message: string }) =>
  line > 0 ? `Line ${formatCount(line)}: ${message}` : message

const nothingFound = (broken: string) => ({
  ...{ fresh: 0, gone: 0, same: 0, used: 0, open: 0, names: 0, notes: 0, otherParts: 0, aside: [] },
  broken,
})

function linesOf({ db }: Database, { id, brand, quantity, mapping }: ApplicationImportRow) {
  const { columns }: { columns: string[] } = JSON.parse(mapping)
  const table: CsvColumns<FlatLine> = {
    columns: flatColumnNames,
    required: [],
    repeatable: new Set(['notes']),
    read: (cells) => ({ values: readFlatLine(cells, { brand, quantity }) }),
  }
  const isDetailed = columns.includes('details')
  const lines = csvLines(table, applicationPieces(db, id), { columns, decimalMark: '.' })
  return isDetailed ? withPartAbove(lines) : lines
}

/** Some files have a line for the part and, below it, one for each of its cars, which do not name it again. */
async function* withPartAbove(lines: AsyncIterable<ReadLine<FlatLine>>): AsyncGenerator<ReadLine<FlatLine>> {
  let above = { part: '', brand: '' }
  for await (const read of lines) {
    if (!('values' in read)) yield read
    else if (isOnlyPart(read.values)) above = { part: read.values.part, brand: read.values.brand }
    else yield read.values.part ? read : { line: read.line, values: { ...read.values, ...above } }
  }
}

const nothing: Omit<ApplicationRow, 'import_id' | 'line' | 'problem'> = {
  ...{ part_key: '', part: '', brand: '', make: '', model: '', submodel: '', engine: '' },
  ...{ built_from: '', built_to: '', position: '', quantity: 0, notes: '[]', said: '', removes: 0 },
}

function toRows(importId: string, read: ReadLine<FlatLine>): ApplicationRow[] {
  const { line } = read
  if (!('values' in read))
    return [{ ...nothing, import_id: importId, line, problem: read.problems.join(' ') }]
  const { from, to, notes, problem, said = '', removes = false, ...words } = read.values
  // A number of signs alone is none, either.
  const key = namesPart(words.part) ? numberKey(words.part) : ''
  return [
    {
      ...words,
      said,
      removes: removes ? 1 : 0,
      import_id: importId,
      line,
      part_key: key && `${key}|${searchable(words.brand)}`,
      built_from: from,
      built_to: to,
      notes: JSON.stringify(notes),
      problem: key ? problem : 'It has no part number',
    },
  ]
}
