import { isAttribute, isFactValue } from './facts.ts'

/** Which values each attribute may have. */
export type Choices = Record<string, string[]>

/** `front-discs=288 mm,312 mm;gearbox=manual`. Throws nothing: what was stored was checked before. */
export function readChoices(text: string): Choices {
  const pairs = text
    .split(';')
    .filter(Boolean)
    .map((pair) => {
      const cut = pair.indexOf('=')
      return [pair.slice(0, cut), pair.slice(cut + 1).split(',')] as const
    })
  return Object.fromEntries(pairs)
}

/** Sorted by attribute, so that the same choices are the same text; the values stay in their order. */
export const writeChoices = (choices: Choices) =>
  Object.entries(choices)
    .filter(([, values]) => values.length > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([attribute, values]) => `${attribute}=${values.join(',')}`)
    .join(';')

/** As typed, with spaces where people put them; undefined for what is none. */
export function parseChoices(text: string): Choices | undefined {
  const choices: Choices = {}
  for (const pair of text
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const [name = '', list = '', ...more] = pair.split('=').map((part) => part.trim())
    const values = splitValues(list)
    if (more.length > 0 || !isAttribute(name) || name in choices || values.length === 0) return undefined
    if (!values.every(isFactValue)) return undefined
    choices[name] = values
  }
  return choices
}

/** `288 mm, 312 mm`, each once. */
export const splitValues = (text: string) => [
  ...new Set(
    text
      .split(',')
      .map((value) => value.trim())
      .filter(Boolean),
  ),
]
