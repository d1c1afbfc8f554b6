import type { Choices } from '~/shop/vehicles/choices.ts'
import { parseChoices, readChoices, writeChoices } from '~/shop/vehicles/choices.ts'
import { built } from '~/shop/vehicles/facts.ts'
import { isInside, isMonth, monthsInWords } from '~/shop/vehicles/months.ts'
import type { ListedCar } from '~/shop/vehicles/rules.ts'

/** Left and right as seen by the driver. Makers have more of them: others are written as they say. */
export const positions = [
  'front',
  'rear',
  'left',
  'right',
  'front left',
  'front right',
  'rear left',
  'rear right',
  'upper',
  'lower',
  'inner',
  'outer',
] as const
export const longestPosition = 40
/** In the one spelling that is compared. */
export const positionIn = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()

export const mostNeeded = 99
/** What restricts a part is never cut: makers need more than 250 for it. */
export const longestFitNote = 500
export const longestConditions = 600

/** One line of a part's list, as a form or a file says it. */
export type FitmentValues = {
  vehicleId: string
  position: string
  /** 0: this car needs none, and the remark says why. */
  quantity: number
  /** Months; empty is open. */
  builtFrom: string
  builtTo: string
  /** `front-discs=288 mm,312 mm;gearbox=manual`, sorted. */
  conditions: string
  mustCheck: string
  remark: string
}
export type FitmentField = keyof FitmentValues

export const fitmentFields: readonly FitmentField[] = [
  'vehicleId',
  'position',
  'quantity',
  'builtFrom',
  'builtTo',
  'conditions',
  'mustCheck',
  'remark',
]

export const lineExists = 'There is already a line for this car with the same place, months and conditions.'

/** What no two lines of a part have alike. */
export const isSameFitment = (a: FitmentValues, b: FitmentValues) =>
  (['vehicleId', 'position', 'builtFrom', 'builtTo', 'conditions', 'mustCheck'] as const).every(
    (name) => a[name] === b[name],
  )

export const monthProblem = (text: string) =>
  text === '' || isMonth(text) ? undefined : 'Write a month like 2006-03'
export const fitQuantityProblem = (text: string) =>
  /^\d{1,2}$/.test(text) ? undefined : `Quantity is a whole number from 0 to ${mostNeeded}`
export const conditionsProblem = (text: string) =>
  parseChoices(text) ? undefined : 'Write conditions like “front-discs=288 mm,312 mm;gearbox=manual”'

type Problem = { field: FitmentField; message: string }

/** What is wrong with a line for this car, once each of its values is well-formed. */
export function fitmentProblem(
  { builtFrom, builtTo, conditions }: FitmentValues,
  car: ListedCar,
  attributes: ReadonlySet<string>,
): Problem | undefined {
  if (builtFrom && builtTo && builtFrom > builtTo)
    return { field: 'builtTo', message: 'The last month is before the first' }
  const months = { from: builtFrom || car.months.from, to: builtTo || car.months.to }
  if (!isInside(months, car.months))
    return {
      field: builtFrom && builtFrom < car.months.from ? 'builtFrom' : 'builtTo',
      message: `This car was built ${monthsInWords(car.months)}`,
    }
  for (const [attribute, values] of Object.entries(readChoices(conditions))) {
    if (attribute === built || !attributes.has(attribute))
      return { field: 'conditions', message: `There is no attribute “${attribute}”` }
    const known = car.options[attribute]
    const unknown = known && values.find((value) => !known.includes(value))
    if (unknown)
      return {
        field: 'conditions',
        message: `This car has no ${attribute} “${unknown}”: it is ${known.join(' or ')}`,
      }
  }
  return undefined
}

/** Sorted, so that the same conditions are the same text. */
export const writeConditions = (conditions: Choices) =>
  writeChoices(
    Object.fromEntries(
      Object.entries(conditions).map(([attribute, values]) => [attribute, [...new Set(values)].sort()]),
    ),
  )
