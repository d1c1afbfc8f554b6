import type { Scores } from './segment.server.ts'
import { Segment } from './segment.server.ts'
import type { Answer } from './vocabulary.server.ts'

/** Whole batches stay as they were read; what came one by one is put together. */
const small = 128
const mostSmall = 8

/** Segments that grow together: many small ones are made one, and one that is half gone is written anew. */
export class Segments {
  #all: Segment[] = []
  readonly #gone = new Set<number>()

  /** Calls back with the numbers that may be used again. */
  constructor(readonly onFree: (number: number) => void) {}

  add(segment: Segment) {
    this.#all.push(segment)
    const few = this.#all.filter(({ products }) => products.length < small)
    if (few.length >= mostSmall) this.#merge(few)
  }

  drop(number: number) {
    this.#gone.add(number)
    if (this.#gone.size % small > 0) return
    for (const segment of this.#all)
      if (this.#goneOf(segment.products) * 2 > segment.products.length) this.#merge([segment])
  }

  /** How well each of so many products answers; only those do that hold a word for each of the answers. */
  score(answers: Answer[], products: number): Scores {
    const scores = new Uint16Array(products)
    const rareFirst = answers.toSorted((a, b) => a.holders - b.holders)
    for (const segment of this.#all) segment.score(rareFirst, scores)
    for (const number of this.#gone) scores[number] = 0
    return scores
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
