/** What is known of one car beyond its model: which brake discs it has, when it was built. */
export type Facts = Readonly<Record<string, string>>

/** The fact that every car has. */
export const built = 'built'
/** Of which model year a car is: known where its list says so, and asked from the first list of a supplier on. */
export const modelYear = 'model-year'
/** The answer to a question when none of its choices is right. */
export const somethingElse = 'other'

const mostFacts = 20
const longestFact = 60
const attribute = /^[a-z0-9][a-z0-9-]{0,39}$/
const value = new RegExp(`^[^;=,\\p{Cc}]{1,${longestFact}}$`, 'u')
export const longestFacts = 600

export const isAttribute = (text: string) => attribute.test(text)
export const isFactValue = (text: string) => value.test(text)

/** `front-discs=312 mm;built=2006-03`; what is not understood is left out. */
export function readFacts(text: string): Facts {
  const pairs = text
    .slice(0, longestFacts)
    .split(';')
    .map((pair) => pair.split('='))
    .filter(
      ([name = '', given = '', ...more]) => more.length === 0 && isAttribute(name) && isFactValue(given),
    )
  return Object.fromEntries(pairs.slice(0, mostFacts) as [string, string][])
}

/** Always in the same order, so that the same facts are the same text. */
export const writeFacts = (facts: Facts) =>
  Object.entries(facts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, given]) => `${name}=${given}`)
    .join(';')
