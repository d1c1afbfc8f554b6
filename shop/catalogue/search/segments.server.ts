import type { Concept } from './query.server.ts'
import type { Worths } from './segment.server.ts'
import { Segment } from './segment.server.ts'
import type { Matches } from './vocabulary.server.ts'

/** Of each size, from and up to so many products, this many are put together: a search looks into each segment. */
const sizes = [
  [0, 128],
  [128, 2048],
] as const
const mostOfOneSize = 8
/** After so many that are gone, segments are looked through for those that are half empty. */
const goneAtOnce = 128

/** Segments that grow together: many small ones are made one, and one that is half gone is written again. */
export class Segments {
  #all: Segment[] = []
  readonly #gone = new Set<number>()

  /** Calls back with the numbers that may be used again. */
  constructor(readonly onFree: (number: number) => void) {}

  add(segment: Segment) {
    this.#all.push(segment)
    for (const [from, to] of sizes) {
      const alike = this.#all.filter(({ products }) => products.length >= from && products.length < to)
      if (alike.length >= mostOfOneSize) this.#merge(alike)
    }
  }

  drop(number: number) {
    this.#gone.add(number)
    if (this.#gone.size % goneAtOnce > 0) return
    for (const segment of this.#all)
      if (this.#goneOf(segment.products) * 2 > segment.products.length) this.#merge([segment])
  }

  /**
   * Raises what each product is worth to how well it answers a concept: the best of its alternatives, each as good as its
   * weakest word.
   */
  raise({ alternatives }: Pick<Concept, 'alternatives'>, best: Worths): Worths {
    const products = best.length
    for (const words of alternatives) {
      if (words.length === 1) this.#raise(words[0]!, best)
      else {
        const each = words.map((matches) => this.#raise(matches, new Uint8Array(products)))
        for (let number = 0; number < products; number += 1) {
          let weakest = 255
          for (const worths of each) weakest = Math.min(weakest, worths[number]!)
          if (weakest > best[number]!) best[number] = weakest
        }
      }
    }
    for (const number of this.#gone) best[number] = 0
    return best
  }

  #raise(matches: Matches, worths: Worths) {
    for (const segment of this.#all) segment.raise(matches, worths)
    return worths
  }

  #merge(segments: Segment[]) {
    const merged = Segment.merged(segments, (number) => this.#gone.has(number))
    this.#all = this.#all.filter((segment) => !segments.includes(segment))
    if (merged.products.length > 0) this.#all.push(merged)
    for (const { products } of segments)
      for (const number of products) if (this.#gone.delete(number)) this.onFree(number)
  }

  #goneOf(products: Uint32Array) {
    let gone = 0
    for (const number of products) if (this.#gone.has(number)) gone += 1
    return gone
  }
}
