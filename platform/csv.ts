import { counted } from './figures.ts'

/** A cell that begins so is run as a formula by spreadsheets; an apostrophe in front makes it a text again. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/
/** Spreadsheets know UTF-8 by it. */
export const byteOrderMark = '\uFEFF'

export type Cell = string | number | null
/** RFC 4180. */
export const csvLine = (cells: readonly Cell[]) => `${cells.map(toCell).join(',')}\r\n`

function toCell(value: Cell) {
  const text = String(value ?? '')
  const safe = typeof value === 'string' && formula.test(text) ? `'${text}` : text
  return /[",;\r\n\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

const fromCell = (cell: string) => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell)

type CsvRow = { line: number; cells: string[] }

/** No table that a person works with is larger, and reading one that is costs everybody else's time. */
const mostColumns = 60
const mostRows = 100_000

/** Rows with the lines they begin on; empty lines are left out. Throws a `CsvProblem` that names the line. */
export function fromCsv(text: string): CsvRow[] {
  const source = text.replace(byteOrderMark, '')
  const separator = separatorOf(source)
  const rows: CsvRow[] = []
  let line = 1
  let row: CsvRow = { line, cells: [] }
  let at = 0

  while (at < source.length) {
    const cell = source[at] === '"' ? quotedCell() : plainCell()
    row.cells.push(fromCell(cell))
    if (row.cells.length > mostColumns)
      throw new CsvProblem(row.line, `At most ${mostColumns} columns can be read.`)
    if (source[at] === separator) {
      at += 1
      if (at >= source.length) row.cells.push('')
      continue
    }
    endRow()
  }
  if (row.cells.length > 0) rows.push(row)
  // Spreadsheets write columns that were used once and are empty now.
  const width = (rows[0]?.cells.findLastIndex((cell) => cell.trim() !== '') ?? -1) + 1
  for (const { cells } of rows) while (cells.length > width && cells.at(-1)!.trim() === '') cells.pop()
  return rows

  function plainCell() {
    const from = at
    while (at < source.length && source[at] !== separator && source[at] !== '\n' && source[at] !== '\r')
      at += 1
    return source.slice(from, at)
  }
  function quotedCell() {
    const begins = line
    let cell = ''
    at += 1
    for (;;) {
      const quote = source.indexOf('"', at)
      if (quote < 0) throw new CsvProblem(begins, 'A quotation mark is opened here and never closed.')
      const part = source.slice(at, quote)
      line += part.match(/\r\n|\r|\n/g)?.length ?? 0
      cell += part
      at = quote + 1
      if (source[at] !== '"') break
      cell += '"'
      at += 1
    }
    if (at < source.length && source[at] !== separator && source[at] !== '\n' && source[at] !== '\r')
      throw new CsvProblem(line, 'There is text behind a closing quotation mark.')
    return cell
  }
  function endRow() {
    if (row.cells.some((cell) => cell !== '')) rows.push(row)
    if (rows.length > mostRows) throw new CsvProblem(line, `At most ${counted(mostRows)} lines can be read.`)
    if (source[at] === '\r' && source[at + 1] === '\n') at += 1
    at += 1
    line += 1
    row = { line, cells: [] }
  }
}

/** Spreadsheets of many countries write semicolons; the first line, which holds no free text, shows it. */
function separatorOf(source: string) {
  const firstLine = source.slice(0, source.search(/[\r\n]|$/))
  return [',', ';', '\t'].find((mark) => firstLine.includes(mark)) ?? ','
}

export class CsvProblem extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message)
  }
}
