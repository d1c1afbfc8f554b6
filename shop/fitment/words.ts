import { countOf, formatCount } from '~/platform/figures.ts'
import type { Verdict } from '~/shop/catalogue/contract.ts'
import type { FitKind } from '~/shop/catalogue/rules.ts'
import { built, somethingElse } from '~/shop/vehicles/facts.ts'
import { monthInWords, monthsInWords, overlap, readMonths } from '~/shop/vehicles/months.ts'
import type { Car, FitRow, Judged, PartToJudge } from './rules.ts'
import { conditionState, monthsOf, monthsState, possibleMonths } from './rules.ts'

/** How the attributes of cars are called: “front brake discs”. */
export type AttributeNames = Readonly<Record<string, string>>

export const verdictWords: Record<Verdict, string> = {
  fits: 'Fits',
  'only-if': 'Fits if',
  'does-not-fit': 'Does not fit',
  unknown: 'Not checked',
}

type About = {
  part: PartToJudge
  car: Car
  engine: string
  names: AttributeNames
  /** How many cars the list of the part has. */
  cars: number
}

/** Why, in a sentence or two. */
export function reasonOf(judged: Judged, { part, car, engine, names, cars }: About): string {
  const { verdict, rows } = judged
  if (verdict === 'unknown') return unknownReason[part.fitKind]
  if (part.fitKind === 'every-car') return 'Made for every car.'
  if (verdict === 'fits') return rows.map((row) => fitsReason(row, { car, engine, names })).join(' ')
  if (verdict === 'only-if') return sentence(openReasons(rows, car, names).join(', or if '))
  if (rows.length === 0) return `Listed for ${countOf(cars, 'car')}; yours is not among them.`
  return [...new Set(rows.map((row) => whyNot(row, car, names)))].join(' ')
}

const notChecked = 'Nobody has checked this part against your car.'
const unknownReason: Record<FitKind, string> = {
  unsaid: notChecked,
  listed: 'Your car is not on the list of this part, and the list may have gaps.',
  'listed-all': notChecked,
  'by-size': 'This part goes by its measures: compare them with the part on your car.',
  'every-car': '',
}

function fitsReason(row: FitRow, { car, engine, names }: Omit<About, 'part' | 'cars'>) {
  const place = [row.position, `${formatCount(row.quantity)} needed`].filter(Boolean).join(', ')
  const months = overlap(monthsOf(row), car.months) ?? car.months
  const conditions = Object.entries(row.conditions).map(
    ([attribute, values]) => `${nameOf(attribute, names)} ${values.join(' or ')}`,
  )
  const with_ = conditions.length > 0 ? ` with ${conditions.join(' and ')}` : ''
  const remark = row.remark ? ` ${sentence(row.remark)}` : ''
  return `${sentence(place)} For the ${engine} built ${monthsInWords(months)}${with_}.${remark}`
}

/** What of each row is still open. */
const openReasons = (rows: FitRow[], car: Car, names: AttributeNames) => [
  ...new Set(rows.map((row) => openConditions(row, car, names).join(' and '))),
]

function openConditions(row: FitRow, car: Car, names: AttributeNames) {
  const open = Object.entries(row.conditions)
    .filter(([attribute, values]) => conditionState(attribute, values, car) === undefined)
    .map(([attribute, values]) => `${nameOf(attribute, names)}: ${values.join(' or ')}`)
  if (monthsState(row, car) === undefined) open.push(`built ${limitsInWords(row)}`)
  if (row.mustCheck) open.push(`“${row.mustCheck}”`)
  return open
}

/** The short form on cards: what would have to be so. */
export const conditionInShort = (rows: FitRow[], car: Car, names: AttributeNames) =>
  openReasons(rows, car, names)[0] ?? ''

function whyNot(row: FitRow, car: Car, names: AttributeNames) {
  if (row.quantity === 0) return row.remark ? sentence(row.remark) : 'Your car has no such part.'
  for (const [attribute, values] of Object.entries(row.conditions))
    if (conditionState(attribute, values, car) === false)
      return `${sentence(
        `${nameOf(attribute, names)}: yours ${valueInWords(car, attribute)}; this part is for ${values.join(' or ')}`,
      )}`
  return `Your car was built ${monthsInWords(possibleMonths(car))}; this part is for cars built ${limitsInWords(row)}.`
}

const valueInWords = ({ facts, options }: Car, attribute: string) => {
  const value = facts[attribute] ?? options[attribute]?.join(' or ')
  return value === somethingElse ? 'is another' : value
}

const limitsInWords = ({ builtFrom, builtTo }: FitRow) =>
  builtFrom === null ? `until ${monthInWords(builtTo!)}` : monthsInWords({ from: builtFrom, to: builtTo })

const nameOf = (attribute: string, names: AttributeNames) => names[attribute] ?? attribute

const sentence = (text: string) => {
  const begun = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(begun) ? begun : `${begun}.`
}

/** One choice of a question, as its button shows it. */
export function choiceInWords(attribute: string, value: string) {
  if (value === somethingElse) return 'Something else'
  const months = attribute === built ? readMonths(value) : undefined
  if (!months) return value
  return monthsInWords(months.to === '9999-12' ? { ...months, to: null } : months)
}
