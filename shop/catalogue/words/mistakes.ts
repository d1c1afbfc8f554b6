/** Shorter words differ from each other by a letter, and numbers by a digit: there hardly anything is forgiven. */
const shortestForgiven = 4
const longEnoughForTwo = 8

/** Whether a word was perhaps meant by the one that was typed. */
export function meantBy(asked: string): (word: string) => boolean {
  if (asked.length < 2 || /\p{N}/u.test(asked)) return () => false
  if (asked.length < shortestForgiven)
    return (word) => word !== asked && (misses(asked, word) || isSwapped(asked, word))
  const most = mostMistakes(asked)
  return (word) => differsByAtMost(most, asked, word) || doublesOtherLetters(asked, word)
}

const mostMistakes = (asked: string) => (asked.length < longEnoughForTwo ? 1 : 2)

/**
 * Which letters a word has, a bit for each; two letters may share one. To compare them takes a hundredth of the time that
 * mistakes take, and most words have too many other letters to be meant.
 */
export function lettersOf(word: string) {
  let letters = 0
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31)
  return letters
}

/** Never false for what `meantBy` says yes to: a mistake takes at most one letter away and brings another one. */
export function mayBeMeantBy(asked: string): (letters: number) => boolean {
  const own = lettersOf(asked)
  const most = 2 * mostMistakes(asked)
  return (letters) => {
    let others = letters ^ own
    for (let n = 0; n < most; n += 1) others &= others - 1
    return others === 0
  }
}

/** As in “pds”: a letter was left out, but not the first one. */
function misses(asked: string, word: string) {
  if (word.length !== asked.length + 1 || word[0] !== asked[0]) return false
  let at = 1
  while (at < asked.length && asked[at] === word[at]) at += 1
  return asked.slice(at) === word.slice(at + 1)
}

/** As in “oli”: two letters beside each other were swapped. */
const isSwapped = (asked: string, word: string) =>
  asked.length === 3 &&
  (word === asked[1]! + asked[0]! + asked[2]! || word === asked[0]! + asked[2]! + asked[1]!)

/** As in “baterry”: which letter of a word is doubled is one question, however many letters it takes. */
function doublesOtherLetters(a: string, b: string) {
  let [i, j] = [0, 0]
  while (i < a.length) {
    const letter = a[i]
    if (letter !== b[j]) return false
    while (a[i] === letter) i += 1
    while (b[j] === letter) j += 1
  }
  return j === b.length
}

/** Whether one word becomes the other by so many letters added, left out, swapped with the next or mistaken. */
export function differsByAtMost(most: number, a: string, b: string) {
  if (Math.abs(a.length - b.length) > most) return false
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    let best = i
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a.charCodeAt(i - 1) === b.charCodeAt(j - 1)
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1))
      const isSwapped =
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      if (isSwapped) cost = Math.min(cost, beforeLast[j - 2]! + 1)
      row.push(cost)
      if (cost < best) best = cost
    }
    if (best > most) return false
    beforeLast = last
    last = row
  }
  return last[b.length]! <= most
}
