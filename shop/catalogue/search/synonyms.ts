import { stem } from '../words/stem.ts'
import { tokensOf } from '../words/tokens.ts'

type Phrase = string[]

/** Names of the same thing: a search for one finds the others too, ranked below the word itself. */
export class Synonyms {
  /** By the stem of its first word, each phrase with those that mean the same. */
  readonly #byFirst = new Map<string, { stems: string[]; others: Phrase[] }[]>()
  readonly words: ReadonlySet<string>
  readonly #stems: ReadonlySet<string>

  constructor(groups: string[][]) {
    const all = groups.map((group) => group.map((phrase) => tokensOf(phrase).map(({ word }) => word)))
    this.words = new Set(all.flat(2))
    this.#stems = new Set([...this.words].map(stem))
    for (const phrases of all)
      for (const phrase of phrases) {
        const stems = phrase.map(stem)
        const known = this.#byFirst.get(stems[0]!) ?? []
        known.push({ stems, others: phrases.filter((other) => other !== phrase) })
        this.#byFirst.set(stems[0]!, known)
      }
  }

  has(word: string) {
    return this.#stems.has(stem(word))
  }

  /** What the words from this one on may be called instead, and how many of them it replaces. */
  at(words: string[], from: number) {
    return (this.#byFirst.get(stem(words[from]!)) ?? []).filter(({ stems }) =>
      stems.every((one, n) => words[from + n] !== undefined && stem(words[from + n]!) === one),
    )
  }
}
