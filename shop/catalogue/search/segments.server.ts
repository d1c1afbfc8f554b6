import type { Worth } from './segment.server.ts'
import { Segment } from './segment.server.ts'

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

  /** For each product by number how well its best word answers. */
  weigh(answer: Uint8Array, products: number): Worth {
    const worth = new Uint8Array(products)
    for (const segment of this.#all) segment.weigh(answer, worth)
    for (const number of this.#gone) worth[number] = 0
    return worth
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
