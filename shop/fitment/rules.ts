import type { Verdict } from '~/shop/catalogue/contract.ts'
import type { FitKind } from '~/shop/catalogue/rules.ts'
import type { Facts } from '~/shop/vehicles/facts.ts'
import { built, somethingElse } from '~/shop/vehicles/facts.ts'
import type { Months } from '~/shop/vehicles/months.ts'
import { isInside, monthAfter, monthBefore, overlap, readMonths } from '~/shop/vehicles/months.ts'

/** One line of a part's list of cars. */
export type FitRow = {
  position: string
  /** How many pieces the car needs; with 0 it needs none, and the remark says why. */
  quantity: number
  builtFrom: string | null
  builtTo: string | null
  /** Which values an attribute of the car must have. */
  conditions: Record<string, string[]>
  /** A condition in free words, which only a person can judge. */
  mustCheck: string
  /** Informs, and restricts nothing. */
  remark: string
}

/** What is listed for a part: the rows of this car alone. */
export type PartToJudge = { fitKind: FitKind; rows: FitRow[] }

/** A car as far as it is known. */
export type Car = {
  months: Months
  /** What this model may have; an attribute that is missing here may have any value. */
  options: Record<string, string[]>
  facts: Facts
}

export type Question = { attribute: string; choices: string[] }

export type Judged = {
  verdict: Verdict
  /** The rows that decided. */
  rows: FitRow[]
  /** For `only-if`: what would decide most of them. Without one only a person can judge. */
  question?: Question
}

/**
 * Whether a part fits a car. Each condition is true, false or open (undefined); a row is the AND of its conditions, a part
 * the OR of its rows. What nobody has said is open and never true, and only a list that is said to be complete says no
 * to a car that it does not name.
 */
export function judge({ fitKind, rows }: PartToJudge, car: Car): Judged {
  if (fitKind === 'every-car') return { verdict: 'fits', rows: [] }
  const judged = rows.map((row) => ({ row, state: stateOf(row, car) }))
  const inState = (wanted: boolean | undefined) =>
    judged.filter(({ state }) => state === wanted).map(({ row }) => row)
  const [matching, open] = [inState(true), inState(undefined)]
  if (matching.length > 0) return { verdict: 'fits', rows: matching }
  if (open.length > 0) {
    const question = questionFor(open, car)
    return { verdict: 'only-if', rows: open, ...(question && { question }) }
  }
  if (rows.length > 0) return { verdict: 'does-not-fit', rows }
  return { verdict: fitKind === 'listed-all' ? 'does-not-fit' : 'unknown', rows: [] }
}

function stateOf(row: FitRow, car: Car): boolean | undefined {
  if (row.quantity === 0) return false
  const states = [
    ...Object.entries(row.conditions).map(([attribute, values]) => conditionState(attribute, values, car)),
    monthsState(row, car),
    row.mustCheck === '' ? true : undefined,
  ]
  if (states.includes(false)) return false
  return states.includes(undefined) ? undefined : true
}

export function conditionState(attribute: string, values: string[], { facts, options }: Car) {
  const possible = facts[attribute] === undefined ? options[attribute] : [facts[attribute]]
  if (!possible) return undefined
  if (possible.every((value) => values.includes(value))) return true
  return possible.some((value) => values.includes(value)) ? undefined : false
}

export function monthsState(row: Pick<FitRow, 'builtFrom' | 'builtTo'>, car: Car) {
  const wanted = monthsOf(row)
  const possible = possibleMonths(car)
  if (isInside(possible, wanted)) return true
  return overlap(possible, wanted) ? undefined : false
}

export const monthsOf = ({ builtFrom, builtTo }: Pick<FitRow, 'builtFrom' | 'builtTo'>): Months => ({
  from: builtFrom ?? '0000-01',
  to: builtTo,
})

/** When the car may have been built. Somebody who names a time at which the model was not built has said nothing. */
export function possibleMonths({ months, facts }: Car): Months {
  const named = facts[built] === undefined ? undefined : readMonths(facts[built])
  return (named && overlap(named, months)) ?? months
}

/** The attribute that most open rows wait for. */
function questionFor(open: FitRow[], car: Car): Question | undefined {
  const waiting = new Map<string, number>()
  const add = (attribute: string) => waiting.set(attribute, (waiting.get(attribute) ?? 0) + 1)
  for (const row of open) {
    for (const [attribute, values] of Object.entries(row.conditions))
      if (conditionState(attribute, values, car) === undefined) add(attribute)
    if (monthsState(row, car) === undefined) add(built)
  }
  const [attribute] = [...waiting].sort((a, b) => b[1] - a[1])[0] ?? []
  if (attribute === undefined) return undefined
  const choices = attribute === built ? monthChoices(open, car) : valueChoices(open, attribute, car)
  return { attribute, choices }
}

function valueChoices(open: FitRow[], attribute: string, { options }: Car) {
  if (options[attribute]) return options[attribute]
  const named = new Set(open.flatMap(({ conditions }) => conditions[attribute] ?? []))
  return [...[...named].sort(), somethingElse]
}

/** The times between the months at which one of the rows begins or ends. */
function monthChoices(open: FitRow[], car: Car) {
  const possible = possibleMonths(car)
  const cuts = new Set<string>()
  for (const { builtFrom, builtTo } of open) {
    if (builtFrom) cuts.add(builtFrom)
    if (builtTo) cuts.add(monthAfter(builtTo))
  }
  const inside = [...cuts]
    .sort()
    .filter((cut) => cut > possible.from && (possible.to === null || cut <= possible.to))
  const starts = [possible.from, ...inside]
  return starts.map((from, n) => {
    const next = starts[n + 1]
    return `${from}/${next ? monthBefore(next) : (possible.to ?? lastMonth)}`
  })
}

/** Of a model that is still being built. */
const lastMonth = '9999-12'
