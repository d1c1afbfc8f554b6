import { differsByAtMost, forgivenMistakes } from './mistakes.ts'

/** How well a word of the shop answers a word of a search; 0 when it does not. */
const mistyped = 1
const within = 2
const beginning = 3
export const exact = 4

const between = '\n'

/** For each word of the shop by number how it answers, the numbers of those that do, and about how many products hold one. */
export type Answer = { how: Uint8Array; words: number[]; holders: number }

/** Every different word of all products, each once and with a number. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>()
  readonly #words: string[] = []
  /** How often each word was taken up. What is deleted is not known here, so it only tells rare words from common ones. */
  readonly #taken: number[] = []
  /** What may be mistyped: no numbers and nothing short. */
  readonly #forgiving: { part: string; number: number }[] = []
  /** All words in one text: finding a piece of a word in it is much quicker than word by word. */
  #text = between
  #starts = new Uint32Array()

  /** The number of a word that one more product holds. */
  take(word: string) {
    const number = this.#numberOf(word)
    this.#taken[number]! += 1
    return number
  }

  #numberOf(word: string) {
    const known = this.#numbers.get(word)
    if (known !== undefined) return known
    // A copy: a piece cut out of a description would keep the whole description in memory.
    const own = Buffer.from(word).toString()
    const number = this.#words.push(own) - 1
    this.#taken.push(0)
    this.#numbers.set(own, number)
    for (const part of own.split(innerBreak))
      if (part.length >= 3 && !hasDigit.test(part)) this.#forgiving.push({ part, number })
    return number
  }

  /** Undefined where no word answers. */
  answering(asked: string): Answer | undefined {
    this.#write()
    const text = this.#text
    let at = text.indexOf(asked)
    if (at < 0) return undefined
    const found = this.#none()
    for (let number = 0; at >= 0; at = text.indexOf(asked, at + 1)) {
      while (number + 1 < this.#starts.length && this.#starts[number + 1]! <= at) number += 1
      const isBeginning = !isWordly(text.charCodeAt(at - 1))
      const isEnd = !isWordly(text.charCodeAt(at + asked.length))
      this.#note(found, number, !isBeginning ? within : isEnd ? exact : beginning)
    }
    return found
  }

  /** The same, and words that were perhaps meant. */
  perhapsAnswering(asked: string): Answer {
    const plain = asked.replace(outerBreaks, '')
    const found = this.answering(asked) ?? (plain === '' ? undefined : this.answering(plain)) ?? this.#none()
    const most = forgivenMistakes(plain)
    if (most > 0)
      for (const { part, number } of this.#forgiving)
        if (!found.how[number] && differsByAtMost(most, plain, part)) this.#note(found, number, mistyped)
    return found
  }

  #none(): Answer {
    return { how: new Uint8Array(this.#words.length), words: [], holders: 0 }
  }

  #note(answer: Answer, number: number, how: number) {
    const before = answer.how[number]!
    if (before === 0) {
      answer.words.push(number)
      answer.holders += this.#taken[number]!
    }
    if (how > before) answer.how[number] = how
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
