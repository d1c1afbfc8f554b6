import { isAttribute, isFactValue } from '~/shop/vehicles/facts.ts'

export type Conditions = Record<string, string[]>

/** `front-discs=288 mm,312 mm;gearbox=manual`. Throws nothing: what was stored was checked before. */
export function readConditions(text: string): Conditions {
  const pairs = text
    .split(';')
    .filter(Boolean)
    .map((pair) => {
      const cut = pair.indexOf('=')
      return [pair.slice(0, cut), pair.slice(cut + 1).split(',')] as const
    })
  return Object.fromEntries(pairs)
}

/** Sorted, so that the same conditions are the same text. */
export const writeConditions = (conditions: Conditions) =>
  Object.entries(conditions)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([attribute, values]) => `${attribute}=${[...new Set(values)].sort().join(',')}`)
    .join(';')

/** As typed, with spaces where people put them; undefined for what is none. */
export function parseConditions(text: string): Conditions | undefined {
  const conditions: Conditions = {}
  for (const pair of text
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const [name = '', list = '', ...more] = pair.split('=').map((part) => part.trim())
    const values = list.split(',').map((value) => value.trim())
    if (more.length > 0 || !isAttribute(name) || name in conditions || !values.every(isFactValue))
      return undefined
    conditions[name] = values
  }
  return conditions
}
