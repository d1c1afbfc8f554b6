import type { Months } from '~/shop/vehicles/months.ts'

/** The car says so, or the months in which it was built do. */
type Aged = { months: Months; modelYears?: readonly string[] }
type Years = { from: string; to: string }

/**
 * Those of some model years that a car may be of, and whether it can be of no other. A model year begins in the January
 * before its own at the earliest, and ends with its own December: so what was built in 2003 is of 2003 or 2004.
 */
export function modelYearsIn({ from, to }: Years, { months, modelYears }: Aged) {
  const [first, last] = [Number(from), Number(to)]
  if (modelYears) {
    const years = modelYears.filter((year) => Number(year) >= first && Number(year) <= last)
    return { years, isAll: years.length === modelYears.length }
  }
  const [oldest, newest] = [
    yearOf(months.from),
    months.to === null ? Number.POSITIVE_INFINITY : yearOf(months.to) + 1,
  ]
  const [begin, end] = [Math.max(first, oldest), Math.min(last, newest)]
  const years = Array.from({ length: Math.max(0, end - begin + 1) }, (_, n) => String(begin + n))
  return { years, isAll: first <= oldest && newest <= last }
}

/** Whether these are all that a car may be of. */
export const areAllModelYears = (years: readonly string[], { months, modelYears }: Aged) => {
  if (modelYears) return modelYears.every((year) => years.includes(year))
  if (months.to === null) return false
  const [oldest, newest] = [yearOf(months.from), yearOf(months.to) + 1]
  for (let year = oldest; year <= newest; year += 1) if (!years.includes(String(year))) return false
  return true
}

const yearOf = (month: string) => Number(month.slice(0, 4))
