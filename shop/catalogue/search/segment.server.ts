import type { Concept } from './query.server.ts'
import type { Matches } from './vocabulary.server.ts'

/** How well each product answers one concept, by its number; 0 when it does not. */
export type Worths = Uint8Array

/**
 * Where a word stands: in the description; in the name, but about what comes with the part or what it is made for; in the
 * name; or as the noun that says what the part is.
 */
export const places = { text: 0, beside: 1, name: 2, noun: 3 } as const
export type TokenPlace = (typeof places)[keyof typeof places]
const bitsOfPlace = 2

/** The best word of one place counts for less than the weakest of the next one. */
export const worthOf = (level: number, place: TokenPlace | number) => place * 8 + level
/** From here on a word is one that the part is called by. */
export const named = worthOf(1, places.beside)
export const asNoun = worthOf(1, places.noun)

/** Which of some thousand products hold which words. It is never changed, only replaced by one made of several. */
export class Segment {
  /** Of each word, where its products begin; one more for the end of the last. */
  private constructor(
    readonly products: Uint32Array,
    private readonly words: Uint32Array,
    private readonly starts: Uint32Array,
    /** Which of `products` it is, and where the word stands. */
    private readonly holders: Uint16Array,
  ) {}

  static of(products: { number: number; places: Map<number, TokenPlace> }[]) {
    const holders = new Holders()
    for (const [n, product] of products.entries())
      for (const [word, place] of product.places) holders.add(word, (n << bitsOfPlace) | place)
    return Segment.#from(
      Uint32Array.from(products, ({ number }) => number),
      holders,
    )
  }

  /** One segment of several, without the products that are gone. */
  static merged(segments: Segment[], isGone: (number: number) => boolean) {
    const products: number[] = []
    const holders = new Holders()
    for (const segment of segments) {
      const kept = Array.from(segment.products, (number) => (isGone(number) ? -1 : products.push(number) - 1))
      segment.#each((word, holder) => {
        const n = kept[holder >> bitsOfPlace]!
        if (n >= 0) holders.add(word, (n << bitsOfPlace) | placeIn(holder))
      })
    }
    return Segment.#from(Uint32Array.from(products), holders)
  }

  static #from(products: Uint32Array, { count, byWord }: Holders) {
    const words = Uint32Array.from(byWord.keys()).sort()
    const starts = new Uint32Array(words.length + 1)
    const holders = new Uint16Array(count)
    let at = 0
    for (const [n, word] of words.entries()) {
      const list = byWord.get(word)!
      starts[n] = at
      holders.set(list, at)
      at += list.length
    }
    starts[words.length] = at
    return new Segment(products, words, starts, holders)
  }

  /** Raises the worth of each product here to that of its best word. */
  raise(matches: Matches, worths: Worths) {
    const { words, starts, holders, products } = this
    this.#eachMatch(matches, (n) => {
      const level = matches.get(words[n]!)!
      const end = starts[n + 1]!
      for (let at = starts[n]!; at < end; at += 1) {
        const holder = holders[at]!
        const worth = worthOf(level, placeIn(holder))
        const number = products[holder >> bitsOfPlace]!
        if (worth > worths[number]!) worths[number] = worth
      }
    })
  }

  /** The places of those words here that match: by looking up each, or through all when there are many. */
  #eachMatch(matches: Matches, visit: (n: number) => void) {
    const { words } = this
    if (matches.size * stepsOfOneLook > words.length) {
      for (let n = 0; n < words.length; n += 1) if (matches.has(words[n]!)) visit(n)
    } else
      for (const word of matches.keys()) {
        const n = placeOf(word, words)
        if (words[n] === word) visit(n)
      }
  }

  #each(visit: (word: number, holder: number) => void) {
    for (const [n, word] of this.words.entries())
      for (let at = this.starts[n]!; at < this.starts[n + 1]!; at += 1) visit(word, this.holders[at]!)
  }
}

const placeIn = (holder: number) => holder & ((1 << bitsOfPlace) - 1)

/** About what it takes to find one word of a segment, in words looked at one after the other. */
const stepsOfOneLook = 10

function placeOf(word: number, words: Uint32Array) {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (words[middle]! < word) low = middle + 1
    else high = middle
  }
  return low
}

class Holders {
  count = 0
  readonly byWord = new Map<number, number[]>()

  add(word: number, holder: number) {
    const list = this.byWord.get(word)
    if (list) list.push(holder)
    else this.byWord.set(word, [holder])
    this.count += 1
  }
}

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
