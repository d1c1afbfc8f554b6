import { linesProblem, typedLines } from '~/platform/lines.ts'

export const mostGroups = 500
const mostWords = 20
const longestWord = 40

const wordsIn = (line: string) =>
  line
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter(Boolean)

/** What is wrong with the first line that is not right. */
export const synonymsProblem = (text: string) =>
  linesProblem(text, { most: mostGroups, what: 'lines', problem: (line) => wordsProblem(wordsIn(line)) })

function wordsProblem(words: string[]) {
  if (words.length < 2) return 'write two names or more, with commas between them'
  if (words.length > mostWords) return `at most ${mostWords} names in a line`
  if (new Set(words).size < words.length) return 'a name is there twice'
  if (words.some((word) => word.length > longestWord)) return `a name has at most ${longestWord} characters`
  if (words.some((word) => !/\p{L}/u.test(word))) return 'a name has letters'
  return undefined
}

/** Each line in the one spelling that is stored and compared. */
export const formatSynonyms = (text: string) => typedLines(text).map((line) => wordsIn(line).join(', '))
