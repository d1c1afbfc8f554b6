import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { byteOrderMark, CsvProblem, fromCsv } from '~/platform/csv.ts'
import type { Database } from '~/platform/db/database.server.ts'
import { counted } from '~/platform/figures.ts'
import { operator, record } from '~/shop/audit/record.server.ts'
import type { FitmentLine, LineProblem } from './fitments-csv.ts'
import { headProblems, isProblem, lineFrom } from './fitments-csv.ts'
import { planLines, saveLines } from './plan-fitments.server.ts'

const atOnce = 1000
/** Beyond these a person would rather look at the file than at the list. */
const mostProblems = 100
/** A quotation mark that is never closed must not read the rest of the file into memory. */
const longestRecord = 1000

export type Imported = { lines: number; added: number; changed: number; unchanged: number }

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

/**
 * All lines of a file or none of them, batch by batch in one transaction: its length costs no memory. A line that is in
 * the file a second time, far from the first, counts as a change of it.
 */
export const importFile = (database: Database, file: string, onProgress: (done: Imported) => void) =>
  database.change(['fitments'], async (tx) => {
    const done: Imported = { lines: 0, added: 0, changed: 0, unchanged: 0 }
    const problems: LineProblem[] = []
    for await (const batch of batchesOf(file)) {
      problems.push(...batch.problems)
      const plan = await planLines(tx, batch.lines)
      problems.push(...plan.problems)
      if (problems.length === 0) await saveLines(tx, plan)
      done.lines += batch.lines.length + batch.problems.length
      done.added += plan.adds.length
      done.changed += plan.changes.length
      done.unchanged += plan.unchanged
      onProgress(done)
      if (problems.length >= mostProblems) break
    }
    if (problems.length > 0)
      throw new BadLines(problems.toSorted((a, b) => a.line - b.line).slice(0, mostProblems))
    if (done.added + done.changed > 0)
      await record(tx, operator, {
        what: 'fitments imported',
        subject: `${counted(done.lines)} lines`,
        details: { added: done.added, changed: done.changed },
      })
    return done
  })

type Batch = { lines: FitmentLine[]; problems: LineProblem[] }

/** A record may hold line breaks between quotation marks; it is complete when their number is even. */
async function* batchesOf(file: string): AsyncGenerator<Batch> {
  let head: string | undefined
  let [line, first, records, isOpen, linesOfRecord] = [0, 2, 0, false, 0]
  let text: string[] = []
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
    yield readBatch(head, text, first)
    text = []
    records = 0
    first = line + 1
    if (isOpen) return
  }
  if (head === undefined) throw new BadLines([{ line: 1, message: 'The file is empty' }])
  yield readBatch(head, text, first)
}

/** Read with the head before it, which says what separates the cells. */
function readBatch(head: string, text: string[], first: number): Batch {
  const batch: Batch = { lines: [], problems: [] }
  try {
    const [names, ...rows] = fromCsv([head, ...text].join('\n'))
    const columns = (names?.cells ?? []).map((name) => name.trim())
    const wrong = headProblems(columns)
    if (wrong.length > 0) throw new BadLines(wrong.map((message) => ({ line: 1, message })))
    for (const row of rows) {
      const read = lineFrom(columns, { ...row, line: row.line - 2 + first })
      if (isProblem(read)) batch.problems.push(read)
      else batch.lines.push(read)
    }
  } catch (error) {
    if (!(error instanceof CsvProblem)) throw error
    batch.problems.push({ line: error.line - 2 + first, message: error.message })
  }
  return batch
}
