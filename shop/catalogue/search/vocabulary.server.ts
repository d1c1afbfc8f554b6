import { differsByAtMost, forgivenMistakes } from './mistakes.ts'
import { stem } from './stem.ts'

/** How well a word of the shop matches a word of a search; 0 when it does not. Below eight: see Segment. */
export const levels = { mistyped: 1, within: 2, beginning: 3, synonym: 4, sameStem: 5, exact: 6 } as const

/** A shorter piece is inside too many words by accident: oil in coil, led in drilled. */
const shortestPiece = 4
/** A shorter number begins too many others. */
const shortestNumber = 3
const between = '\n'

/** For each matching word of the shop, by its number, how well it matches. */
export type Matches = Map<number, number>

/** Every different word of all products, each once and with a number. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>()
  readonly #words: string[] = []
  readonly #byStem = new Map<string, number[]>()
  /** What may be mistyped: no numbers and nothing short. */
  readonly #forgiving: number[] = []
  /** All words in one text: finding a piece of a word in it is much quicker than word by word. */
  #text = between
  #starts = new Uint32Array()

  numberOf(word: string) {
    const known = this.#numbers.get(word)
    if (known !== undefined) return known
    // A copy: a piece cut out of a description would keep the whole description in memory.
    const own = Buffer.from(word).toString()
    const number = this.#words.push(own) - 1
    this.#numbers.set(own, number)
    if (/\d/.test(own)) return number
    const root = stem(own)
    const family = this.#byStem.get(root)
    if (family) family.push(number)
    else this.#byStem.set(root, [number])
    if (own.length >= 3) this.#forgiving.push(number)
    return number
  }

  /** The word itself and its other forms. */
  sameWord(asked: string): Matches {
    const matches: Matches = new Map()
    for (const number of this.#byStem.get(stem(asked)) ?? []) matches.set(number, levels.sameStem)
    const number = this.#numbers.get(asked)
    if (number !== undefined) matches.set(number, levels.exact)
    return matches
  }

  /** Its forms, and words that begin with it or hold it. */
  matching(asked: string): Matches {
    const matches = this.sameWord(asked)
    if (/^\d+$/.test(asked) && asked.length < shortestNumber) return matches
    this.#write()
    const text = this.#text
    const needle = asked.length < shortestPiece ? between + asked : asked
    let number = 0
    for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) {
      const start = needle === asked ? at : at + 1
      while (number + 1 < this.#starts.length && this.#starts[number + 1]! <= start) number += 1
      if (!matches.has(number))
        matches.set(number, this.#starts[number] === start ? levels.beginning : levels.within)
    }
    return matches
  }

  /** Words that were perhaps meant. */
  mistaken(asked: string): Matches {
    const matches: Matches = new Map()
    const most = forgivenMistakes(asked)
    if (most > 0)
      for (const number of this.#forgiving)
        if (differsByAtMost(most, asked, this.#words[number]!)) matches.set(number, levels.mistyped)
    return matches
  }

  #write() {
    if (this.#starts.length === this.#words.length) return
    const starts = new Uint32Array(this.#words.length)
    starts.set(this.#starts)
    const added = this.#words.slice(this.#starts.length)
    let at = this.#text.length
    for (const [n, word] of added.entries()) {
      starts[this.#starts.length + n] = at
      at += word.length + 1
    }
    this.#text += added.join(between) + between
    this.#starts = starts
  }
}
