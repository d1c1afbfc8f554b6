import { linesOf } from './shown.ts'

/** A carrier that the owner has named; where its parcels can be followed, with `{}` for the number. */
export type OwnCarrier = { name: string; tracking?: string }

const most = 20
const longestName = 40

/** A line each: a name, and after a colon its tracking page. */
export const carriersIn = (value: string): OwnCarrier[] =>
  linesOf(value).map((line) => {
    const [name = '', ...rest] = line.split(':')
    const tracking = rest.join(':').trim()
    return { name: name.trim(), ...(tracking && { tracking }) }
  })

/** What is wrong with the first line that is not right. */
export function carriersProblem(value: string) {
  const carriers = carriersIn(value)
  if (carriers.length > most) return `At most ${most} lines`
  const names = carriers.map(({ name }) => name.toLowerCase())
  for (const [n, { name, tracking }] of carriers.entries()) {
    const problem = lineProblem({ name, tracking })
    if (problem) return `Line ${n + 1}: ${problem}`
    if (names.indexOf(names[n]!) < n) return `Line ${n + 1}: this name is there twice`
  }
  return undefined
}

function lineProblem({ name, tracking }: { name: string; tracking: string | undefined }) {
  if (!name || /^https?$/i.test(name)) return 'begin with the name, then a colon'
  if (name.length > longestName) return `a name has at most ${longestName} characters`
  if (tracking === undefined) return undefined
  if (tracking.split('{}').length !== 2) return 'the address needs {} once, where the number goes'
  const [one, other] = ['1A', '2B'].map((number) => addressIn(tracking.replace('{}', number)))
  if (!one || !other || one.protocol !== 'https:') return 'the address must begin with https://'
  if (one.username || one.password) return 'the address must not have a user'
  // Else the number would choose whose page it is.
  return one.host === other.host ? undefined : '{} must stand behind the name of the site'
}

const addressIn = (text: string) => (URL.canParse(text) ? new URL(text) : undefined)
