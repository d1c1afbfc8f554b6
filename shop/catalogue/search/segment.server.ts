import type { Matches } from './vocabulary.server.ts'

/** How well each product answers one concept, by its number; 0 when it does not. */
export type Worths = Uint8Array

/** Added to the level of a word that stands in the name: it counts for more than the best one in the description. */
export const inName = 8

/** Which of some thousand products hold which words. It is never changed, only replaced by one made of several. */
export class Segment {
  /** Of each word, where its products begin; one more for the end of the last. */
  private constructor(
    readonly products: Uint32Array,
    private readonly words: Uint32Array,
    private readonly starts: Uint32Array,
    /** Twice the place in `products`, and one more where the word stands in the name. */
    private readonly holders: Uint16Array,
  ) {}

  static of(products: { number: number; inName: Set<number>; inText: Set<number> }[]) {
    const holders = new Holders()
    for (const [place, product] of products.entries()) {
      for (const word of product.inName) holders.add(word, place * 2 + 1)
      for (const word of product.inText) if (!product.inName.has(word)) holders.add(word, place * 2)
    }
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
      const places = Array.from(segment.products, (number) =>
        isGone(number) ? -1 : products.push(number) - 1,
      )
      segment.#each((word, holder) => {
        const place = places[holder >> 1]!
        if (place >= 0) holders.add(word, place * 2 + (holder & 1))
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
        const worth = holder & 1 ? level + inName : level
        const number = products[holder >> 1]!
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
