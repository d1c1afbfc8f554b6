import { formatCount } from '~/platform/figures.ts'
import { formatDollars } from '~/platform/money.ts'

/** “a pair”, “a can of 5 litres”; what has no unit is sold by the piece. */
export const oneUnit = (unit: string) => `${/^[aeiou]/i.test(unit) ? 'an' : 'a'} ${named(unit)}`

/** “2 sets of 4”: the word before “of” is counted. */
export function unitsOf(count: number, unit: string) {
  const [, noun = '', rest = ''] =
    /^(\p{L}[\p{L} -]*?)((?: (?:of|with|for) |\s*[^\p{L}\s-]).*)?$/u.exec(named(unit)) ?? []
  if (!noun) return `${formatCount(count)} × ${named(unit)}`
  return `${formatCount(count)} ${count === 1 ? noun : plural(noun)}${rest}`
}

/** “$8.58 a litre”, of what is sold by volume, weight or length and not by just one of it. */
export function pricePerMeasure(price: number, unit: string) {
  const [, amount = '', name = ''] = /(\d+(?:[.,]\d+)?) ?(\p{L}+)/u.exec(unit) ?? []
  const [measure, parts = 1] = measures[name.toLowerCase()] ?? []
  const size = Number(amount.replace(',', '.')) / parts
  if (!measure || !price || !size || size === 1) return undefined
  return `${formatDollars(Math.round((price / size) * 100) / 100)} a ${measure}`
}

/** Text as somebody typed it. */
export const withoutArticle = (text: string) => text.replace(/^(an?|one|1) +/i, '')

const named = (unit: string) => (unit || 'piece').replace(/(\d) (?=\p{L})/gu, '$1\u00a0')

const plural = (noun: string) =>
  noun
    .replace(/([^aeiou])y$/, '$1ie')
    .replace(/(s|x|ch|sh)$/, '$1e')
    .concat('s')

const litre: Measure = ['litre']
const kilogram: Measure = ['kilogram']
const metre: Measure = ['metre']
/** By how they are written, with how many of it are one. */
type Measure = [name: string, parts?: number]
const measures: Record<string, Measure> = {
  litre,
  litres: litre,
  l: litre,
  ml: ['litre', 1000],
  kilogram,
  kilograms: kilogram,
  kg: kilogram,
  g: ['kilogram', 1000],
  metre,
  metres: metre,
  m: metre,
}
