import { isMonth, monthAsTyped } from '~/shop/vehicles/months.ts'
import { longestFitNote } from '../fitment-values.ts'
import type { Application } from './application.ts'
import { longestCell, mostYears, nothingSaid, placeIn } from './application.ts'
import type { FlatColumn } from './flat-columns.ts'

/** A line as it was sent, with the part that it is about. */
export type FlatLine = Application & {
  part: string
  brand: string
  /** Why it cannot be read, whatever part it is about; empty where it can. */
  problem: string
  /** In a file that names cars by numbers: these, and whether it takes away what was said before. */
  said?: string
  removes?: boolean
}

type Cells = Partial<Record<FlatColumn, string>>
type Defaults = { brand: string; quantity: number }

/** The cells of one line by what they are; those that are empty are left out. */
export function readFlatLine(cells: Record<string, string | undefined>, defaults: Defaults): FlatLine {
  const { details = '', ...named } = cells as Cells
  const all = { ...inDetails(details), ...named }
  const notes = [...(inDetails(details).more ?? []), ...(all.notes ?? '').split('\n')]
  const text = (name: 'make' | 'model' | 'submodel' | 'engine') => saidIn(all[name])
  const span = yearsIn(all)
  const line = {
    part: all.part?.trim() ?? '',
    brand: all.brand?.trim() || defaults.brand,
    make: text('make'),
    model: text('model'),
    submodel: text('submodel'),
    engine: text('engine'),
    from: span.from,
    to: span.to,
    position: placeIn(all.position ?? ''),
    quantity: quantityIn(all.quantity) ?? defaults.quantity,
    notes: notes.map((note) => note.replace(/\s+/g, ' ').trim()).filter((note) => !nothingSaid.has(note)),
  }
  return { ...line, problem: problemOf(line, all, span.problem) }
}

const saidIn = (text = '') => {
  const said = text.replace(/\s+/g, ' ').trim()
  return nothingSaid.has(said) ? '' : said
}

/** Numbers of nothing. */
const noPart = new Set(['', 'NA', 'NR', 'N/A', 'N/R', '-'])
export const namesPart = (part: string) => !noPart.has(part.trim().toUpperCase())

/** It says nothing of cars. */
export const isOnlyPart = ({ part, make, model, from }: FlatLine) => part !== '' && !make && !model && !from

function problemOf(line: Omit<FlatLine, 'problem'>, cells: Cells, ofYears: string) {
  if (!line.make) return 'It has no make'
  if (!line.model) return 'It has no model'
  if (ofYears) return ofYears
  if (cells.quantity?.trim() && !quantityIn(cells.quantity))
    return `“${cells.quantity}” is no number of pieces from 1 to 99`
  const long = [line.part, line.brand, line.make, line.model, line.submodel, line.engine].find(
    (text) => text.length > longestCell,
  )
  if (long) return `“${long.slice(0, 40)}…” has more than ${longestCell} characters`
  if (line.notes.some((note) => note.length > longestFitNote))
    return `A remark has more than ${longestFitNote} characters`
  return ''
}

const quantityIn = (text = '') => {
  const [, number] = /^0*([1-9]\d?)(?:[.,]0+)?$/.exec(text.trim()) ?? []
  return number === undefined ? undefined : Number(number)
}

const between = /\s*(?:–|—|\s-\s|\b(?:to|bis)\b|(?<=\b\d{4})-(?=\d{4}\b))\s*/i

/** Years or months: “2004”, “2003-2006”, “10.2003 - 11/2008”, or a cell for each end. */
function yearsIn({ years = '', from = '', to = '' }: Cells) {
  const wrong = (problem: string) => ({ from: '', to: '', problem })
  const [first = '', last = first, ...more] = years ? years.trim().split(between) : [from.trim(), to.trim()]
  if (!first && !last) return wrong('It has no years')
  if (!first || !last || more.length > 0)
    return wrong(`“${years || `${first} – ${last}`}” does not say from when to when`)
  const ends = [first, last].map(asYearOrMonth)
  const [begin, end] = ends as [string, string]
  if (!begin || !end) return wrong(`“${!begin ? first : last}” is no year and no month`)
  if (begin.length !== end.length) return wrong(`“${first}” and “${last}” are a year and a month`)
  if (begin > end) return wrong(`“${last}” is before “${first}”`)
  if (Number(end.slice(0, 4)) - Number(begin.slice(0, 4)) >= mostYears)
    return wrong(`“${first}” to “${last}” is more than ${mostYears} years`)
  return { from: begin, to: end, problem: '' }
}

/** “03-06” may be three years or a month: it is neither. */
function asYearOrMonth(text: string) {
  if (/^(19|20)\d{2}$/.test(text)) return text
  if (!/\d{4}/.test(text)) return ''
  const month = monthAsTyped(text)
  return isMonth(month) && /^(19|20)/.test(month) ? month : ''
}

const detailNames: Record<string, FlatColumn> = {
  year: 'years',
  make: 'make',
  model: 'model',
  trim: 'submodel',
  submodel: 'submodel',
  engine: 'engine',
  notes: 'notes',
  position: 'position',
}

/** `Year=2004|Make=Honda|Model=Accord|Trim=EX`: what it says beyond our columns restricts, too. */
function inDetails(text: string): Cells & { more?: string[] } {
  const cells: Cells & { more?: string[] } = {}
  for (const pair of text.split('|').filter((one) => one.trim())) {
    const cut = pair.indexOf('=')
    const [name, value] = [pair.slice(0, Math.max(0, cut)).trim(), pair.slice(cut + 1).trim()]
    const column = detailNames[name.toLowerCase()]
    if (column && !(column in cells)) cells[column] = value
    else if (value) cells.more = [...(cells.more ?? []), `${name} ${value}`.trim()]
  }
  return cells
}
