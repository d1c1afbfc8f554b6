import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { byteOrderMark } from '~/platform/csv.ts'
import type { Database, Tx } from '~/platform/db/database.server.ts'
import { counted } from '~/platform/figures.ts'
import { readLines } from './csv-lines.ts'
import type { CsvTable, ImportedLines, LineProblem } from './csv-table.ts'

const atOnce = 1000
/** Beyond these a person would rather look at the file than at the list. */
const mostProblems = 100
/** A quotation mark that is never closed must not read the rest of the file into memory. */
const longestRecord = 1000

export type Imported = ImportedLines & { unchanged: number }

export class BadLines extends Error {
  constructor(readonly problems: LineProblem[]) {
    super(
      [
        ...problems.map(({ line, message }) => `Line ${counted(line)}: ${message}`),
        'Nothing was imported.',
      ].join('\n'),
    )
  }
}

type Progress = {
  onProgress: (done: Imported) => void
  /** In the same transaction, when anything has changed. */
  onImported: (tx: Tx, imported: ImportedLines) => Promise<void>
}

/**
 * All lines of a file or none of them, batch by batch in one transaction: its length costs no memory. A line that is in
 * the file a second time, far from the first, counts as a change of it.
 */
export const importFile = <Values, Row>(
  database: Database,
  table: CsvTable<Values, Row>,
  file: string,
  { onProgress, onImported }: Progress,
) =>
  database.change(table.topics, async (tx) => {
    const done: Imported = { lines: 0, added: 0, changed: 0, unchanged: 0 }
    const problems: LineProblem[] = []
    for await (const { csv, first } of batchesOf(file)) {
      // Read with the head before it, which says what separates the cells.
      const batch = readLines(table, csv)
      if (!batch.hasHead) throw new BadLines(batch.problems)
      const inFile = <Read extends { line: number }>(read: Read) => ({ ...read, line: read.line - 2 + first })
      problems.push(...batch.problems.map(inFile))
      const context = { db: tx, locking: database.locking, seenOn: new Map() }
      const plan = await table.plan(context, batch.lines.map(inFile))
      problems.push(...plan.problems)
      if (problems.length === 0) await table.save(tx, plan)
      done.lines += batch.lines.length + batch.problems.length
      done.added += plan.adds.length
      done.changed += plan.changes.length
      done.unchanged += plan.unchanged
      onProgress(done)
      if (problems.length >= mostProblems) break
    }
    if (problems.length > 0)
      throw new BadLines(problems.toSorted((a, b) => a.line - b.line).slice(0, mostProblems))
    if (done.added + done.changed > 0) await onImported(tx, done)
    return done
  })

type Batch = { csv: string; first: number }

/** A record may hold line breaks between quotation marks; it is complete when their number is even. */
async function* batchesOf(file: string): AsyncGenerator<Batch> {
  let head: string | undefined
  let [line, first, records, isOpen, linesOfRecord] = [0, 2, 0, false, 0]
  let text: string[] = []
  const batch = () => ({ csv: [head, ...text].join('\n'), first })
  for await (const read of createInterface({
    input: createReadStream(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    line += 1
    if (head === undefined) {
      head = read.replace(byteOrderMark, '')
      continue
    }
    text.push(read)
    if (read.split('"').length % 2 === 0) isOpen = !isOpen
    linesOfRecord = isOpen ? linesOfRecord + 1 : 0
    if (isOpen && linesOfRecord < longestRecord) continue
    records += 1
    if (records < atOnce && !isOpen) continue
    yield batch()
    text = []
    records = 0
    first = line + 1
    if (isOpen) return
  }
  if (head === undefined) throw new BadLines([{ line: 1, message: 'The file is empty' }])
  yield batch()
}
