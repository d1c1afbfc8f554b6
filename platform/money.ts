import { formatCount } from './figures.ts'

// Money is whole cents in the database and in sums, dollars in the API and on the page.
export const toDollars = (cents: number) => cents / 100
export const toCents = (dollars: number) => Math.round(dollars * 100)

/** The noise of binary fractions: 3 x 16.9 is 50.699999999999996 to a computer. */
const noise = 1e-6

/** To the cent, or not at all: 19.99 is 1999 cents, as is 19.990000000000002; 19.999 is no amount. */
export function exactCents(dollars: number) {
  const cents = toCents(dollars)
  return Math.abs(toDollars(cents) - dollars) < noise ? cents : undefined
}

/** 1234.5 as people write it: $1,234.50. */
export const formatDollars = (amount: number) => `${amount < 0 ? '-' : ''}$${toTheCent(Math.abs(amount))}`

/** The same as tables write it: 1,234.50 $. */
export const formatDollarsAfter = (amount: number) => `${toTheCent(amount)} $`

function toTheCent(amount: number) {
  const [whole = '', rest = ''] = amount.toFixed(2).split('.')
  return `${formatCount(Number(whole))}.${rest}`
}
