import { isMistakeFor } from '../words/mistakes.ts'
import type { Token } from '../words/tokens.ts'
import { tokensOf } from '../words/tokens.ts'
import type { Synonyms } from './synonyms.ts'
import type { Matches, Vocabulary } from './vocabulary.server.ts'
import { levels } from './vocabulary.server.ts'

/** One thing that is asked for: it is found where all words of one of its alternatives are. */
export type Concept = {
  word: string
  alternatives: Matches[][]
  /** Whether the shop knows it without taking it for a mistake. */
  isKnown: boolean
  /** Positions, counts and measures narrow a search; they name no kind of part by themselves. */
  isKind: boolean
}

/** Further words narrow a search no further. */
export const mostConcepts = 12
/** Alternatives beyond these only cost time. */
const mostAlternatives = 8
/** A shorter half of a word is a word by accident. */
const shortestHalf = 3

/** Say nothing about a part. */
export const fillers = new Set(
  'a an and are at by for from i in is it me my need of on or our please show that the this to want what where which with you your'.split(
    ' ',
  ),
)
const narrowing = new Set(
  'front rear left right upper lower inner outer pair set kit piece new for full one two three four six'.split(
    ' ',
  ),
)

type Dictionary = { vocabulary: Vocabulary; synonyms: Synonyms }

/** What a search means in the words of the shop. Only unknown words are taken for mistakes. */
export function conceptsOf(q: string, dictionary: Dictionary): Concept[] {
  const tokens = meaningful(tokensOf(q))
  const words = tokens.map(({ word }) => word)
  const replaced = replacements(words, dictionary)
  return tokens.map((token, n) => {
    const known = [...own(token, dictionary), ...joined(words, n, dictionary), ...(replaced[n] ?? [])]
    const certain = known.length > 0 ? known : split(token.word, dictionary)
    const isKnown = certain.length > 0
    const guessed = isKnown ? [] : mistaken(token.word, dictionary)
    return {
      word: token.word,
      alternatives: [...certain, ...guessed].slice(0, mostAlternatives),
      isKnown,
      isKind: token.word.length >= 3 && !/\d/.test(token.word) && !narrowing.has(token.word),
    }
  })
}

/** The same concept, in which a known word may be a mistake for another one, too. */
export function withMistakes(concept: Concept, dictionary: Dictionary): Concept {
  const guessed = concept.isKnown ? mistaken(concept.word, dictionary) : []
  if (guessed.length === 0) return concept
  return { ...concept, alternatives: [...concept.alternatives, ...guessed].slice(0, mostAlternatives) }
}

/** Each word once; little words and signs only where there is nothing else. */
function meaningful(tokens: Token[]) {
  const once = [...new Map(tokens.map((token) => [token.word, token])).values()]
  const telling = once.filter(({ word }) => !fillers.has(word) && /[\p{L}\d]/u.test(word))
  return (telling.length > 0 ? telling : once).slice(0, mostConcepts)
}

/** A measure that nobody wrote so may be there in pieces. */
function own({ word, pieces }: Token, { vocabulary }: Dictionary): Matches[][] {
  const whole = vocabulary.matching(word)
  if (whole.size > 0) return [[whole]]
  const inPieces = pieces?.map((piece) => vocabulary.sameWord(piece))
  return inPieces?.every(({ size }) => size > 0) ? [inPieces] : []
}

/** Head light: the shop may write it as one word. */
const joined = (words: string[], n: number, { vocabulary }: Dictionary): Matches[][] =>
  [n - 1, n].flatMap((first) => {
    const [before, after] = [words[first], words[first + 1]]
    if (before === undefined || after === undefined) return []
    const whole = vocabulary.sameWord(before + after)
    return whole.size > 0 ? [[whole]] : []
  })

/** Sparkplug: the shop may write it as two words. */
function split(word: string, { vocabulary }: Dictionary): Matches[][] {
  const found: Matches[][] = []
  for (let at = shortestHalf; at <= word.length - shortestHalf; at += 1) {
    const halves = [word.slice(0, at), word.slice(at)].map((half) => vocabulary.sameWord(half))
    if (halves.every(({ size }) => size > 0)) found.push(halves)
  }
  return found
}

/** For each word, what it and its neighbours are called elsewhere in the trade. */
function replacements(words: string[], { vocabulary, synonyms }: Dictionary) {
  const found: Matches[][][] = words.map(() => [])
  for (const [from] of words.entries())
    for (const { stems, others } of synonyms.at(words, from))
      for (const phrase of others) {
        const matches = phrase.map((word) => atMost(levels.synonym, vocabulary.sameWord(word)))
        if (matches.every(({ size }) => size > 0))
          for (const n of stems.keys()) found[from + n]!.push(matches)
      }
  return found
}

/** A mistake may also be one in a word that only the table of synonyms knows. */
function mistaken(word: string, { vocabulary, synonyms }: Dictionary): Matches[][] {
  const meant = vocabulary.mistaken(word)
  const found = meant.size > 0 ? [[meant]] : []
  if (word.length < shortestForgiven) return found
  for (const other of synonyms.words)
    if (other.length >= shortestForgiven && isMistakeFor(other, word, 1))
      for (const matches of replacements([other], { vocabulary, synonyms })[0]!)
        found.push(matches.map((one) => atMost(levels.mistyped, one)))
  return found
}
const shortestForgiven = 4

const atMost = (level: number, matches: Matches): Matches =>
  new Map([...matches].map(([number, how]) => [number, Math.min(how, level)]))
