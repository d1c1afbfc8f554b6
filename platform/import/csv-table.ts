import type { Topic } from '~/database/topics.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import type { DecimalMark } from './number-format.ts'

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
  /** Rows that stay as they are, of which the table remembers something else. */
  same: Row[]
  problems: LineMistake[]
  /** What whoever imports should know of lines that are right; the same words for the same thing. */
  notes: LineMistake[]
  /** What they should know of single rows, by the title of a list. */
  listed: ListedRow[]
}
export type ListedRow = { title: string; text: string }
export const emptyPlan = <Row>(): Plan<Row> => ({
  adds: [],
  changes: [],
  unchanged: 0,
  same: [],
  problems: [],
  notes: [],
  listed: [],
})

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
  /** In a file with headings of its own, these have numbers as people of its country write them. */
  numbers?: ReadonlySet<string>
  /** In such a file several columns may be the same one of these; their cells are lines then. */
  repeatable?: ReadonlySet<string>
  /** In such a file columns may be more than those above. */
  isMoreColumns?: (name: string) => boolean
  /**
   * The values of one line, or what is wrong with it. A cell is undefined where the file has no such column and, in a
   * file with headings of its own, where it is empty.
   */
  read: (
    cells: Record<string, string | undefined>,
    isMapped: boolean,
  ) => { values: Values } | { problems: string[] }
}

/** What the columns of a file with headings of its own are. */
export type ColumnMapping = {
  /** The name of each here, in the order of the file; empty for one that is left out. */
  columns: readonly string[]
  decimalMark: DecimalMark
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
