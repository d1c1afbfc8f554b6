import { lettersOf, mayBeMeantBy, meantBy } from '../words/mistakes.ts'
import { stem } from '../words/tokens.ts'

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
  /** Of each word whether something is called by it. Only such a word may be mistyped, begun or be a piece of another. */
  readonly #isName: boolean[] = []
  /** What may be mistyped: no numbers and nothing short. */
  readonly #forgiving: number[] = []
  /** Of those, the letters. */
  readonly #letters: number[] = []
  /** Those that a word of letters alone can begin or be a piece of. Most words of a large shop are numbers. */
  readonly #lettered = new WordText()
  readonly #others = new WordText()

  numberOf(word: string, isName: boolean) {
    const number = this.#numbers.get(word) ?? this.#add(word)
    if (isName && !this.#isName[number]) this.#addName(number)
    return number
  }

  #add(word: string) {
    // A copy: a piece cut out of a description would keep the whole description in memory.
    const own = Buffer.from(word).toString()
    const number = this.#words.push(own) - 1
    this.#numbers.set(own, number)
    if (!isLettered(own)) this.#others.add(own, number)
    if (/\d/.test(own)) return number
    const root = stem(own)
    const family = this.#byStem.get(root)
    if (family) family.push(number)
    else this.#byStem.set(root, [number])
    return number
  }

  #addName(number: number) {
    const word = this.#words[number]!
    this.#isName[number] = true
    if (isLettered(word)) this.#lettered.add(word, number)
    if (word.length < 3 || /\d/.test(word)) return
    this.#forgiving.push(number)
    this.#letters.push(lettersOf(word))
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
    const visit = (number: number, isBeginning: boolean) => {
      if (!matches.has(number)) matches.set(number, isBeginning ? levels.beginning : levels.within)
    }
    this.#lettered.find(asked, visit)
    if (!/^\p{L}+$/u.test(asked)) this.#others.find(asked, visit)
    return matches
  }

  /** Words that were perhaps meant. */
  mistaken(asked: string): Matches {
    const matches: Matches = new Map()
    const mayBeMeant = mayBeMeantBy(asked)
    const isMeant = meantBy(asked)
    for (const [n, number] of this.#forgiving.entries())
      if (mayBeMeant(this.#letters[n]!) && isMeant(this.#words[number]!)) matches.set(number, levels.mistyped)
    return matches
  }
}

const isLettered = (word: string) => /^\p{L}|\p{L}{4}/u.test(word)

/** Words in one text: finding a piece of a word in it is much quicker than word by word. */
class WordText {
  #text = between
  #starts = new Uint32Array()
  readonly #words: string[] = []
  readonly #numbers: number[] = []

  add(word: string, number: number) {
    this.#words.push(word)
    this.#numbers.push(number)
  }

  /** The words that begin with a piece, and from four letters those that hold it. */
  find(piece: string, visit: (number: number, isBeginning: boolean) => void) {
    this.#write()
    const text = this.#text
    const needle = piece.length < shortestPiece ? between + piece : piece
    let n = 0
    for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) {
      const start = needle === piece ? at : at + 1
      while (n + 1 < this.#starts.length && this.#starts[n + 1]! <= start) n += 1
      visit(this.#numbers[n]!, this.#starts[n] === start)
    }
  }

  /** Adds what has come since the last time. */
  #write() {
    if (this.#words.length === 0) return
    const known = this.#starts.length
    const starts = new Uint32Array(known + this.#words.length)
    starts.set(this.#starts)
    let at = this.#text.length
    for (const [n, word] of this.#words.entries()) {
      starts[known + n] = at
      at += word.length + 1
    }
    this.#text += this.#words.join(between) + between
    this.#starts = starts
    this.#words.length = 0
  }
}
