import { fold } from '../words/fold.ts'

/** Part numbers as they are compared: without case, spaces and signs, O read as zero and I as one. */
export const numberKey = (number: string) =>
  fold(number)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replaceAll('I', '1')

/** Shorter keys, and keys without a digit, are words or measures rather than numbers. */
const shortestEqual = 3
const shortestBeginning = 5
const longestKey = 40
const mostWordsInNumber = 6
/** A search has few numbers in it; the rest of a long text is not one. */
const mostCandidates = 24

export type NumberCandidate = {
  key: string
  /** The words of the search that this number consists of. */
  words: string[]
  isWholeSearch: boolean
}

/** What may be a part number in a search: all of it, or words that stand side by side; longer ones first. */
export function numberCandidates(q: string): NumberCandidate[] {
  const words = q.trim().split(/\s+/).slice(0, mostCandidates)
  const candidates: NumberCandidate[] = []
  for (let length = Math.min(words.length, mostWordsInNumber); length > 0; length -= 1)
    for (let start = 0; start + length <= words.length; start += 1) {
      const run = words.slice(start, start + length)
      const key = numberKey(run.join(''))
      const isWholeSearch = length === words.length
      const shortest = isWholeSearch ? shortestEqual : shortestBeginning
      // Each word of a number has a digit or is a short suffix: "disc 312" is not a number, "615 301 AA" is.
      const looksRight = run.every((word) => /\d/.test(word) || word.length <= 3)
      if (key.length >= shortest && key.length <= longestKey && /\d/.test(key) && looksRight)
        candidates.push({ key, words: run, isWholeSearch })
    }
  return candidates.slice(0, mostCandidates)
}

/** Whether beginnings of a number and numbers with a mistake are looked for. */
export const isLongEnoughToGuess = (key: string) => key.length >= shortestBeginning

/**
 * Three indexed columns find every key with one mistake: it leaves the first and last two characters alone, or lies in
 * the last three, or in the first three.
 */
export const mistakeColumns = (key: string) => ({
  number_key: key,
  key_backwards: [...key].reverse().join(''),
  key_ends: key.slice(0, 2) + key.slice(-2),
})
