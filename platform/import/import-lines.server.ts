import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database, Tx } from '~/platform/db/database.server.ts'
import { isDuplicate } from '~/platform/db/errors.server.ts'
import { formatCount } from '~/platform/figures.ts'
import { csvLines } from './csv-lines.server.ts'
import type {
  ColumnMapping,
  CsvTable,
  ImportedLines,
  ImportTable,
  LineMistake,
  Plan,
  PlanContext,
  PlannedLine,
  ReadLine,
} from './csv-table.ts'
import { emptyPlan } from './csv-table.ts'
import type { ImportReport } from './import-report.ts'
import { refuseImport } from './import-report.ts'
import { batchesOf, byLine } from './line-batches.server.ts'
import { countNotes } from './notes.ts'
import { lockingContext, lookingContext } from './plan-context.server.ts'

/** Of a file that is shown before it is imported. */
export const mostShownLines = 10_000
export const tooLong = (command: string) =>
  `At most ${formatCount(mostShownLines)} lines can be in one file; ${command} takes more.`
/** Beyond these a person would rather look at the file than at the list. */
const mostProblems = 100
const pieceBytes = 64 * 1024

type OnImported = (tx: Tx, imported: ImportedLines) => Promise<void>

/** Shows what the file would do; nothing is written. */
export async function previewImport<Values, Row>(
  database: Database,
  table: CsvTable<Values, Row>,
  file: SentFile,
): Promise<ImportReport> {
  return report(await planFile(lookingContext(database), table, file), false)
}

export type SentFile = { csv: string; mapping?: ColumnMapping | undefined }

type Apply = SentFile & {
  planKey: string
  /** The lines that are right without the others. */
  leavesOutProblems?: boolean | undefined
  /** In the same transaction. */
  onImported?: OnImported
}

/** All of the file or nothing of it, and only what the admin was shown. */
export const applyImport = <Values, Row>(
  database: Database,
  table: CsvTable<Values, Row>,
  { planKey, leavesOutProblems = false, onImported, ...file }: Apply,
): Promise<ImportReport> =>
  database
    .change(table.topics, async (tx) => {
      const plan = await planFile(lockingContext(database, tx), table, file)
      const details = { report: report(plan, false) }
      if (plan.problems.length > 0 && !(leavesOutProblems && plan.isReadable))
        throw refuseImport('bad_lines', { details })
      if (details.report.planKey !== planKey) throw refuseImport('plan_changed', { details })
      await table.save(tx, plan)
      const [added, changed] = [plan.adds.length, plan.changes.length]
      await onImported?.(tx, { lines: added + changed, added, changed })
      return report(plan, true)
    })
    // What was added or renamed meanwhile is in nobody's lock.
    .catch(async (error) => {
      if (!isDuplicate(error)) throw error
      throw refuseImport('plan_changed', { details: { report: await previewImport(database, table, file) } })
    })

export type Imported = ImportedLines & { unchanged: number }

export class BadLines extends Error {
  constructor(readonly problems: LineMistake[]) {
    super(
      [
        ...problems.map(({ line, message }) => `Line ${formatCount(line)}: ${message}`),
        'Nothing was imported.',
      ].join('\n'),
    )
  }
}

type Progress = {
  onProgress: (done: Imported) => void
  /** In the same transaction, when anything has changed. */
  onImported?: OnImported | undefined
}

/**
 * All lines or none of them, batch by batch in one transaction: their number costs no memory. A line that is there a
 * second time, far from the first, counts as a change of it.
 */
export const importLines = <Values, Row>(
  database: Database,
  table: ImportTable<Values, Row>,
  lines: AsyncIterable<ReadLine<Values>>,
  { onProgress, onImported }: Progress,
) =>
  database.change(table.topics, async (tx) => {
    const done: Imported = { lines: 0, added: 0, changed: 0, unchanged: 0 }
    const problems: LineMistake[] = []
    const owed: PlanContext['owed'] = new Map()
    for await (const batch of batchesOf(lines, table.linesAtOnce)) {
      problems.push(...batch.problems)
      const plan = await table.plan({ ...lockingContext(database, tx), owed }, batch.lines)
      problems.push(...plan.problems)
      if (problems.length === 0) await table.save(tx, plan)
      done.lines += batch.reads.length
      done.added += plan.adds.length
      done.changed += plan.changes.length
      done.unchanged += plan.unchanged
      onProgress(done)
      if (problems.length >= mostProblems) break
    }
    problems.push(...owed.values())
    if (problems.length > 0) throw new BadLines(problems.toSorted(byLine).slice(0, mostProblems))
    if (done.added + done.changed > 0) await onImported?.(tx, done)
    return done
  })

/** What cannot be read to its end may hide lines: then none can be left out. */
type WholePlan<Row> = Plan<Row> & { isReadable: boolean }

async function planFile<Values, Row>(
  context: PlanContext,
  table: CsvTable<Values, Row>,
  { csv, mapping }: SentFile,
): Promise<WholePlan<Row>> {
  const plan = { ...emptyPlan<Row>(), isReadable: true }
  let count = 0
  for await (const batch of batchesOf(csvLines(table, piecesOf(csv), mapping), table.linesAtOnce)) {
    count += batch.reads.length
    if (count > mostShownLines)
      return { ...emptyPlan<Row>(), isReadable: false, problems: [{ line: 1, message: table.tooLong }] }
    plan.isReadable &&= !batch.isBroken
    plan.problems.push(...batch.problems)
    const planned = await table.plan(context, batch.lines)
    plan.adds.push(...planned.adds)
    plan.changes.push(...planned.changes)
    plan.unchanged += planned.unchanged
    plan.problems.push(...planned.problems)
    plan.notes.push(...planned.notes)
  }
  plan.problems.push(...context.owed.values())
  plan.problems.sort(byLine)
  return plan
}

/** Other requests come between the pieces of a long file. */
async function* piecesOf(csv: string) {
  const bytes = Buffer.from(csv)
  for (let n = 0; n < bytes.length; n += pieceBytes) {
    yield bytes.subarray(n, n + pieceBytes)
    await nextTurn()
  }
}

/** Two plans with the same key do the same. */
function keyOf<Row>({ adds, changes }: Plan<Row>) {
  const added = adds.map(({ key, row }: PlannedLine<Row>) => [key, row])
  const changed = changes.map(({ key, changes }) => [key, changes])
  return createHash('sha256')
    .update(JSON.stringify([added, changed]))
    .digest('base64url')
}

const report = <Row>(plan: WholePlan<Row>, applied: boolean): ImportReport => ({
  applied,
  isReadable: plan.isReadable,
  planKey: keyOf(plan),
  problems: plan.problems,
  notes: countNotes(plan.notes).list(),
  unchanged: plan.unchanged,
  adds: plan.adds.map(({ line, name }) => ({ line, name })),
  changes: plan.changes.map(({ line, name, changes, shown = changes }) => ({ line, name, changes: shown })),
})
