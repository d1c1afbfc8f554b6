import { createHash } from 'node:crypto'
import type { Database, Tx } from '~/platform/db/database.server.ts'
import { counted } from '~/platform/figures.ts'
import { readLines } from './csv-lines.ts'
import type { CsvTable, ImportedLines, Plan, PlanContext, PlannedLine } from './csv-table.ts'
import { emptyPlan } from './csv-table.ts'
import type { ImportReport } from './import-report.ts'
import { refuseImport } from './import-report.ts'

const mostLines = 10_000
const atOnce = 1000

/** Shows what the file would do; nothing is written. */
export async function previewImport<Values, Row>(
  { db }: Database,
  table: CsvTable<Values, Row>,
  csv: string,
): Promise<ImportReport> {
  return report(await planFile({ db, locking: (query) => query, seenOn: new Map() }, table, csv), false)
}

type Apply = {
  csv: string
  planKey: string
  /** In the same transaction. */
  onImported: (tx: Tx, imported: ImportedLines) => Promise<void>
}

/** All of the file or nothing of it, and only what the admin was shown. */
export const applyImport = <Values, Row>(
  database: Database,
  table: CsvTable<Values, Row>,
  { csv, planKey, onImported }: Apply,
): Promise<ImportReport> =>
  database.change(table.topics, async (tx) => {
    const context = { db: tx, locking: database.locking, seenOn: new Map() }
    const plan = await planFile(context, table, csv)
    const details = { report: report(plan, false) }
    if (plan.problems.length > 0) throw refuseImport('bad_lines', { details })
    if (details.report.planKey !== planKey) throw refuseImport('plan_changed', { details })
    await table.save(tx, plan)
    const [added, changed] = [plan.adds.length, plan.changes.length]
    await onImported(tx, { lines: added + changed, added, changed })
    return report(plan, true)
  })

async function planFile<Values, Row>(
  context: PlanContext,
  table: CsvTable<Values, Row>,
  csv: string,
): Promise<Plan<Row>> {
  const { lines, problems } = readLines(table, csv)
  const plan: Plan<Row> = { ...emptyPlan<Row>(), problems }
  if (lines.length + problems.length > mostLines) {
    const message = `At most ${counted(mostLines)} lines can be in one file; ${table.command} takes more.`
    return { ...plan, problems: [{ line: 1, message }] }
  }
  for (let n = 0; n < lines.length; n += atOnce) {
    const batch = await table.plan(context, lines.slice(n, n + atOnce))
    plan.adds.push(...batch.adds)
    plan.changes.push(...batch.changes)
    plan.unchanged += batch.unchanged
    plan.problems.push(...batch.problems)
  }
  plan.problems.sort((a, b) => a.line - b.line)
  return plan
}

/** Two plans with the same key do the same. */
function keyOf<Row>({ adds, changes }: Plan<Row>) {
  const said = ({ row, changes }: PlannedLine<Row>) => [row, changes]
  return createHash('sha256')
    .update(JSON.stringify([adds.map(said), changes.map(said)]))
    .digest('base64url')
}

const report = <Row>(plan: Plan<Row>, applied: boolean): ImportReport => ({
  applied,
  planKey: keyOf(plan),
  problems: plan.problems,
  unchanged: plan.unchanged,
  adds: plan.adds.map(({ line, name }) => ({ line, name })),
  changes: plan.changes.map(({ line, name, changes }) => ({ line, name, changes })),
})
