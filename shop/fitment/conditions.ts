import type { Choices } from '~/shop/vehicles/choices.ts'
import { writeChoices } from '~/shop/vehicles/choices.ts'

/** Sorted, so that the same conditions are the same text. */
export const writeConditions = (conditions: Choices) =>
  writeChoices(
    Object.fromEntries(
      Object.entries(conditions).map(([attribute, values]) => [attribute, [...new Set(values)].sort()]),
    ),
  )
