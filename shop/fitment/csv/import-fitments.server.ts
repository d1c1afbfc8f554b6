import { createHash } from 'node:crypto'
import { CsvProblem, fromCsv } from '~/platform/csv.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import { counted } from '~/platform/figures.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { record } from '~/shop/audit/record.server.ts'
import type { ImportReport } from '~/shop/catalogue/csv/import-contract.ts'
import { refuse } from './contract.ts'
import type { FitmentLine } from './fitments-csv.ts'
import { headProblems, isProblem, lineFrom } from './fitments-csv.ts'
import type { Plan, PlannedLine } from './plan-fitments.server.ts'
import { planLines, saveLines } from './plan-fitments.server.ts'

const mostLines = 10_000
const atOnce = 1000

/** Shows what the file would do; nothing is written. */
export const previewImport = async ({ db }: Database, csv: string) => report(await planFile(db, csv), false)

/** All of the file or nothing of it, and only what the admin was shown. */
export const applyImport = (
  database: Database,
  by: Caller,
  { csv, planKey }: { csv: string; planKey: string },
) =>
  database.change(['fitments'], async (tx) => {
    const plan = await planFile(tx, csv)
    if (plan.problems.length > 0) throw refuse('bad_lines', { details: { report: report(plan, false) } })
    if (keyOf(plan) !== planKey) throw refuse('plan_changed', { details: { report: report(plan, false) } })
    await saveLines(tx, plan)
    const [added, changed] = [plan.adds.length, plan.changes.length]
    await record(tx, by, {
      what: 'fitments imported',
      subject: `${counted(added + changed)} lines`,
      details: { added, changed },
    })
    return report(plan, true)
  })

async function planFile(db: Db | Tx, csv: string): Promise<Plan> {
  const plan: Plan = { adds: [], changes: [], unchanged: 0, problems: [] }
  const lines: FitmentLine[] = []
  try {
    const [head, ...rows] = fromCsv(csv)
    const names = (head?.cells ?? []).map((name) => name.trim())
    const wrong = headProblems(names)
    if (rows.length > mostLines)
      wrong.push(
        `At most ${counted(mostLines)} lines can be in one file; npm run import-fitments takes more.`,
      )
    if (wrong.length > 0) return { ...plan, problems: wrong.map((message) => ({ line: 1, message })) }
    for (const row of rows) {
      const read = lineFrom(names, row)
      if (isProblem(read)) plan.problems.push(read)
      else lines.push(read)
    }
  } catch (error) {
    if (!(error instanceof CsvProblem)) throw error
    return { ...plan, problems: [{ line: error.line, message: error.message }] }
  }
  const seenOn = new Map<string, number>()
  for (let n = 0; n < lines.length; n += atOnce) {
    const batch = await planLines(db, lines.slice(n, n + atOnce), seenOn)
    plan.adds.push(...batch.adds)
    plan.changes.push(...batch.changes)
    plan.unchanged += batch.unchanged
    plan.problems.push(...batch.problems)
  }
  plan.problems.sort((a, b) => a.line - b.line)
  return plan
}

/** Two plans with the same key do the same. A new line has another id each time. */
function keyOf({ adds, changes }: Plan) {
  const values = ({ row: { id: _, ...row }, before }: PlannedLine) => [row, before]
  const parts = JSON.stringify([adds.map(values), changes.map(values)])
  return createHash('sha256').update(parts).digest('base64url')
}

const report = (plan: Plan, applied: boolean): ImportReport => ({
  applied,
  planKey: keyOf(plan),
  problems: plan.problems,
  unchanged: plan.unchanged,
  adds: plan.adds.map(({ line, name }) => ({ line, productName: name })),
  changes: plan.changes.map(({ line, name, row, before }) => ({
    line,
    productName: name,
    changes: {
      ...(before!.quantity !== row.quantity && { quantity: { from: before!.quantity, to: row.quantity } }),
      ...(before!.remark !== row.remark && { remark: { from: before!.remark, to: row.remark } }),
    },
  })),
})
