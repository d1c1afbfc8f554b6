import type { PartNumberRow } from '~/database/tables.ts'
import { linesProblem, typedLines } from '~/platform/lines.ts'
import { fold } from '../words/fold.ts'

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
export const numberKindOf = (word: string) => kindByWord.get(word.trim().toLowerCase())
export const needsMaker = (kind: PartNumber['kind']) => kind === 'oe' || kind === 'competitor'

export const mostNumbers = 100
const longestNumber = 48
const longestMaker = 60

/** One number per line: "Own: CP-30112-B", "OE Volkswagen: 1K0 615 301 AA". A bare number is an own one. */
function numberIn(line: string): PartNumber | undefined {
  const [, before, number] = /^(?:([^:]*):)?\s*(.+)$/.exec(line)!
  if (before === undefined) return { kind: 'own', maker: '', number: number! }
  const [word = '', ...maker] = before.trim().split(/\s+/)
  const kind = numberKindOf(word)
  return kind && { kind, maker: maker.join(' '), number: number!.trim() }
}

/**
 * What is pasted, as rows: lines as above, or columns of a spreadsheet with the kind first and the number last. A line
 * that says neither kind nor maker has those of the row that it is pasted into.
 */
export function pastedNumbers(text: string, { kind, maker }: Omit<PartNumber, 'number'>): PartNumber[] {
  return text.split(/[\n;]/).flatMap((line) => {
    const cells = line
      .split('\t')
      .map((cell) => cell.replace(/\s+/g, ' ').trim())
      .filter(Boolean)
    const [first = '', ...others] = cells
    if (!first) return []
    const kindOfCells = numberKindOf(first)
    if (kindOfCells && others.length > 0)
      return { kind: kindOfCells, maker: others.slice(0, -1).join(' '), number: others.at(-1)! }
    if (others.length > 0) return { kind, maker: cells.slice(0, -1).join(' '), number: others.at(-1)! }
    const written = first.includes(':') ? numberIn(first) : undefined
    return written ?? { kind, maker, number: first }
  })
}

/** What is wrong with the first line that is not right. */
export const numbersProblem = (text: string) => problemOfLines(text, () => true)

/** In a form, where whose a number is has to be said, unless it is stored without. */
export function typedNumbersProblem(stored: string) {
  const lines = new Set(stored.split('\n'))
  return (typed: string) => problemOfLines(typed.trim(), (line) => lines.has(line))
}

const problemOfLines = (text: string, mayBeNobodys: (line: string) => boolean) =>
  linesProblem(text, {
    most: mostNumbers,
    what: 'part numbers',
    problem(line) {
      const found = numberIn(line)
      return found
        ? numberProblem(found, { mayBeNobodys: mayBeNobodys(line) })
        : 'begin with Own, OE, Competitor, Replaces or EAN'
    },
    key(line) {
      return lineKey(numberIn(line)!)
    },
    twice: 'this number is there twice',
  })

/**
 * What is wrong with one number. Files of distributors often do not say which maker of cars a number is of; people are
 * asked.
 */
export function numberProblem({ kind, maker, number }: PartNumber, { mayBeNobodys = false } = {}) {
  const key = numberKey(number)
  if (number.length > longestNumber) return `a number has at most ${longestNumber} characters`
  if (maker.length > longestMaker) return `a maker has at most ${longestMaker} characters`
  if (!/\d/.test(key)) return 'a part number has a digit'
  if (isShortened(number))
    return 'a spreadsheet has shortened this number: write all of it, in a cell of text'
  if (needsMaker(kind) && !maker && !(mayBeNobodys && kind === 'oe'))
    return `say whose number it is, as in “${kindWords[kind]} Example: 123”`
  if (!needsMaker(kind) && maker) return `write “${kindWords[kind]}: ${number}”`
  if (kind === 'ean' && !isGtin(key))
    return 'an EAN, UPC or GTIN has 8, 12, 13 or 14 digits, and the last one is a check digit'
  return undefined
}

