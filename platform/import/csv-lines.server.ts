import { Readable } from 'node:stream'
import type { CsvError, Info } from 'csv-parse'
import { parse } from 'csv-parse'
import { parse as parseNow } from 'csv-parse/sync'
import type { CsvColumns, ReadLine } from './csv-table.ts'

/** No table that a person works with is wider, and reading one that is costs everybody else's time. */
const mostColumns = 60
/** A quotation mark that is never closed must not read the rest of the file into memory. */
const longestRecord = 1_000_000

/** A file that is wrong as a whole: its head, or a line that hides where the next one begins. */
export class CsvProblem extends Error {
  constructor(
    readonly line: number,
    readonly messages: string[],
  ) {
    super(messages.join('\n'))
  }
}

/** The lines of a file, read as they are wanted. Throws a `CsvProblem` that names the line. */
export async function* csvLines<Values>(
  table: CsvColumns<Values>,
  file: AsyncIterable<Buffer>,
): AsyncGenerator<ReadLine<Values>> {
  let names: string[] | undefined
  for await (const { line, cells } of csvRows(file)) {
    if (!names) {
      // Spreadsheets write columns that were used once and are empty now.
      names = withoutEmptyEnd(cells, 0).map((name) => name.trim())
      const problems = headProblems(table, names)
      if (problems.length > 0) throw new CsvProblem(1, problems)
      continue
    }
    const texts = withoutEmptyEnd(cells, names.length).map((cell) => cell.trim())
    const read =
      texts.length > names.length
        ? { problems: ['There are more cells than columns'] }
        : table.read(Object.fromEntries(names.map((name, n) => [name, texts[n] ?? ''])))
    yield { line, ...read }
  }
  if (!names) throw new CsvProblem(1, ['The file is empty'])
}

/** For tables without longer texts: a line break or another control character in a cell is a mistake. */
export const withPlainTexts =
  <Values>(read: CsvColumns<Values>['read']): CsvColumns<Values>['read'] =>
  (cells) => {
    if (/\p{Cc}/u.test(Object.values(cells).join('')))
      return { problems: ['Holds characters that cannot be kept'] }
    return read(
      Object.fromEntries(Object.entries(cells).map(([name, text]) => [name, text?.normalize('NFC')])),
    )
  }

const headProblems = <Values>({ columns, required, idColumn }: CsvColumns<Values>, names: string[]) => [
  ...(idColumn && names.includes(idColumn) ? [] : required)
    .filter((name) => !names.includes(name))
    .map((name) => `The column ${name} is missing.`),
  ...names.filter((name) => !columns.includes(name)).map((name) => `There is no column named “${name}”.`),
  ...names.filter((name, n) => names.indexOf(name) !== n).map((name) => `The column ${name} is there twice.`),
]

function withoutEmptyEnd(cells: string[], width: number) {
  const end = cells.findLastIndex((cell) => cell.trim() !== '') + 1
  return cells.slice(0, Math.max(end, Math.min(width, cells.length)))
}

const format = { record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true, skip_empty_lines: true }
type Parsed = { record: string[]; raw: string }

/** Rows with the lines they begin on; empty ones are left out. */
export async function* csvRows(file: AsyncIterable<Buffer>) {
  const { delimiter, chunks } = await withDelimiter(file)
  const lines = new LineCounter()
  const parser = parse({
    ...format,
    delimiter,
    bom: true,
    relax_quotes: true,
    max_record_size: longestRecord,
    raw: true,
    // Counted as it is read: an error comes before the rows that wait to be used.
    on_record: ((parsed: Parsed, { empty_lines }: Info) => lines.count(parsed, empty_lines)) as never,
  })
  try {
    const rows = Readable.from(chunks).compose(parser) as AsyncIterable<Parsed & { line: number }>
    for await (const { record, raw, line } of rows) {
      if (record.length > mostColumns)
        throw new CsvProblem(line, [`At most ${mostColumns} columns can be read.`])
      if (record.some((cell) => cell.startsWith('"')) && isMisquoted(raw, delimiter))
        throw new CsvProblem(line, ['There is text behind a closing quotation mark.'])
      if (record.some((cell) => cell !== '')) yield { line, cells: record.map(fromCell) }
    }
  } catch (error) {
    const { code, empty_lines: emptyLines } = error as CsvError & { empty_lines: number }
    if (code !== 'CSV_QUOTE_NOT_CLOSED' && code !== 'CSV_MAX_RECORD_SIZE') throw error
    throw new CsvProblem(lines.after(emptyLines), ['A quotation mark is opened here and never closed.'])
  }
}

/** The parser counts a line break between quotation marks twice when it has two characters. */
class LineCounter {
  #next = 1
  #emptyLines = 0

  /** The line on which the next row begins, after so many empty ones in all. */
  after = (emptyLines: number) => this.#next + emptyLines - this.#emptyLines

  count(parsed: Parsed, emptyLines: number) {
    const line = this.after(emptyLines)
    this.#emptyLines = emptyLines
    // What was skipped before the row is part of it.
    this.#next += parsed.raw.match(/\r\n|\r|\n/g)?.length ?? 0
    return { ...parsed, line }
  }
}

/** A mark in the middle of a cell is an inch; behind one that was closed it is a mistake, which a lenient reader hides. */
function isMisquoted(raw: string, delimiter: string) {
  try {
    parseNow(raw, { ...format, delimiter })
    return false
  } catch (error) {
    return (error as CsvError).code === 'CSV_INVALID_CLOSING_QUOTE'
  }
}

/** Spreadsheets of many countries write semicolons; the first line, which holds no free text, shows it. */
async function withDelimiter(file: AsyncIterable<Buffer>) {
  const source = file[Symbol.asyncIterator]()
  const { value: first = Buffer.of() } = await source.next()
  const [head = ''] = String(first).split(/[\r\n]/, 1)
  async function* chunks() {
    yield first
    yield* { [Symbol.asyncIterator]: () => source }
  }
  return { delimiter: [',', ';', '\t'].find((mark) => head.includes(mark)) ?? ',', chunks: chunks() }
}

/** A cell that begins so is run as a formula by spreadsheets; an apostrophe in front makes it a text again. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/
/** Spreadsheets know UTF-8 by it. */
export const byteOrderMark = '\uFEFF'

export type CsvCell = string | number | null
/** RFC 4180. */
export const csvLine = (cells: readonly CsvCell[]) => `${cells.map(toCell).join(',')}\r\n`

function toCell(value: CsvCell) {
  const text = String(value ?? '')
  const safe = typeof value === 'string' && formula.test(text) ? `'${text}` : text
  return /[",;\r\n\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** What was written so, as it was. */
const fromCell = (cell: string) => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell)
