import { fold } from './fold.ts'

/** A word as it is compared, and for a measure the pieces that it was written in. */
export type Token = { word: string; pieces?: string[] }

/**
 * Reads a text as words and measures. Measures get one spelling, whatever it was: 5W-30 is 5w30, 312 mm is 312mm,
 * M20 × 1.5 is m20x1.5, 19 inch is 19in.
 */
export const tokensOf = (text: string) => tokensOfFolded(fold(text))

function tokensOfFolded(text: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < text.length; ) {
    const measure = mayBeginMeasure(text, at) ? measureAt(text, at) : undefined
    if (measure) {
      tokens.push(...measure.tokens)
      at += measure.length
      continue
    }
    const end = endOfWord(text, at)
    const sign = end > at ? '' : String.fromCodePoint(text.codePointAt(at)!)
    if (end > at) tokens.push({ word: text.slice(at, end) })
    else if (!separators.has(sign)) tokens.push({ word: sign })
    at = end > at ? end + possessive(text, end) : at + sign.length
  }
  return tokens
}

/** Every word by which a text is found: measures whole and in pieces, compounds with and without their hyphen. */
export function wordsToIndex(text: string) {
  const words = new Set<string>()
  const folded = fold(text)
  for (const { word, pieces } of tokensOfFolded(folded)) {
    words.add(word)
    if (pieces) for (const piece of pieces) words.add(piece)
  }
  for (const [compound] of folded.matchAll(/[\p{L}\d]+(?:-[\p{L}\d]+)+/gu))
    words.add(compound.replaceAll('-', ''))
  return words
}

type Reader = [pattern: RegExp, read: (match: RegExpExecArray) => Token[]]

const number = String.raw`\d+(?:\.\d+)?`
const units: Record<string, string> = {
  mm: 'mm|millimet(?:er|re)s?',
  mm2: 'mm2',
  cm: 'cm|centimet(?:er|re)s?',
  m: 'm|met(?:er|re)s?',
  in: 'in|inch|inches',
  v: 'v|volts?',
  ah: 'ah|amp(?:ere)?s?[ -]?hours?',
  a: 'a|amp(?:ere)?s?',
  w: 'w|watts?',
  kw: 'kw|kilowatts?',
  l: 'l|ltr|lit(?:er|re)s?',
  ml: 'ml|millilit(?:er|re)s?',
  kg: 'kg|kilograms?',
  bar: 'bar',
  nm: 'nm',
}
const anyUnit = Object.values(units).join('|')
const unitOf = (written: string) =>
  Object.keys(units).find((unit) => new RegExp(`^(?:${units[unit]})$`).test(written))!

const measures: Reader[] = [
  // Viscosity of oil.
  [
    /(0|5|10|15|20|25) ?w ?-? ?(16|20|30|40|50|60)(?![\p{L}\d])/uy,
    ([, cold, hot]) => [{ word: `${cold}w${hot}`, pieces: [`${cold}w`, hot!] }],
  ],
  // Tyres.
  [
    /(\d{3})(?:\/| )(\d{2}) ?-?(?: ?z?r ?| )(\d{2})(?![\p{L}\d.])/uy,
    ([, width, height, rim]) => [
      { word: `${width}/${height}r${rim}`, pieces: [width!, height!, `r${rim}`, `${rim}in`] },
    ],
  ],
  // Threads.
  [
    new RegExp(`m(\\d{1,2}) ?x ?(${number})(?![\\p{L}\\d])`, 'uy'),
    ([, diameter, pitch]) => [{ word: `m${diameter}x${pitch}`, pieces: [`m${diameter}`, pitch!] }],
  ],
  // Numbers with a unit, one or several that share it: 290 × 175 mm, 60/55 W, 600 and 500 mm.
  [
    new RegExp(`(${number}(?:(?: ?[x/] ?| and )${number})*)[ -]?(${anyUnit})(?![\\p{L}\\d])`, 'uy'),
    ([, numbers, written]) => {
      const unit = unitOf(written!)
      const each = numbers!.match(/[\d.]+/g)!
      return [
        ...each.map((one) => ({ word: one + unit, pieces: [one, unit] })),
        ...areas(numbers!.includes('x') ? each : []),
      ]
    },
  ],
  [
    new RegExp(`${number}(?: ?x ?${number})+(?![\\p{L}\\d])`, 'uy'),
    ([numbers]) => areas(numbers.match(/[\d.]+/g)!),
  ],
  [/\d+\.\d+/uy, ([decimal]) => [{ word: decimal }]],
]

/** 650 × 415 × 26 is found by its first two measures and by all. */
const areas = (numbers: string[]): Token[] =>
  numbers.length < 2
    ? []
    : [...new Set([numbers.slice(0, 2).join('x'), numbers.join('x')])].map((word) => ({
        word,
        pieces: numbers,
      }))

function measureAt(text: string, at: number) {
  for (const [pattern, read] of measures) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match) return { length: match[0].length, tokens: read(match) }
  }
}

const isDigit = (code: number) => code >= 48 && code <= 57

/** With a digit, or with the m of a thread. */
const mayBeginMeasure = (text: string, at: number) =>
  isDigit(text.charCodeAt(at)) || (text[at] === 'm' && isDigit(text.charCodeAt(at + 1)))

function endOfWord(text: string, from: number) {
  let at = from
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const isWordly = code < 128 ? (code >= 97 && code <= 122) || isDigit(code) : isLetterAt(text, at)
    if (!isWordly) break
    if (code > 0xd7ff && code < 0xdc00) at += 1
  }
  return at
}

const isLetterAt = (text: string, at: number) => /\p{L}/u.test(String.fromCodePoint(text.codePointAt(at)!))

/** What belongs to somebody is a word of that somebody. */
const possessive = (text: string, at: number) => (/^['’]s(?![\p{L}\d])/u.test(text.slice(at, at + 3)) ? 2 : 0)

/** Signs that only separate words; others are looked for as they are. */
const separators = new Set(' ,.;:\'’"“”„‘‚«»()[]{}/|!?¿¡·•-')

/** What is left of an English word without the endings of number and tense, so that discs, disc and braking, brake meet. */
export function stem(word: string) {
  if (word.length < 4 || !/^[a-z]+$/.test(word) || unchanging.has(word)) return word
  return withoutSilentEnd(withoutTense(withoutPlural(word)))
}

const unchanging = new Set(['gas', 'lens', 'chassis', 'abs', 'plus', 'bus', 'axis', 'series'])

function withoutPlural(word: string) {
  if (/(?:ss|us|is)$/.test(word)) return word
  if (/ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.replace(/s$/, '')
}

function withoutTense(word: string) {
  const root = word.replace(/(?:ed|ing)$/, '')
  return root.length >= 3 && /[aeiouy]/.test(root) ? root : word
}

/** Drill, drilled and drilling; brake and braking; carry and carries. */
const withoutSilentEnd = (word: string) =>
  word.length < 4
    ? word
    : word
        .replace(/([^aeiou])\1$/, '$1')
        .replace(/e$/, '')
        .replace(/(?<=[^aeiou])y$/, 'i')
