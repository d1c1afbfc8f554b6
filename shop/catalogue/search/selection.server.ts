import type { Concept } from './query.server.ts'
import type { Worths } from './segment.server.ts'
import { inName } from './segment.server.ts'
import { levels } from './vocabulary.server.ts'

/** For each product by its number how well it answers; 0 when it does not. */
export type Scores = Uint16Array
/** Groups of products, each for another kind of part that was asked for, and the words that found nothing. */
export type Selection = { groups: Scores[]; missing: string[] }

export type Asked = { concept: Concept; worths: Worths }

/** More kinds of part than these in one search are no search any more. */
const mostGroups = 4
const namedForSure = inName + levels.synonym

/**
 * Chooses what answers a search best: products that have every word; without such, those that have the words that
 * matter; and when the words name several kinds of part, some of each.
 */
export function select(asked: Asked[], guess: () => Asked[]): Selection {
  const all = holding(asked)
  if (all.isNamed) return { groups: [all.scores], missing: [] }
  if (all.total === 0 && asked.every(({ concept }) => concept.alternatives.length > 0)) {
    // The words are known, but no product has them all: one of them may be a mistake for another.
    const guessed = holding(guess())
    if (guessed.isNamed) return { groups: [guessed.scores], missing: [] }
  }
  const totals = scored(asked)
  const { used, held: first } = wordsThatMatter(asked, { all, totals })
  // A single letter begins a word of every product.
  const isAny = used.length === asked.length || used.some(({ concept }) => concept.word.length > 1)
  if (!isAny) return { groups: [], missing: asked.map(({ concept }) => concept.word) }
  const groups = [first.scores]
  const named = new Set(used.filter((_, n) => first.named[n]))
  for (const kind of asked) {
    if (groups.length === mostGroups || named.has(kind) || !kind.concept.isKind || !kind.concept.isKnown)
      continue
    const best = bestOf(totals, (number) => kind.worths[number]! >= namedForSure)
    if (best < 0) continue
    const together = asked.filter(({ worths }) => worths[best]! >= namedForSure)
    for (const one of together) named.add(one)
    groups.push(holding(together, namedForSure).scores)
  }
  const missing = asked.filter((one) => !used.includes(one) && !named.has(one))
  return { groups, missing: missing.map(({ concept }) => concept.word) }
}

/** All words, all known ones, or those of the product that answers best: whichever leads to the better product. */
function wordsThatMatter(asked: Asked[], { all, totals }: { all: Held; totals: Scores }) {
  const known = asked.filter(({ concept }) => concept.isKnown)
  const held = known.length === asked.length ? all : holding(known)
  if (held.total > 0 && (all.total === 0 || totals[held.best]! > totals[all.best]!))
    return { used: known, held }
  if (all.total > 0) return { used: asked, held: all }
  const best = bestOf(totals, () => true)
  const used = best < 0 ? [] : asked.filter(({ worths }) => worths[best]! > 0)
  return { used, held: holding(used) }
}

type Held = {
  scores: Scores
  total: number
  best: number
  /** Whether one of the products has all of the words in its name. */
  isNamed: boolean
  /** Of each word whether one of the products has it in its name. */
  named: boolean[]
}

/** The products that hold all of these. */
function holding(asked: Asked[], atLeast = 1): Held {
  const size = asked[0]?.worths.length ?? 0
  const scores = new Uint16Array(size)
  const named = asked.map(() => false)
  const held: Held = { scores, total: 0, best: -1, isNamed: false, named }
  if (asked.some(({ concept }) => concept.alternatives.length === 0)) return held
  let mostSaid = -1
  for (let number = 0; number < size; number += 1) {
    let sum = 0
    let namedHere = 0
    for (let n = 0; n < asked.length; n += 1) {
      const worth = asked[n]!.worths[number]!
      if (worth < atLeast) {
        sum = 0
        break
      }
      sum += worth
      if (worth > inName) namedHere += 1
    }
    if (sum === 0) continue
    scores[number] = sum
    held.total += 1
    if (namedHere === asked.length) held.isNamed = true
    if (sum > mostSaid) [held.best, mostSaid] = [number, sum]
    if (namedHere > 0)
      for (let n = 0; n < asked.length; n += 1) named[n] ||= asked[n]!.worths[number]! > inName
  }
  return held
}

/** How well each product answers the words it holds, whichever they are. */
function scored(asked: Asked[]): Scores {
  const totals = new Uint16Array(asked[0]?.worths.length ?? 0)
  for (const { worths } of asked)
    for (let number = 0; number < totals.length; number += 1) totals[number]! += worths[number]!
  return totals
}

/** The product of the highest score among some, or -1. */
function bestOf(totals: Scores, isCandidate: (number: number) => boolean) {
  let best = -1
  let highest = 0
  for (let number = 0; number < totals.length; number += 1)
    if (totals[number]! > highest && isCandidate(number)) {
      best = number
      highest = totals[number]!
    }
  return best
}
