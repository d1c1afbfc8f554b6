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
  #marks: { of: ReadonlySet<string>; isListed: Uint8Array } | undefined

  set(product: number, kind: FitKind) {
    this.#kinds[product] = kind
    this.#marks = undefined
  }

  /** The state of each product for one car, by its number. */
  statesFor({ fitting, notFitting, listed }: PartsForCar, numbers: ReadonlyMap<string, number>) {
    const isListed = this.#listed(listed, numbers)
    const found = new Uint8Array(this.#kinds.length)
    const set = (ids: ReadonlySet<string>, state: number) => {
      for (const id of ids) {
        const number = numbers.get(id)
        if (number !== undefined) found[number] = state
      }
    }
    for (let n = 0; n < found.length; n += 1)
      if (this.#kinds[n] === 'listed-all' && isListed[n]) found[n] = states.not
    set(fitting, states.fits)
    set(notFitting, states.not)
    for (let n = 0; n < found.length; n += 1) if (this.#kinds[n] === 'every-car') found[n] = states.fits
    return found
  }

  #listed(of: ReadonlySet<string>, numbers: ReadonlyMap<string, number>) {
    if (this.#marks?.of !== of) {
      const isListed = new Uint8Array(this.#kinds.length)
      for (const [id, number] of numbers) if (of.has(id)) isListed[number] = 1
      this.#marks = { of, isListed }
    }
    return this.#marks.isListed
  }
}
