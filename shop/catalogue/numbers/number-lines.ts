import type { PartNumberRow } from '~/database/tables.ts'
import { linesOf, linesProblem } from '~/platform/lines.ts'
import { numberKey } from './number-key.ts'

export type PartNumber = Pick<PartNumberRow, 'kind' | 'maker' | 'number'>

/** How people write the kind of a number, before the colon of its line. */
export const kindWords: Record<PartNumber['kind'], string> = {
  own: 'Own',
  oe: 'OE',
  competitor: 'Competitor',
  replaced: 'Replaces',
  ean: 'EAN',
}
const kindByWord = new Map(
  Object.entries(kindWords).map(([kind, word]) => [word.toLowerCase(), kind as PartNumber['kind']]),
)
export const kindOf = (word: string) => kindByWord.get(word.trim().toLowerCase())
const needsMaker = (kind: PartNumber['kind']) => kind === 'oe' || kind === 'competitor'

export const mostNumbers = 100
const longestNumber = 40
const longestMaker = 60

/** One number per line: "Own: CP-30112-B", "OE Volkswagen: 1K0 615 301 AA". A bare number is an own one. */
function numberIn(line: string): PartNumber | undefined {
  const [, before, number] = /^(?:([^:]*):)?\s*(.+)$/.exec(line)!
  if (before === undefined) return { kind: 'own', maker: '', number: number! }
  const [word = '', ...maker] = before.trim().split(/\s+/)
  const kind = kindOf(word)
  return kind && { kind, maker: maker.join(' '), number: number!.trim() }
}

/** What is wrong with the first line that is not right. */
export const numbersProblem = (text: string) =>
  linesProblem(text, {
    most: mostNumbers,
    what: 'part numbers',
    problem(line) {
      const found = numberIn(line)
      return found ? numberProblem(found) : 'begin with Own, OE, Competitor, Replaces or EAN'
    },
    key(line) {
      const { kind, maker, number } = numberIn(line)!
      return `${kind} ${maker.toLowerCase()} ${numberKey(number)}`
    },
    twice: 'this number is there twice',
  })

/** What is wrong with one number. */
export function numberProblem({ kind, maker, number }: PartNumber) {
  const key = numberKey(number)
  if (number.length > longestNumber) return `a number has at most ${longestNumber} characters`
  if (maker.length > longestMaker) return `a maker has at most ${longestMaker} characters`
  if (!/\d/.test(key)) return 'a part number has a digit'
  if (isShortened(number))
    return 'a spreadsheet has shortened this number: write all of it, in a cell of text'
  if (needsMaker(kind) && !maker) return `say whose number it is, as in “${kindWords[kind]} Example: 123”`
  if (!needsMaker(kind) && maker) return `write “${kindWords[kind]}: ${number}”`
  if (kind === 'ean' && !isEan(key)) return 'an EAN has 8 or 13 digits, and the last one is a check digit'
  return undefined
}

export const readNumbers = (text: string): PartNumber[] => linesOf(text).map((line) => numberIn(line)!)

export const formatNumbers = (numbers: PartNumber[]) =>
  numbers
    .map(({ kind, maker, number }) => `${[kindWords[kind], maker].filter(Boolean).join(' ')}: ${number}`)
    .join('\n')

/** As in 4.00E+12: most of its digits are lost. */
const isShortened = (number: string) => /^\d([.,]\d+)?E\+\d+$/i.test(number)

/** The digits before the last, from the right, count three times and once in turn. */
function isEan(digits: string) {
  if (!/^(\d{8}|\d{13})$/.test(digits)) return false
  const sum = [...digits].toReversed().reduce((total, digit, n) => total + Number(digit) * (n % 2 ? 3 : 1), 0)
  return sum % 10 === 0
}
