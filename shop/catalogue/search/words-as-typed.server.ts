import { tokensOf } from '../words/tokens.ts'
import { fillers } from './little-words.ts'

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
