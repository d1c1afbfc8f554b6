import type { Topic } from '~/database/topics.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'

export type LineMistake = { line: number; message: string }
/** A line that is well-formed; whether what it names exists is not known yet. */
export type CsvLine<Values> = { line: number; values: Values }
/** What a source of lines gives: those that can be used, and what is wrong with the others. */
export type ReadLine<Values> = CsvLine<Values> | { line: number; problems: string[] }

export type Changes = Record<string, { from: string | number; to: string | number }>
export type PlannedLine<Row> = {
  line: number
  /** What the line is about, for people. */
  name: string
  /** Which row that is, the same for every file. */
  key: string
  row: Row
  /** Of a row that is there already. */
  changes: Changes
  /** The same as an admin is shown it, where that is shorter. */
  shown?: Changes
}
export type Plan<Row> = {
  adds: PlannedLine<Row>[]
  changes: PlannedLine<Row>[]
  unchanged: number
  problems: LineMistake[]
}
export const emptyPlan = <Row>(): Plan<Row> => ({ adds: [], changes: [], unchanged: 0, problems: [] })

export type PlanContext = Pick<Database, 'engine'> & {
  db: Db | Tx
  /** Locks the rows that are read, in the transaction that will change them. */
  locking: Database['locking']
  /** Protects the rows that are read from deletion, in the same transaction. */
  sharing: Database['sharing']
  /** On which line something was, in the batches of this file before this one. */
  seenOn: Map<string, number>
  /** The mistakes of lines that a later one can still make good, by what that one must be about. */
  owed: Map<string, LineMistake>
}

export type ImportedLines = { lines: number; added: number; changed: number }

/** How the cells of a file become lines. */
export type CsvColumns<Values> = {
  columns: readonly string[]
  required: readonly string[]
  /** Rows that are there are found by this column; a file that has it needs no other. */
  idColumn?: string
  /** The values of one line, or what is wrong with it. A cell is undefined where the file has no such column. */
  read: (cells: Record<string, string | undefined>) => { values: Values } | { problems: string[] }
}

/** What lines do to a table, wherever they come from. Lines are added or changed, and none is removed. */
export type ImportTable<Values, Row> = {
  topics: readonly Topic[]
  /** So many lines are planned and saved together. */
  linesAtOnce: number
  /** What some lines would do to the rows that are there now. Nothing is written. */
  plan: (context: PlanContext, lines: CsvLine<Values>[]) => Promise<Plan<Row>>
  save: (tx: Tx, plan: Plan<Row>) => Promise<void>
}

/** A table that files for spreadsheets are read into. */
export type CsvTable<Values, Row> = CsvColumns<Values> &
  ImportTable<Values, Row> & {
    /** What is said of a file that is too long for a preview. */
    tooLong: string
  }
