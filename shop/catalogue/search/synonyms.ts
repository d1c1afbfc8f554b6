import { meantBy } from '../words/mistakes.ts'
import { stem, tokensOf } from '../words/tokens.ts'
import { fillers } from './little-words.ts'

type Phrase = string[]
export type FoundGroups = {
  /** How many words of the search it replaces. */
  length: number
  others: Phrase[]
  /** Whether one of them had to be taken for a mistake. */
  isGuessed: boolean
}

const shortestForgiven = 4
/** A shorter word is the end of too many others by accident. */
const shortestInCompound = 5
/** What German puts behind a part that comes in several pieces. */
const setOf = /^(?:e?n|s)?(?:satz|saetze|satze|set|kit|paar)$/

/** Names of the same thing: a search for one finds the others too, ranked below the word itself. */
export class Synonyms {
  /** By the root of its first word, each phrase with those that mean the same. */
  readonly #byFirst = new Map<string, { roots: string[]; others: Phrase[] }[]>()
  readonly #words = new Set<string>()
  readonly #roots = new Set<string>()
  /** Phrases of one word, which may be a part of a compound. */
  readonly #whole = new Map<string, string>()

  readonly #groups: Phrase[][] = []

  constructor(groups: string[][]) {
    for (const group of groups) {
      const phrases = group.map(phraseOf)
      this.#groups.push(group.flatMap(spellingsOf))
      for (const [n, text] of group.entries())
        for (const phrase of spellingsOf(text)) this.#add(phrase, phrases.toSpliced(n, 1))
    }
  }

  #add(phrase: Phrase, others: Phrase[]) {
    const roots = phrase.map(rootOf)
    const [first] = roots
    if (first === undefined) return
    const known = this.#byFirst.get(first)
    if (known) known.push({ roots, others })
    else this.#byFirst.set(first, [{ roots, others }])
    for (const word of phrase) this.#words.add(word)
    for (const root of roots) this.#roots.add(root)
    if (phrase.length === 1 && first.length >= shortestInCompound) this.#whole.set(first, phrase[0]!)
  }

  /** All other names of these things. */
  namesOf(names: Phrase[]): Phrase[] {
    const key = (phrase: Phrase) => phrase.map(rootOf).join(' ')
    const wanted = new Set(names.map(key))
    return this.#groups.filter((group) => group.some((phrase) => wanted.has(key(phrase)))).flat()
  }

  /** Whether it is a word of some name. */
  has(word: string) {
    return this.#roots.has(rootOf(word))
  }

  /** Whether something is called by this word alone. */
  isName(word: string) {
    return (this.#byFirst.get(rootOf(word)) ?? []).some(({ roots }) => roots.length === 1)
  }

  /** What a word is perhaps meant for: one of ours with a mistake, or the word that a compound is made of. */
  meantBy(word: string): string[] {
    if (word.length < shortestForgiven || this.has(word)) return []
    const isMeant = meantBy(word)
    const root = rootOf(word)
    const compounded = [...this.#whole].filter(
      ([one]) => root.endsWith(one) || (word.startsWith(one) && setOf.test(word.slice(one.length))),
    )
    if (compounded.length > 0) return [compounded.sort(([a], [b]) => b.length - a.length)[0]![1]]
    return [...this.#words].filter((one) => one.length >= shortestForgiven && isMeant(one))
  }

  /** What the words from this one on may be called instead. Each is given with what else it may be meant for. */
  at(words: { word: string; meant: string[] }[], from: number): FoundGroups[] {
    const found: FoundGroups[] = []
    const rootsOf = ({ word, meant }: (typeof words)[number]) => [word, ...meant].map(rootOf)
    for (const first of new Set(rootsOf(words[from]!)))
      for (const { roots, others } of this.#byFirst.get(first) ?? []) {
        const asked = words.slice(from, from + roots.length)
        if (asked.length < roots.length || !roots.every((root, n) => rootsOf(asked[n]!).includes(root)))
          continue
        found.push({
          length: roots.length,
          others,
          isGuessed: !roots.every((root, n) => rootOf(asked[n]!.word) === root),
        })
      }
    return found
  }
}

/** Of a name its words, without those that only join them: “disco de freno” is disco, freno. */
export function phraseOf(text: string): Phrase {
  const words = tokensOf(text).map(({ word }) => word)
  const telling = words.filter((word) => !fillers.has(word))
  return telling.length > 0 ? telling : words
}

/** Bremsbeläge is also written Bremsbelaege. */
function spellingsOf(text: string) {
  const written = text.normalize('NFC').replace(/[äöü]/gi, (letter) => `${letter.normalize('NFD')[0]}e`)
  return written === text ? [phraseOf(text)] : [phraseOf(text), phraseOf(written)]
}

/** What a word has in common with its other forms: Bremsscheibe and Bremsscheiben, discos and disco. */
export const rootOf = (word: string) => {
  const root = stem(word)
  return root.length > 5 ? root.replace(/en$/, '') : root
}
