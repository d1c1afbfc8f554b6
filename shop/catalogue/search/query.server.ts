import type { Token } from '../words/tokens.ts'
import { tokensOf } from '../words/tokens.ts'
import { fillers, narrowing } from './little-words.ts'
import type { Synonyms } from './synonyms.ts'
import { rootOf } from './synonyms.ts'
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
  /** Whether something in the trade is called by this word alone. */
  isName: boolean
  /** Things that are asked for together, as with “and” between them, are in clauses of their own. */
  clause: number
  /** After “with”: what is to come with a part. */
  isBeside: boolean
}

/** Further words narrow a search no further. */
export const mostConcepts = 12
/** Alternatives beyond these only cost time. */
const mostAlternatives = 8
/** A shorter half of a word is a word by accident. */
const shortestHalf = 3

const betweenClauses = /(?<!\d),\s+|(?<!\d)\s+(?:and|or|und|oder|et|ou|y|oraz|lub|&|\+|\/)\s+/iu
const beforeBeside = /\s(?:with|without|mit|ohne|avec|sans|con|sin)\s/iu

type Dictionary = { vocabulary: Vocabulary; synonyms: Synonyms }
type Word = Token & Pick<Concept, 'clause' | 'isBeside'>

/** What a search means in the words of the shop. Only unknown words are taken for mistakes. */
export function conceptsOf(q: string, dictionary: Dictionary): Concept[] {
  const { vocabulary, synonyms } = dictionary
  const tokens = meaningful(wordsOf(q))
  const words = tokens.map(({ word }) => word)
  const ownOf = tokens.map((token) => own(token, dictionary))
  const mistakenOf = words.map((word, n) =>
    ownOf[n]!.length > 0 || synonyms.has(word) ? [] : mistaken(word, vocabulary),
  )
  const asked = words.map((word, n) => ({
    word,
    meant: ownOf[n]!.length > 0 || mistakenOf[n]!.length > 0 ? [] : synonyms.meantBy(word),
  }))
  const replaced = replacements(asked, dictionary)
  return tokens.map(({ word, clause, isBeside }, n) => {
    const known = [...ownOf[n]!, ...joined(words, n, dictionary), ...replaced[n]!.known]
    const certain = known.length > 0 ? known : split(word, dictionary)
    const isKnown = certain.length > 0
    const guessed = isKnown ? [] : [...mistakenOf[n]!, ...replaced[n]!.guessed]
    return {
      word,
      alternatives: [...certain, ...guessed].slice(0, mostAlternatives),
      isKnown,
      isKind: !/\d/.test(word) && !replaced[n]!.isNarrowing && !isNarrowing(word),
      isName: synonyms.isName(word),
      clause,
      isBeside,
    }
  })
}

/** The same concept, in which a known word may be a mistake for another one, too. */
export function withMistakes(concept: Concept, { vocabulary }: Dictionary): Concept {
  const guessed = concept.isKnown ? mistaken(concept.word, vocabulary) : []
  if (guessed.length === 0) return concept
  return { ...concept, alternatives: [...concept.alternatives, ...guessed].slice(0, mostAlternatives) }
}

/** Whether there is a word of more than “parts for my car”. */
export const isAboutParts = (q: string) =>
  tokensOf(q).some(({ word }) => /[\p{L}\d]/u.test(word) && !fillers.has(word) && !isNarrowing(word))

const isNarrowing = (word: string) => narrowing.has(word) || narrowing.has(rootOf(word))

const wordsOf = (q: string): Word[] =>
  q
    .split(betweenClauses)
    .flatMap((text, clause) =>
      text
        .split(beforeBeside)
        .flatMap((half, n) => tokensOf(half).map((token) => ({ ...token, clause, isBeside: n > 0 }))),
    )

/** Each word once; little words and signs only where there is nothing else. */
function meaningful(tokens: Word[]) {
  const once = tokens.filter(({ word }, n) => tokens.findIndex((other) => other.word === word) === n)
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
function replacements(words: { word: string; meant: string[] }[], { vocabulary, synonyms }: Dictionary) {
  const found = words.map(() => ({
    known: [] as Matches[][],
    guessed: [] as Matches[][],
    isNarrowing: false,
  }))
  for (const from of words.keys())
    for (const { length, others, isGuessed } of synonyms.at(words, from))
      for (const phrase of others) {
        const level = isGuessed ? levels.mistyped : levels.synonym
        const matches = phrase.map((word) => atMost(level, vocabulary.sameWord(word)))
        const isFound = matches.every(({ size }) => size > 0)
        for (const one of found.slice(from, from + length)) {
          one.isNarrowing ||= phrase.every(isNarrowing)
          if (isFound) one[isGuessed ? 'guessed' : 'known'].push(matches)
        }
      }
  return found
}

function mistaken(word: string, vocabulary: Vocabulary): Matches[][] {
  const meant = vocabulary.mistaken(word)
  return meant.size > 0 ? [[meant]] : []
}

const atMost = (level: number, matches: Matches): Matches =>
  new Map([...matches].map(([number, how]) => [number, Math.min(how, level)]))

/** A measure may be typed in so many pieces: 205 / 55 R16. */
const longestMeasure = 4

/** A search as it was typed, parted into what found products and what found none. Little words and signs are neither. */
export function wordsAsTyped(q: string, missingWords: string[]) {
  const typed = q.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const isMissing = (word: string) => missingWords.includes(word)
  const wordsAt = (n: number, length = 1) =>
    tokensOf(typed.slice(n, n + length).join(' ')).map(({ word }) => word)
  const found: string[] = []
  const missing: string[] = []
  for (let n = 0; n < typed.length; ) {
    let length = Math.min(longestMeasure, typed.length - n)
    while (length > 0 && !wordsAt(n, length).every(isMissing)) length -= 1
    if (length > 0) missing.push(...typed.slice(n, n + length))
    else if (wordsAt(n).some(isMissing))
      // Words with a hyphen between them, of which one is missing.
      for (const word of wordsAt(n)) (isMissing(word) ? missing : found).push(word)
    else if (!fillers.has(typed[n]!.toLowerCase())) found.push(typed[n]!)
    n += Math.max(length, 1)
  }
  return { found: found.join(' '), missing: missing.join(' ') }
}