export const readNumbers = (text: string): PartNumber[] => typedLines(text).map((line) => numberIn(line)!)

export const formatNumbers = (numbers: PartNumber[]) =>
  numbers
    .map(({ kind, maker, number }) => `${[kindWords[kind], maker].filter(Boolean).join(' ')}: ${number}`)
    .join('\n')

/** As in 4.00E+12: most of its digits are lost. */
const isShortened = (number: string) => /^\d([.,]\d+)?E\+\d+$/i.test(number)

/** The digits before the last, from the right, count three times and once in turn. */
export function isGtin(digits: string) {
  if (!/^(\d{8}|\d{12,14})$/.test(digits)) return false
  const sum = [...digits].toReversed().reduce((total, digit, n) => total + Number(digit) * (n % 2 ? 3 : 1), 0)
  return sum % 10 === 0
}

/** The same piece has 12 digits in America, 13 elsewhere and 14 among traders: what is missing in front are zeros. */
const gtinKey = (digits: string) =>
  digits.length === 12 ? `0${digits}` : digits.length === 14 ? digits.replace(/^0/, '') : digits

/** How a number is compared with others of its kind. */
export const keyOfNumber = ({ kind, number }: Pick<PartNumber, 'kind' | 'number'>) =>
  kind === 'ean' ? gtinKey(numberKey(number)) : numberKey(number)

/** No part has two numbers with the same one. */
export const lineKey = ({ maker, ...number }: PartNumber) =>
  `${number.kind} ${maker.toLowerCase()} ${keyOfNumber(number)}`

/** Part numbers as they are compared: without case, spaces and signs, O read as zero and I as one. */
export const numberKey = (number: string) =>
  fold(number)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replaceAll('I', '1')

/** Shorter keys, and keys without a digit, are words or measures rather than numbers. */
const shortestEqual = 3
const shortestBeginning = 5
const longestKey = 48
const mostWordsInNumber = 6
/** A search has few numbers in it; the rest of a long text is not one. */
const mostCandidates = 24

export type NumberCandidate = {
  key: string
  /** The words of the search that this number consists of. */
  words: string[]
  isWholeSearch: boolean
}

/** What may be a part number in a search: all of it, or words that stand side by side; longer ones first. */
export function numberCandidates(q: string): NumberCandidate[] {
  const words = q.trim().split(/\s+/).slice(0, mostCandidates)
  const candidates: NumberCandidate[] = []
  for (let length = Math.min(words.length, mostWordsInNumber); length > 0; length -= 1)
    for (let start = 0; start + length <= words.length; start += 1) {
      const run = words.slice(start, start + length)
      const key = numberKey(run.join(''))
      const isWholeSearch = length === words.length
      const shortest = isWholeSearch ? shortestEqual : shortestBeginning
      // Each word of a number has a digit or is a short suffix: "disc 312" is not a number, "615 301 AA" is.
      const looksRight = run.every((word) => /\d/.test(word) || word.length <= 3)
      if (key.length < shortest || key.length > longestKey || !/\d/.test(key) || !looksRight) continue
      candidates.push({ key, words: run, isWholeSearch })
      if (isGtin(key) && gtinKey(key) !== key)
        candidates.push({ key: gtinKey(key), words: run, isWholeSearch })
    }
  return candidates.slice(0, mostCandidates)
}

/** Whether beginnings of a number and numbers with a mistake are looked for. */
export const isLongEnoughToGuess = (key: string) => key.length >= shortestBeginning

/**
 * Three indexed columns find every key with one mistake: it leaves the first and last two characters alone, or lies in
 * the last three, or in the first three. For a long one two of them do: half of it is right.
 */
export const mistakeColumns = (key: string) => ({
  number_key: key,
  key_backwards: [...key].reverse().join(''),
  key_ends: key.slice(0, 2) + key.slice(-2),
})
