import { narrowing, otherThings } from './little-words.ts'
import type { Concept } from './query.server.ts'
import type { TokenPlace } from './segment.server.ts'
import { named, places, worthOf } from './segment.server.ts'
import type { Synonyms } from './synonyms.ts'
import { phraseOf, rootOf } from './synonyms.ts'
import type { Matches, Vocabulary } from './vocabulary.server.ts'

/** A category as the search knows it; a group has no group. */
export type Kind = { id: string; name: string; group: string }

/** Its words by their numbers. */
type KindWords = { id: string; group: string; placeOf: Map<number, TokenPlace> }

/**
 * What parts are by their category: a part is called by its kind as it is by its name. And what else people ask for: the
 * names of things, whether the shop has them or not.
 */
export class Kinds {
  readonly #kinds: KindWords[]
  /** By the root of its first word, each name of a thing. */
  readonly #things = new Map<string, string[][]>()

  constructor(kinds: Kind[], { vocabulary, synonyms }: { vocabulary: Vocabulary; synonyms: Synonyms }) {
    this.#kinds = kinds.map(({ id, name, group }) => {
      const words = phraseOf(name)
      const noun = nounOf(words)
      const placeOf = new Map<number, TokenPlace>()
      for (const word of phraseOf(kinds.find((one) => one.id === group)?.name ?? ''))
        placeOf.set(vocabulary.numberOf(word, false), places.text)
      for (const word of words)
        placeOf.set(vocabulary.numberOf(word, true), word === noun ? places.noun : places.name)
      return { id, group, placeOf }
    })
    const names = kinds.filter(({ group }) => group).map(({ name }) => phraseOf(name))
    for (const phrase of [...names, ...synonyms.namesOf(names), ...otherThings.map(phraseOf)]) {
      const roots = phrase.map(rootOf)
      this.#things.set(roots[0]!, [...(this.#things.get(roots[0]!) ?? []), roots])
    }
  }

  /** How well each kind answers a concept, by its id; without those that do not. */
  worths({ alternatives }: Pick<Concept, 'alternatives'>): Map<string, number> {
    const found = new Map<string, number>()
    for (const { id, placeOf } of this.#kinds) {
      let best = 0
      for (const words of alternatives)
        best = Math.max(best, Math.min(...words.map((matches) => bestOf(placeOf, matches))))
      if (best > 0) found.set(id, best)
    }
    return found
  }

  /** Kinds that share a word with what is asked for, the most alike first, and then those beside them. */
  near(concepts: Concept[]): string[] {
    const shared = new Map<string, number>()
    for (const concept of concepts)
      if (concept.isKind)
        for (const [id, worth] of this.worths(concept))
          if (worth >= named) shared.set(id, (shared.get(id) ?? 0) + worth)
    const isAlike = ({ id }: KindWords) => shared.has(id)
    const kinds = this.#kinds.filter(({ group }) => group)
    const alike = kinds.filter(isAlike).sort((a, b) => shared.get(b.id)! - shared.get(a.id)!)
    const groups = new Set(alike.map(({ group }) => group))
    return [...alike, ...kinds.filter((kind) => !isAlike(kind) && groups.has(kind.group))].map(({ id }) => id)
  }

  /** The names of things in a search, as spans of its words. None stands inside another one. */
  thingsIn(words: string[]): { from: number; to: number }[] {
    const roots = words.map(rootOf)
    const spans = roots.flatMap((root, from) =>
      (this.#things.get(root) ?? [])
        .filter((thing) => thing.every((one, n) => roots[from + n] === one))
        .map((thing) => ({ from, to: from + thing.length })),
    )
    const isInside = (one: Span, other: Span) =>
      other.from <= one.from && one.to <= other.to && other.to - other.from > one.to - one.from
    return spans.filter((one) => !spans.some((other) => isInside(one, other)))
  }
}

type Span = { from: number; to: number }

function bestOf(placeOf: Map<number, TokenPlace>, matches: Matches) {
  let best = 0
  for (const [word, place] of placeOf) {
    const level = matches.get(word)
    if (level !== undefined) best = Math.max(best, worthOf(level, place))
  }
  return best
}

/** The word that says what it is: the disc of a brake disc, the clutch of a clutch kit. */
export const nounOf = (words: string[]) =>
  words.findLast(
    (word) => word.length > 1 && !/\d/.test(word) && !narrowing.has(word) && !narrowing.has(rootOf(word)),
  )
