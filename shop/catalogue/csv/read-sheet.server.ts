import type { FieldName } from '../fields/product-fields.ts'
import { fieldNames, fieldOf } from '../fields/product-fields.ts'
import type { PartNumber } from '../numbers/number-lines.ts'
import { formatNumbers, needsMaker, numberProblem } from '../numbers/number-lines.ts'
import type { KindColumn } from './sheet-columns.ts'
import { attributeOfColumn, numberColumns, weightInKg } from './sheet-columns.ts'

/** What was typed into each column that the file has. */
export type ProductLine = {
  id: string
  typed: Partial<Record<FieldName, string>>
  /** Of a file with headings of its own; what is there already stays beside it. */
  sheet?: { own: string; numbers: string[]; attributes: string[] }
  /** Of a file of the maker, who knows the part but not the shop: what was set here stays. */
  supplied?: { notes: string[]; isWithdrawn: boolean; replacedBy: string; replacesAll: boolean }
}

type Cells = Record<string, string | undefined>
type ReadProduct = { values: ProductLine } | { problems: string[] }

/** The cells of fields, and all that is wrong with them. */
export function readFields(cells: Cells) {
  const typed = Object.entries(cells) as [FieldName, string][]
  const problems = typed.flatMap(([name, text]) => inColumn(name, fieldOf(name).problem(text)) ?? [])
  return { typed: Object.fromEntries(typed) as ProductLine['typed'], problems }
}

/** A line of a file with headings of its own: its cells by what they are here, without those that are empty. */
export function readSheetLine({ _id: id = '', ...cells }: Cells): ReadProduct {
  const read: Cells = {}
  const problems: string[] = []
  for (const name of fieldNames) {
    const text = cells[name]
    // What stands for a picture may be anything, and is no reason to leave the line out.
    if (text !== undefined) read[name] = readers[name]?.(text) ?? text
  }
  const { image, ...others } = read
  const { typed, problems: ofFields } = readFields(others)
  problems.push(...ofFields)
  if (cells[weightInKg] !== undefined) {
    const grams = Math.round(Number(cells[weightInKg]) * 1000)
    if (grams >= 0) typed.weightGrams ??= String(grams)
    else problems.push(`Weight in kg: “${cells[weightInKg]}” is no number`)
  }
  const numbers = (Object.keys(numberColumns) as KindColumn[]).flatMap((kind) =>
    numbersIn(kind, cells[kind] ?? '', problems),
  )
  const attributes = Object.entries(cells).flatMap(([column, text]) => {
    const name = attributeOfColumn(column)
    return name === undefined ? [] : [`${name}: ${text}`]
  })
  if (problems.length > 0) return { problems }
  const own = cells.own ?? ''
  return {
    values: {
      id,
      typed: { ...typed, ...(image !== undefined && { image }) },
      sheet: { own, numbers: numbers.map((number) => formatNumbers([number])), attributes },
    },
  }
}

/** As distributors write them. */
const readers: Partial<Record<FieldName, (text: string) => string | undefined>> = {
  // “More than ten” are ten at least, and what is owed to others is none.
  availableQty: (text) =>
    /^[>≥]\s*\d+$|^\d+\s*\+$/.test(text) ? text.replace(/\D/g, '') : /^-\d+$/.test(text) ? '0' : undefined,
  morePictures: (text) => text.replace(/[;,|]\s*(?=https?:)/g, '\n'),
  productName: (text) => text.replace(/\s+/g, ' '),
}

/** Several in one cell are parted as people do it. A maker stands before its number and a colon. */
function numbersIn(kind: KindColumn, cell: string, problems: string[]): PartNumber[] {
  const texts = kind === 'own' ? [cell] : cell.split(/[;,|\n]/)
  return texts.flatMap((text) => {
    const [, maker = '', number = ''] = (needsMaker(kind) ? /^(?:([^:]*):)?\s*(.*)$/s : /^()(.*)$/s).exec(
      text,
    )!
    if (!number.trim()) return []
    const read = { kind, maker: maker.trim(), number: number.trim().replace(/\s+/g, ' ') }
    const problem = numberProblem(read, { mayBeNobodys: true })
    if (!problem) return read
    problems.push(`${numberColumns[kind]}: ${problem}`)
    return []
  })
}

/** Says in which column it is, where the message itself does not. */
export function inColumn(name: FieldName, problem: string | undefined) {
  const { label } = fieldOf(name)
  return problem === undefined || problem.startsWith(label) ? problem : `${label}: ${problem}`
}
