import { counted } from './figures.ts'

// Money is whole cents in the database and in sums, dollars in the API and on the page.
export const toDollars = (cents: number) => cents / 100
export const toCents = (dollars: number) => Math.round(dollars * 100)

/** Exactly, or not at all: 19.99 is 1999 cents, 19.999 is no amount. */
export function exactCents(dollars: number) {
  const cents = toCents(dollars)
  return toDollars(cents) === dollars ? cents : undefined
}

/** 1234.5 as people write it: $1,234.50. */
export const formatDollars = (amount: number) => `${amount < 0 ? '-' : ''}$${toTheCent(Math.abs(amount))}`

/** The same as tables write it: 1,234.50 $. */
export const formatDollarsAfter = (amount: number) => `${toTheCent(amount)} $`

function toTheCent(amount: number) {
  const [whole = '', rest = ''] = amount.toFixed(2).split('.')
  return `${counted(Number(whole))}.${rest}`
}
