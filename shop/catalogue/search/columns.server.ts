import type { Verdict } from '../contract.ts'
import type { FitKind } from '../rules.ts'

/** How the parts of the shop answer for one car, from those who know about cars. */
export type PartsForCar = {
  car: { name: string; shortName: string; about: string }
  /** Of the parts that name this car; another map when something about it has changed. */
  verdicts: ReadonlyMap<string, Verdict>
  /** Parts whose list names any car at all; another set when that has changed. */
  listed: ReadonlySet<string>
  marksOf: (ids: string[]) => Promise<{ _id: string; verdict: Verdict; words: string }[]>
}

/** From the worst to the best: a list for a car begins with what fits it for sure. */
const states = ['does-not-fit', 'unknown', 'every-car', 'only-if', 'fits'] as const
type State = (typeof states)[number]
const numberOf = (state: State) => states.indexOf(state)
export const fitStates = states.length

/** What a list for a car may be narrowed to, and how many parts there are of each. */
export type FitState = 'fits' | 'unknown' | 'not'
export const stateOf = (number: number): FitState => {
  if (number > numberOf('unknown')) return 'fits'
  return number === numberOf('unknown') ? 'unknown' : 'not'
}

/** How completely it is known of each product which cars it is for. */
export class FitColumn {
  readonly #kinds: FitKind[] = []
  #computed = new WeakMap<PartsForCar['verdicts'], { listed: ReadonlySet<string>; found: Uint8Array }>()

  set(product: number, kind: FitKind) {
    this.#kinds[product] = kind
    this.#computed = new WeakMap()
  }

  /**
   * What there is for some cars, before it is said which one it is: parts that are listed for them, then those for every
   * car, then those that are chosen by their size or not checked. A part that is listed for others only is left out.
   */
  scoresFor(listed: ReadonlySet<string>, numbers: ReadonlyMap<string, number>) {
    const scores = new Uint16Array(this.#kinds.length)
    for (const [id, number] of numbers) {
      const kind = this.#kinds[number]
      if (listed.has(id)) scores[number] = 3
      else if (kind === 'every-car') scores[number] = 2
      else if (kind === 'by-size' || kind === 'unsaid') scores[number] = 1
    }
    return scores
  }

  /** The state of each product for one car, by its number. */
  statesFor(parts: PartsForCar, numbers: ReadonlyMap<string, number>): Readonly<Uint8Array> {
    const known = this.#computed.get(parts.verdicts)
    if (known?.listed === parts.listed) return known.found
    const found = this.#compute(parts, numbers)
    this.#computed.set(parts.verdicts, { listed: parts.listed, found })
    return found
  }

  #compute({ verdicts, listed }: PartsForCar, numbers: ReadonlyMap<string, number>) {
    const found = new Uint8Array(this.#kinds.length)
    for (const [id, number] of numbers) {
      const kind = this.#kinds[number]
      const unnamed = kind === 'listed-all' && listed.has(id) ? 'does-not-fit' : 'unknown'
      found[number] = numberOf(kind === 'every-car' ? kind : (verdicts.get(id) ?? unnamed))
    }
    return found
  }
}

/** Values by number. What no product has any more keeps its number: values come back. */
export class Values {
  /** The first one is none. */
  readonly all = ['']
  readonly #numbers = new Map([['', 0]])

  add(value: string) {
    const known = this.#numbers.get(value)
    if (known !== undefined) return known
    const number = this.all.push(value) - 1
    this.#numbers.set(value, number)
    return number
  }
  /** By number, a one for each of these values. */
  marked(values: string[]) {
    const marks = new Uint8Array(this.all.length)
    for (const value of values) marks[this.#numbers.get(value) ?? marks.length] = 1
    return marks
  }
}

/** One number of each product, by the product's own number. */
export class NumberColumn {
  held = new Uint32Array(1024)

  set(product: number, value: number) {
    this.held = withRoom(this.held, product + 1)
    this.held[product] = value
  }
}

/** One value of each product. */
export class ValueColumn extends NumberColumn {
  readonly values = new Values()

  setValue(product: number, value: string) {
    this.set(product, this.values.add(value))
  }
}

/** Some numbers of each product, one after the other: an array for each product would be slower to count, and larger. */
export class ListColumn {
  readonly #starts = new NumberColumn()
  readonly #lengths = new NumberColumn()
  #used = 0
  all = new Uint32Array(1024)

  set(product: number, values: number[]) {
    const fits = values.length <= (this.#lengths.held[product] ?? 0)
    const start = fits ? this.#starts.held[product]! : this.#used
    if (!fits) this.#used += values.length
    this.all = withRoom(this.all, this.#used)
    this.all.set(values, start)
    this.#starts.set(product, start)
    this.#lengths.set(product, values.length)
  }
  startOf(product: number) {
    return this.#starts.held[product]!
  }
  endOf(product: number) {
    return this.#starts.held[product]! + this.#lengths.held[product]!
  }
}

function withRoom(numbers: Uint32Array<ArrayBuffer>, length: number) {
  if (length <= numbers.length) return numbers
  const larger = new Uint32Array(Math.max(length, numbers.length * 2))
  larger.set(numbers)
  return larger
}
