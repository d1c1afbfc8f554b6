import { differsByAtMost, forgivenMistakes } from './mistakes.ts'

/** How well a word of the shop answers a word of a search; 0 when it does not. */
const mistyped = 1
const within = 2
const beginning = 3
const exact = 4

const between = '\n'

/** Every different word of all products, each once and with a number. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>()
  readonly #words: string[] = []
  /** What may be mistyped: no numbers and nothing short. */
  readonly #forgiving: { part: string; number: number }[] = []
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
    for (const part of own.split(innerBreak))
      if (part.length >= 3 && !hasDigit.test(part)) this.#forgiving.push({ part, number })
    return number
  }

  /** For each word by number how it answers, or undefined where none does. */
  answering(asked: string): Uint8Array | undefined {
    this.#write()
    const text = this.#text
    let at = text.indexOf(asked)
    if (at < 0) return undefined
    const found = new Uint8Array(this.#words.length)
    for (let number = 0; at >= 0; at = text.indexOf(asked, at + 1)) {
      while (number + 1 < this.#starts.length && this.#starts[number + 1]! <= at) number += 1
      const isBeginning = !isWordly(text.charCodeAt(at - 1))
      const isEnd = !isWordly(text.charCodeAt(at + asked.length))
      const how = !isBeginning ? within : isEnd ? exact : beginning
      if (how > found[number]!) found[number] = how
    }
    return found
  }

  /** The same, and words that were perhaps meant. */
  perhapsAnswering(asked: string): Uint8Array {
    const plain = asked.replace(outerBreaks, '')
    const known = this.answering(asked) ?? (plain === '' ? undefined : this.answering(plain))
    const found = known ?? new Uint8Array(this.#words.length)
    const most = forgivenMistakes(plain)
    if (most > 0)
      for (const { part, number } of this.#forgiving)
        if (!found[number] && differsByAtMost(most, plain, part)) found[number] = mistyped
    return found
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

const outerBreaks = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu
const innerBreak = /[^\p{L}\p{N}]+/u
const hasDigit = /\p{N}/u

/** Letters and digits; of other scripts, everything. */
export const isWordly = (code: number) =>
  code > 127 || (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
