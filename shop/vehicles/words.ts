import { vehicleKey } from './rules.ts'

/** A word as it is looked for, prepared once for all cars. */
export type Word = { key: string; year: string; squeezed: string }

/** What people call makes by. */
const shortNames: Record<string, string> = { vw: 'volkswagen', chevy: 'chevrolet', merc: 'mercedes' }

export const wordsOf = (q: string): Word[] =>
  vehicleKey(q)
    .split(' ')
    .filter(Boolean)
    .map((typed) => {
      const key = shortNames[typed] ?? typed
      const squeezed = key.replaceAll('.', '')
      return {
        key,
        year: /^(19[5-9]|20[0-4])\d$/.test(key) ? key : '',
        squeezed: squeezed === key ? '' : squeezed,
      }
    })

/** Its text has each word after a space, and a space at its end. */
type Searched = { text: string; from: string; to: string }

export const isBegun = (car: Searched, { key, year, squeezed }: Word) =>
  car.text.includes(` ${key}`) || (squeezed !== '' && car.text.includes(` ${squeezed}`)) || isBuilt(car, year)

export const isWhole = (car: Searched, { key, year, squeezed }: Word) =>
  car.text.includes(` ${key} `) ||
  (squeezed !== '' && car.text.includes(` ${squeezed} `)) ||
  isBuilt(car, year)

const isBuilt = ({ from, to }: Searched, year: string) => year !== '' && year >= from && year <= to
