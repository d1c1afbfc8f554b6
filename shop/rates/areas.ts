import type { Place } from '~/shop/addresses/place.ts'

/** A part of the world: a country, or `*` for all that nobody else names; narrowed by a state or by postcodes. */
export type Area = {
  country: string
  region?: string | undefined
  /** `90001-90899`, `V0*` or `PH16`, each. */
  postcodes?: string[] | undefined
}

const normal = (typed: string) =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s-]+/g, '')

/** What a postcode is compared by: a ZIP without its +4, in Britain the outward code, else all of it. */
export function postcodeKey(country: string, typed: string) {
  const code = normal(typed)
  if (country === 'US') return code.slice(0, 5)
  return country === 'GB' && code.length > 4 ? code.slice(0, -3) : code
}

type Rule = { from: string; to: string } | { beginning: string } | { is: string }

const range = /^(\d+)\s*[-–]\s*(\d+)$/

function readRule(country: string, text: string): Rule {
  const [, from, to] = range.exec(text.trim()) ?? []
  if (from && to && from.length === to.length) return { from, to }
  const plain = normal(text)
  return plain.endsWith('*') ? { beginning: plain.slice(0, -1) } : { is: postcodeKey(country, plain) }
}

/** What is wrong with a rule as it was typed, in the words that the form shows. */
export function postcodeProblem(text: string) {
  const [, from, to] = range.exec(text.trim()) ?? []
  if (from && to && from.length !== to.length) return `${text}: both ends need the same number of digits`
  if (from && to && from > to) return `${text}: the first is above the last`
  if (!/^[\p{L}\p{N}]+\*?$/u.test(normal(text)) || normal(text).length > 16)
    return `${text}: write 90210, 90001-90899 or V0*`
  return undefined
}

function matches(country: string, rule: Rule, key: string) {
  if ('from' in rule) return key.length === rule.from.length && key >= rule.from && key <= rule.to
  if ('is' in rule) return key === rule.is
  if (!key.startsWith(rule.beginning)) return false
  // PH1 is one district of Britain and PH16 another.
  const next = key[rule.beginning.length]
  return !(country === 'GB' && /\d$/.test(rule.beginning) && next !== undefined && /\d/.test(next))
}

/** How closely an area names a place; undefined when the place is not in it. */
function closeness({ country, region, postcodes }: Area, place: Place) {
  if (country === '*') return 0
  if (country !== place.country) return undefined
  if (region && region !== place.region) return undefined
  if (!postcodes?.length) return region ? 2 : 1
  const key = postcodeKey(country, place.postcode ?? '')
  return postcodes.some((text) => matches(country, readRule(country, text), key)) ? 3 : undefined
}

/** The one that names the place most closely: postcode, state, country, everywhere. Their order never matters. */
export function closestTo<Owner extends { id: string; areas: Area[] }>(owners: Owner[], place: Place) {
  let found: { owner: Owner; level: number } | undefined
  for (const owner of owners)
    for (const area of owner.areas) {
      const level = closeness(area, place)
      if (level === undefined || (found && level < found.level)) continue
      if (!found || level > found.level || owner.id < found.owner.id) found = { owner, level }
    }
  return found?.owner
}

/** Whether two areas of different owners say the same of some place, so that nobody could tell who wins. */
export function isClaimedTwice(one: Area, other: Area) {
  if (one.country !== other.country) return false
  const [mine, theirs] = [one.postcodes ?? [], other.postcodes ?? []]
  if (mine.length === 0 && theirs.length === 0) return one.region === other.region
  if (one.region && other.region && one.region !== other.region) return false
  return mine.some((a) =>
    theirs.some((b) => overlap(one.country, readRule(one.country, a), readRule(one.country, b))),
  )
}

function overlap(country: string, a: Rule, b: Rule): boolean {
  if ('is' in a) return matches(country, b, a.is)
  if ('is' in b) return matches(country, a, b.is)
  if ('beginning' in a && 'beginning' in b)
    return matches(country, a, b.beginning) || matches(country, b, a.beginning)
  if ('from' in a && 'from' in b) return a.from.length === b.from.length && a.from <= b.to && b.from <= a.to
  const [span, { beginning }] = 'from' in a ? [a, b as { beginning: string }] : [b as never, a]
  const { from, to } = span as { from: string; to: string }
  const digits = from.length
  return (
    beginning.length <= digits && beginning.padEnd(digits, '0') <= to && beginning.padEnd(digits, '9') >= from
  )
}
