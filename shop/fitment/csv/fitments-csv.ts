import { parseChoices } from '~/shop/vehicles/choices.ts'
import { writeConditions } from '../conditions.ts'
import type { FitmentValues, Position } from '../fitment-values.ts'
import {
  conditionsProblem,
  longestConditions,
  longestNote,
  monthProblem,
  positions,
  quantityProblem,
} from '../fitment-values.ts'

export const columns = [
  'product',
  'vehicle',
  'position',
  'quantity',
  'builtFrom',
  'builtTo',
  'conditions',
  'mustCheck',
  'remark',
] as const
export const required = ['product', 'vehicle', 'quantity']

/** One line of a file; the product is named by its id or its own number. */
export type FitmentLine = FitmentValues & { product: string }

/** One line, or what is wrong with it. */
export function readFitment(
  cells: Record<string, string | undefined>,
): { values: FitmentLine } | { problems: string[] } {
  const cell = (name: (typeof columns)[number]) => cells[name] ?? ''
  const values = {
    product: cell('product'),
    vehicleId: cell('vehicle'),
    position: cell('position').toLowerCase(),
    quantity: Number(cell('quantity')),
    builtFrom: cell('builtFrom'),
    builtTo: cell('builtTo'),
    conditions: cell('conditions'),
    mustCheck: cell('mustCheck'),
    remark: cell('remark'),
  }
  const message =
    (values.product === '' && 'Product is missing') ||
    (values.vehicleId === '' && 'Vehicle is missing') ||
    (!positions.includes(values.position as Position) && `There is no place “${values.position}”`) ||
    quantityProblem(cell('quantity')) ||
    monthProblem(values.builtFrom) ||
    monthProblem(values.builtTo) ||
    (values.conditions.length > longestConditions &&
      `Conditions have at most ${longestConditions} characters`) ||
    conditionsProblem(values.conditions) ||
    (Math.max(values.mustCheck.length, values.remark.length) > longestNote &&
      `A note has at most ${longestNote} characters`)
  if (message) return { problems: [message] }
  return { values: { ...values, conditions: writeConditions(parseChoices(values.conditions)!) } }
}
