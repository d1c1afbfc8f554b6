/** Months as text, `2006-03`: they compare as they are written. An open end is null. */
export type Months = { from: string; to: string | null }

const month = /^\d{4}-(0[1-9]|1[0-2])$/
const year = /^\d{4}$/

export const isMonth = (text: string) => month.test(text)

/** A month, a calendar year, or two months with a stroke between: `2006-03`, `2006`, `2005-07/2006-12`. */
export function readMonths(text: string): Months | undefined {
  const [from = '', to = from, ...more] = text.split('/')
  if (more.length > 0) return undefined
  if (year.test(text)) return { from: `${text}-01`, to: `${text}-12` }
  return isMonth(from) && isMonth(to) && from <= to ? { from, to } : undefined
}

/** A model year begins in the summer before its calendar year. */
export const monthsOfModelYear = (modelYear: number) => `${modelYear - 1}-07/${modelYear}-12`

const isAfter = (a: string | null, b: string | null) => b !== null && (a === null || a > b)

export const isInside = (inner: Months, outer: Months) =>
  inner.from >= outer.from && !isAfter(inner.to, outer.to)

/** What both have; undefined when that is nothing. */
export function overlap(a: Months, b: Months): Months | undefined {
  const from = isAfter(a.from, b.from) ? a.from : b.from
  const to = isAfter(a.to, b.to) ? b.to : a.to
  return isAfter(from, to) ? undefined : { from, to }
}

const count = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5)) - 1
const written = (months: number) =>
  `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`

export const monthBefore = (text: string) => written(count(text) - 1)
export const monthAfter = (text: string) => written(count(text) + 1)

/** As people read it: “10/2003”. */
export const monthInWords = (text: string) => `${text.slice(5)}/${text.slice(0, 4)}`

/** “10/2003 to 11/2008”, “from 10/2003 on”. */
export function monthsInWords({ from, to }: Months) {
  if (to === null) return `from ${monthInWords(from)} on`
  return from === to ? monthInWords(from) : `${monthInWords(from)} to ${monthInWords(to)}`
}

/** By their first three letters, in English and German. */
const monthNames = [
  ['jan', 'jän'],
  ['feb'],
  ['mar', 'mär', 'mrz'],
  ['apr'],
  ['may', 'mai'],
  ['jun'],
  ['jul'],
  ['aug'],
  ['sep'],
  ['oct', 'okt'],
  ['nov'],
  ['dec', 'dez'],
]
/** Of two digits: the last century from here on. */
const firstOfLastCentury = 50

/** A month as people write it, in the way that is stored: “10/2003”, “10.03”, “200310”, “Okt. 2003”. Anything else stays. */
export function monthAsTyped(typed: string): string {
  const text = typed.trim().toLowerCase()
  const [, year = '', month = ''] =
    /^(\d{4})[-/.](\d{1,2})(?:[-/.]\d{1,2})?$/.exec(text) ?? /^(\d{4})(\d{2})$/.exec(text) ?? []
  const [, number = '', later = ''] = /^(?:\d{1,2}\.)?(\d{1,2})[-/.](\d{4}|\d{2})$/.exec(text) ?? []
  const [, name = '', named = ''] = /^(\p{L}{3})\p{L}*\.? (\d{4})$/u.exec(text) ?? []
  const place = monthNames.findIndex((names) => names.includes(name)) + 1
  const read = [
    { year, month },
    { year: later.length === 2 ? withCentury(later) : later, month: number },
    { year: named, month: String(place) },
  ]
    .map((one) => `${one.year}-${one.month.padStart(2, '0')}`)
    .find(isMonth)
  return read ?? typed
}

const withCentury = (year: string) => (Number(year) >= firstOfLastCentury ? `19${year}` : `20${year}`)
