/** What is left of an English word without the endings of number and tense, so that discs, disc and braking, brake meet. */
export function stem(word: string) {
  if (word.length < 4 || !/^[a-z]+$/.test(word) || unchanging.has(word)) return word
  return withoutSilentEnd(withoutTense(withoutPlural(word)))
}

const unchanging = new Set(['gas', 'lens', 'chassis', 'abs', 'plus', 'bus', 'axis', 'series'])

function withoutPlural(word: string) {
  if (/(?:ss|us|is)$/.test(word)) return word
  if (/ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.replace(/s$/, '')
}

function withoutTense(word: string) {
  const root = word.replace(/(?:ed|ing)$/, '')
  return root.length >= 3 && /[aeiouy]/.test(root) ? root : word
}

/** Drill, drilled and drilling; brake and braking; carry and carries. */
const withoutSilentEnd = (word: string) =>
  word.length < 4
    ? word
    : word
        .replace(/([^aeiou])\1$/, '$1')
        .replace(/e$/, '')
        .replace(/(?<=[^aeiou])y$/, 'i')
