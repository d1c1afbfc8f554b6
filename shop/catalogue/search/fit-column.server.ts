import type { FitVerdict } from '../contract.ts'
import type { FitKind } from '../rules.ts'

/** How the parts of the shop answer for one car, from those who know about cars. */
export type PartsForCar = {
  /** The car's name. */
  car: string
  /** Parts that name this car and fit it, for sure or under a condition. */
  fitting: ReadonlySet<string>
  /** Parts that name this car and do not fit it. */
  notFitting: ReadonlySet<string>
  /** Parts whose list names any car at all; another set when that has changed. */
  listed: ReadonlySet<string>
  marksOf: (ids: string[]) => Promise<{ _id: string; verdict: FitVerdict; words: string }[]>
}

export const states = { unknown: 0, fits: 1, not: 2 } as const
export type FitState = keyof typeof states

/** How completely it is known of each product which cars it is for. */
export class FitColumn {
  readonly #kinds: FitKind[] = []
  /** By the parts that fit a car, which are another set when something about it has changed. */
  #computed = new WeakMap<ReadonlySet<string>, { listed: ReadonlySet<string>; found: Uint8Array }>()

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
    const known = this.#computed.get(parts.fitting)
    if (known?.listed === parts.listed) return known.found
    const found = this.#compute(parts, numbers)
    this.#computed.set(parts.fitting, { listed: parts.listed, found })
    return found
  }

  #compute({ fitting, notFitting, listed }: PartsForCar, numbers: ReadonlyMap<string, number>) {
    const found = new Uint8Array(this.#kinds.length)
    for (const [id, number] of numbers) {
      const kind = this.#kinds[number]
      if (kind === 'every-car' || fitting.has(id)) found[number] = states.fits
      else if (notFitting.has(id) || (kind === 'listed-all' && listed.has(id))) found[number] = states.not
    }
    return found
  }
}
