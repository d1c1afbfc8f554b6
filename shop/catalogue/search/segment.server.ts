/** How well a word must be found to count, by product number; the highest of all is kept. */
export type Worth = Uint8Array

/** A word in the name counts for more than the best one in the description. */
const inName = 5

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
    const words = Uint32Array.from(byWord.keys())
    const starts = new Uint32Array(words.length + 1)
    const holders = new Uint16Array(count)
    let at = 0
    for (const [n, list] of [...byWord.values()].entries()) {
      starts[n] = at
      holders.set(list, at)
      at += list.length
    }
    starts[words.length] = at
    return new Segment(products, words, starts, holders)
  }

  /** Notes for each product here how well its best word answers. */
  weigh(answer: Uint8Array, worth: Worth) {
    const { words, starts, holders, products } = this
    for (let n = 0; n < words.length; n += 1) {
      const how = answer[words[n]!]!
      if (how === 0) continue
      const end = starts[n + 1]!
      for (let at = starts[n]!; at < end; at += 1) {
        const holder = holders[at]!
        const number = products[holder >> 1]!
        const now = holder & 1 ? how + inName : how
        if (now > worth[number]!) worth[number] = now
      }
    }
  }

  #each(tell: (word: number, holder: number) => void) {
    for (const [n, word] of this.words.entries())
      for (let at = this.starts[n]!; at < this.starts[n + 1]!; at += 1) tell(word, this.holders[at]!)
  }
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
