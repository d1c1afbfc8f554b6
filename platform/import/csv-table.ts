import type { Topic } from '~/database/topics.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'

export type LineProblem = { line: number; message: string }
/** A line that is well-formed; whether what it names exists is not known yet. */
export type CsvLine<Values> = { line: number; values: Values }

export type Changes = Record<string, { from: string | number; to: string | number }>
export type PlannedLine<Row> = {
  line: number
  /** What the line is about, for people. */
  name: string
  row: Row
  /** Of a row that is there already. */
  changes: Changes
}
export type Plan<Row> = {
  adds: PlannedLine<Row>[]
  changes: PlannedLine<Row>[]
  unchanged: number
  problems: LineProblem[]
}
export const emptyPlan = <Row>(): Plan<Row> => ({ adds: [], changes: [], unchanged: 0, problems: [] })

export type PlanContext = {
  db: Db | Tx
  /** Locks the rows that are read, in the transaction that will change them. */
  locking: Database['locking']
  /** On which line something was, in the batches of this file before this one. */
  seenOn: Map<string, number>
}

export type ImportedLines = { lines: number; added: number; changed: number }

/** A table that files for spreadsheets are read into. Lines are added or changed, and none is removed. */
export type CsvTable<Values, Row> = {
  columns: readonly string[]
  required: readonly string[]
  /** The command that takes longer files than a preview can show. */
  command: string
  topics: readonly Topic[]
  /** What is said by the cells of one line, of which those without a column are undefined; or what is wrong. */
  read: (cells: Record<string, string | undefined>) => { values: Values } | { message: string }
  /** What some lines would do to the rows that are there now. Nothing is written. */
  plan: (context: PlanContext, lines: CsvLine<Values>[]) => Promise<Plan<Row>>
  save: (tx: Tx, plan: Plan<Row>) => Promise<void>
}
