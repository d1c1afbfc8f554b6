import type { Concept } from './query.server.ts'
import type { Worths } from './segment.server.ts'
import { asNoun, named, places, worthOf } from './segment.server.ts'
import { levels } from './vocabulary.server.ts'

/** For each product by its number how well it answers; 0 when it does not. */
export type Scores = Uint16Array
/** Groups of products, each for another kind of part that was asked for, and the words that found nothing. */
export type Selection = { groups: Scores[]; missing: string[] }

export type Asked = { concept: Concept; worths: Worths }
/** The name of a thing, as a span of what is asked for. */
export type Thing = { from: number; to: number }

/** More kinds of part than these in one search are no search any more. */
const mostGroups = 4
const namedForSure = worthOf(levels.synonym, places.name)
const nounForSure = worthOf(levels.synonym, places.noun)
const besideForSure = worthOf(levels.synonym, places.beside)

/**
 * Chooses what answers a search best: products that have every word; without such, those that have the words that
 * matter; and when the words name several kinds of part, some of each. A thing that no part is called by finds nothing.
 */
export function select(all: Asked[], things: Thing[], guess: (asked: Asked[]) => Asked[]): Selection {
  const notOurs = new Set(
    things.filter((thing) => !isOurs(all, thing)).map(({ from }) => all[from]!.concept.clause),
  )
  const asked = all.filter(({ concept }) => !notOurs.has(concept.clause))
  const { groups, used } = chosen(asked, guess)
  return { groups, missing: all.filter((one) => !used.has(one)).map(({ concept }) => concept.word) }
}

/** Whether a part is called by all words of it, or they are only about what is to come with one. */
function isOurs(all: Asked[], { from, to }: Thing) {
  const words = all.slice(from, to)
  if (words.some(({ concept }) => concept.isBeside)) return true
  const worths = words.map((one) => one.worths)
  const [first] = worths
  search: for (let number = 0; number < first!.length; number += 1) {
    for (let n = 0; n < worths.length; n += 1) if (worths[n]![number]! < besideForSure) continue search
    return true
  }
  return false
}

type Chosen = { groups: Scores[]; used: Set<Asked> }
const nothing: Chosen = { groups: [], used: new Set() }

function chosen(asked: Asked[], guess: (asked: Asked[]) => Asked[]): Chosen {
  if (asked.length === 0) return nothing
  const all = holding(asked)
  if (all.isNamed) return { groups: [all.scores], used: new Set(asked) }
  if (all.total === 0 && asked.every(({ concept }) => concept.alternatives.length > 0)) {
    // The words are known, but no product has them all: one of them may be a mistake for another.
    const guessed = holding(guess(asked))
    if (guessed.isNamed) return { groups: [guessed.scores], used: new Set(asked) }
  }
  const totals = scored(asked)
  const { used, held: first } = wordsThatMatter(asked, { all, totals })
  if (!isAnswer(asked, used, first)) return nothing
  const groups = [first.scores]
  const found = new Set(used)
  const named = new Set(used.filter((_, n) => first.named[n]))
  for (const kind of asked) {
    const { concept, worths } = kind
    if (groups.length === mostGroups || named.has(kind) || !concept.isKind || !concept.isKnown) continue
    const best = bestOf(totals, (number) => worths[number]! >= (concept.isName ? namedForSure : nounForSure))
    if (best < 0) continue
    const together = asked.filter((one) => one.worths[best]! >= namedForSure)
    for (const one of together) {
      named.add(one)
      found.add(one)
    }
    groups.push(holding(together, namedForSure).scores)
  }
  return { groups, used: found }
}

/** With words that found nothing, the others must say what the part is: a door handle is no door mirror. */
function isAnswer(asked: Asked[], used: Asked[], { best }: Held) {
  if (best < 0) return false
  const isLeftOut = asked.some((one) => !used.includes(one) && isTelling(one))
  if (!isLeftOut) return true
  // A single letter begins a word of every product.
  if (!used.some(({ concept }) => concept.word.length > 1)) return false
  const telling = used.filter(isTelling)
  return (
    telling.some(({ worths }) => worths[best]! >= asNoun) ||
    telling.filter(({ worths }) => worths[best]! >= named).length > 1
  )
}

/** A word about what the part is, rather than its measures or where it stands. */
const isTelling = ({ concept }: Asked) => concept.isKind

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

/** The products that hold all of these; where some are called so, without those that only mention it. */
function holding(asked: Asked[], atLeast = 1): Held {
  const size = asked[0]?.worths.length ?? 0
  const scores = new Uint16Array(size)
  const held: Held = { scores, total: 0, best: -1, isNamed: false, named: [] }
  if (asked.some(({ concept }) => concept.alternatives.length === 0)) return held
  const worths = asked.map((one) => one.worths)
  const allWords = (1 << asked.length) - 1
  const tellingWords = asked.reduce((bits, one, n) => (isTelling(one) ? bits | (1 << n) : bits), 0)
  let [total, best, mostSaid, everNamed, isAnyCalledSo] = [0, -1, -1, 0, false]
  for (let number = 0; number < size; number += 1) {
    let sum = 0
    // A bit for each word that stands in the name.
    let inName = 0
    for (let n = 0; n < worths.length; n += 1) {
      const worth = worths[n]![number]!
      if (worth < atLeast) {
        sum = 0
        break
      }
      sum += worth
      if (worth >= named) inName |= 1 << n
    }
    if (sum === 0) continue
    total += 1
    if (sum > mostSaid) {
      best = number
      mostSaid = sum
    }
    scores[number] = sum
    if (inName === 0) continue
    everNamed |= inName
    if (inName === allWords) held.isNamed = true
    if ((inName & tellingWords) === 0) continue
    scores[number] = sum | calledSo
    isAnyCalledSo = true
  }
  held.best = best
  held.total = isAnyCalledSo ? keepCalledSo(scores) : total
  held.named = asked.map((_, n) => (everNamed & (1 << n)) > 0)
  return held
}

/** Beside a score, whether the product is called by a word of the search. */
const calledSo = 0x8000

/** Takes away what only mentions a word, and the marks. */
function keepCalledSo(scores: Scores) {
  let total = 0
  for (let number = 0; number < scores.length; number += 1) {
    const score = scores[number]!
    scores[number] = score & calledSo ? score - calledSo : 0
    if (score & calledSo) total += 1
  }
  return total
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
