import { vehicleKey } from './rules.ts'

/** A car as searches know it. */
export type SearchedCar = {
  id: string
  /** All that it is found by, each word after a space. */
  text: string
  make: string
  /** What names it without its make: the model, alone or with the generation, and the engine code. */
  names: string[]
  /** Years. */
  from: string
  to: string
}

export type CarNames<Car> = {
  /** As they were typed. */
  words: string
  /** What else is looked for. */
  rest: string
  /** None where we list no car of the make that is named. */
  cars: Car[]
}

const mostWords = 24
const longestName = 4
/** Words before a car that are about nothing else. */
const linking = new Set(['for', 'my', 'a', 'an', 'the', 'fits', 'fitting', 'in', 'on', 'to'])

export type CarsByName = Map<string, SearchedCar[]>

export function carsByName(cars: SearchedCar[]): CarsByName {
  const byName: CarsByName = new Map()
  for (const car of cars)
    for (const name of new Set(car.names)) {
      const known = byName.get(name)
      if (known) known.push(car)
      else byName.set(name, [car])
    }
  return byName
}

/**
 * The longest run of words in a search that names cars: a model or an engine code, and whatever stands beside it and is
 * true of some of those cars. “500” and “Up” are too short to be meant as a car without its make; and “coil spring” is no
 * Dacia Spring: words that parts are called by need another one beside them that is about cars.
 */
function namedCars(
  q: string,
  byName: CarsByName,
  partWords: ReadonlySet<string> = new Set(),
): CarNames<SearchedCar> | undefined {
  const typed = q.split(/\s+/).filter(Boolean).slice(0, mostWords)
  const words = typed.map(searchWordsOf)
  const isCarWord = ({ key }: Word) => /\p{L}/u.test(key) && !partWords.has(key)
  let best: Run | undefined
  for (let from = 0; from < words.length; from += 1)
    for (let to = from + 1; to <= Math.min(words.length, from + longestName); to += 1) {
      const name = keyOf(words.slice(from, to))
      const cars = byName.get(name)
      if (!cars) continue
      const run = grown({ from, to, cars }, words)
      if (best && run.to - run.from <= best.to - best.from) continue
      const isAboutCars = isTelling(name) && words.slice(run.from, run.to).flat().some(isCarWord)
      if (isAboutCars || namesMake(run, words)) best = run
    }
  if (!best) return undefined
  const before = typed.slice(0, best.from)
  while (linking.has(before.at(-1)?.toLowerCase() ?? '')) before.pop()
  return {
    words: typed.slice(best.from, best.to).join(' '),
    rest: [...before, ...typed.slice(best.to)].join(' '),
    cars: best.cars,
  }
}

type Run = { from: number; to: number; cars: SearchedCar[] }

/** With the words to the right and to the left that leave at least one car. */
function grown({ from, to, cars }: Run, words: Word[][]): Run {
  const having = (named: Word[] | undefined) =>
    named && named.length > 0 && !named.some(isMeasure)
      ? cars.filter((car) => named.every((word) => isWhole(car, word)))
      : []
  for (;;) {
    const [right, left] = [having(words[to]), having(words[from - 1])]
    if (right.length > 0) [cars, to] = [right, to + 1]
    else if (left.length > 0) [cars, from] = [left, from - 1]
    else return { from, to, cars }
  }
}

/** “golf battery 77 Ah” is not about 77 kW. */
const isMeasure = ({ key, year }: Word) => !year && /^\d{2,}$/.test(key)

const keyOf = (words: Word[][]) =>
  words
    .flat()
    .map(({ key }) => key)
    .join(' ')

const isTelling = (name: string) => /\p{L}/u.test(name) && (name.length > 2 || /\d/.test(name))

const namesMake = ({ from, to, cars }: Run, words: Word[][]) =>
  ` ${keyOf(words.slice(from, to))} `.includes(` ${cars[0]!.make} `)

/** Makes that are asked for everywhere: also of one whose cars are not listed here, the word is about the car. */
const wellKnownMakes = new Set(
  'acura audi bmw buick cadillac chevrolet chrysler citroen cupra dacia daewoo daihatsu dodge ferrari fiat ford gmc honda hyundai infiniti isuzu jaguar jeep kia lada lancia lexus lincoln mazda mercedes mg mitsubishi nissan opel peugeot pontiac porsche renault rover saab skoda subaru suzuki tesla toyota vauxhall volkswagen volvo'.split(
    ' ',
  ),
)

/**
 * What of a search is about cars: those that it names, or a make with what stands behind it, as in “bmw 320d brake”. Words
 * that parts are called by are about parts.
 */
export function carsInSearch(
  q: string,
  { all, byName }: { all: SearchedCar[]; byName: CarsByName },
  { partWords, meantBy = notMeant }: { partWords: ReadonlySet<string>; meantBy?: MeantBy },
): CarNames<SearchedCar> | undefined {
  const named = namedCars(q, byName, partWords)
  const typed = (named?.rest ?? q).split(/\s+/).filter(Boolean).slice(0, mostWords)
  const words = typed.map(searchWordsOf)
  const makes = new Set(all.map(({ make }) => make))
  const makeOf = (ofCar: Word[]) => {
    const key = ofCar.map((word) => word.key).join(' ')
    if (!key || partWords.has(key)) return undefined
    if (makes.has(key) || wellKnownMakes.has(key)) return key
    const isMeant = meantBy(key)
    return [...makes, ...wellKnownMakes].find((make) => make[0] === key[0] && isMeant(make))
  }
  const isAboutParts = (ofCar: Word[]) =>
    ofCar.length === 0 || ofCar.some(({ key }) => partWords.has(key) || linking.has(key))
  const rest: string[] = []
  const ofCar: Word[] = []
  /** The make and what stands behind it, as they were typed. */
  const car: string[] = []
  let make: string | undefined
  for (let n = 0; n < typed.length; n += 1) {
    const found = makeOf(words[n]!)
    if (!found) {
      rest.push(typed[n]!)
      continue
    }
    make ??= found
    car.push(typed[n]!)
    for (; n + 1 < typed.length && !isAboutParts(words[n + 1]!); n += 1) {
      ofCar.push(...words[n + 1]!)
      car.push(typed[n + 1]!)
    }
  }
  if (named) return { ...named, rest: rest.join(' ') }
  if (!make) return undefined
  while (linking.has(rest.at(-1)?.toLowerCase() ?? '')) rest.pop()
  const ofMake = all.filter((one) => one.make === make)
  const exact = ofMake.filter((one) => ofCar.every((word) => isWhole(one, word)))
  return exact.length > 0
    ? { words: car.join(' '), rest: rest.join(' '), cars: exact }
    : { words: car[0]!, rest: rest.join(' '), cars: ofMake }
}

/** Whether a word was perhaps meant by the one that was typed. */
export type MeantBy = (asked: string) => (word: string) => boolean
const notMeant: MeantBy = () => () => false

/** A word as it is looked for, prepared once for all cars. */
export type Word = { key: string; year: string; squeezed: string }

/** What people call makes by. */
const shortNames: Record<string, string> = { vw: 'volkswagen', chevy: 'chevrolet', merc: 'mercedes' }

export const searchWordsOf = (q: string): Word[] =>
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
