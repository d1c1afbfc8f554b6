import { pipeline, Readable } from 'node:stream'
import type { CsvError, Info } from 'csv-parse'
import { parse } from 'csv-parse'
import { parse as parseNow } from 'csv-parse/sync'
import type { ColumnMapping, CsvColumns, ReadLine } from './csv-table.ts'
import { isGuarded } from './csv-text.ts'
import { FileProblem } from './file-problem.ts'
import { plainNumber } from './number-format.ts'

/** No table that a person works with is wider, and reading one that is costs everybody else's time. */
const mostColumns = 60
/** A quotation mark that is never closed must not read the rest of the file into memory. */
const longestRecord = 1_000_000

/**
 * The lines of a file, read as they are wanted. Without a mapping its headings are those of the table. Throws a
 * `FileProblem` that names the line.
 */
export async function* csvLines<Values>(
  table: CsvColumns<Values>,
  file: AsyncIterable<Buffer>,
  mapping?: ColumnMapping,
): AsyncGenerator<ReadLine<Values>> {
  let headings: string[] | undefined
  for await (const { line, cells } of csvRows(file)) {
    if (!headings) {
      headings = headingsIn(cells)
      const problems = mapping ? mappingProblems(table, mapping, headings) : headProblems(table, headings)
      if (problems.length > 0) throw new FileProblem(line, problems)
      continue
    }
    const texts = withoutEmptyEnd(cells, headings.length).map((cell) => cell.trim())
    if (texts.length > headings.length) yield { line, problems: ['There are more cells than columns'] }
    else
      yield {
        line,
        ...table.read(
          mapping
            ? mappedCells(table, mapping, texts)
            : Object.fromEntries(headings.map((name, n) => [name, texts[n] ?? ''])),
          mapping !== undefined,
        ),
      }
  }
  if (!headings) throw new FileProblem(1, ['The file is empty'])
}

/** Spreadsheets write columns that were used once and are empty now. */
export const headingsIn = (cells: string[]) => withoutEmptyEnd(cells, 0).map((name) => name.trim())

/** What is empty in a file of somebody else is not said: it is no value. */
function mappedCells<Values>({ numbers }: CsvColumns<Values>, mapping: ColumnMapping, texts: string[]) {
  const cells: Record<string, string> = {}
  for (const [n, name] of mapping.columns.entries()) {
    const text = texts[n] ?? ''
    if (!name || !text) continue
    const value = numbers?.has(name) ? (plainNumber(text, mapping.decimalMark) ?? text) : text
    cells[name] = name in cells ? `${cells[name]}\n${value}` : value
  }
  return cells
}

function mappingProblems<Values>(
  { columns, isMoreColumns, repeatable }: CsvColumns<Values>,
  mapping: ColumnMapping,
  headings: string[],
) {
  const names = mapping.columns.filter(Boolean)
  const isTwice = (name: string, n: number) => names.indexOf(name) !== n && !repeatable?.has(name)
  return [
    ...(mapping.columns.length === headings.length
      ? []
      : ['The file has other columns than those you have named.']),
    ...names
      .filter((name) => !columns.includes(name) && !isMoreColumns?.(name))
      .map((name) => `No column can be “${name}”.`),
    ...names.filter(isTwice).map((name) => `Two columns are “${name}”.`),
  ]
}

/** For tables without longer texts: a line break or another control character in a cell is a mistake. */
export const withPlainTexts =
  <Values>(read: CsvColumns<Values>['read']): CsvColumns<Values>['read'] =>
  (cells, isMapped) => {
    if (/\p{Cc}/u.test(Object.values(cells).join('')))
      return { problems: ['Holds characters that cannot be kept'] }
    return read(
      Object.fromEntries(Object.entries(cells).map(([name, text]) => [name, text?.normalize('NFC')])),
      isMapped,
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
    // What fails on either side ends the rows; who leaves before their end stops the reading, and that is no failure.
    pipeline(Readable.from(chunks), parser, () => {})
    for await (const { record, raw, line } of parser as AsyncIterable<Parsed & { line: number }>) {
      if (record.length > mostColumns)
        throw new FileProblem(line, [`At most ${mostColumns} columns can be read.`])
      if (record.some((cell) => cell.startsWith('"')) && isMisquoted(raw, delimiter))
        throw new FileProblem(line, ['There is text behind a closing quotation mark.'])
      // Some spreadsheets are told the separator by a line of its own.
      if (line === 1 && /^\uFEFF?sep=.\s*$/i.test(raw)) continue
      if (record.some((cell) => cell !== '')) yield { line, cells: record.map(fromCell) }
    }
  } catch (error) {
    const { code, empty_lines: emptyLines } = error as CsvError & { empty_lines: number }
    if (code !== 'CSV_QUOTE_NOT_CLOSED' && code !== 'CSV_MAX_RECORD_SIZE') throw error
    throw new FileProblem(lines.after(emptyLines), ['A quotation mark is opened here and never closed.'])
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

/** Spreadsheets of many countries write semicolons; the first line, which has it most often, shows it. */
async function withDelimiter(file: AsyncIterable<Buffer>) {
  const source = file[Symbol.asyncIterator]()
  const { value: first = Buffer.of() } = await source.next()
  const [head = ''] = String(first).split(/[\r\n]/, 1)
  const bare = head.replace(/"[^"]*"/g, '')
  const count = (mark: string) => bare.split(mark).length
  async function* chunks() {
    yield first
    yield* { [Symbol.asyncIterator]: () => source }
  }
  const delimiter = [',', ';', '\t', '|'].reduce((most, mark) => (count(mark) > count(most) ? mark : most))
  return { delimiter, chunks: chunks() }
}

/** What was written so, as it was. */
const fromCell = (cell: string) => (isGuarded(cell) ? cell.slice(1) : cell)
