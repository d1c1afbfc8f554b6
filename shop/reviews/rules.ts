export const longestReview = 250
const shortReview = 100
export const notValid = 'Provide Valid Information'

/** Counts an emoji as one character. */
export const characters = (text: string) => [...text].length

/** Shortens the text before the caret, where something was just typed or pasted. */
export function withinLimit(typed: string, caret: number) {
  const after = typed.slice(caret)
  const before = [...typed.slice(0, caret)].slice(0, Math.max(longestReview - characters(after), 0)).join('')
  return { text: before + after, caret: before.length }
}

/** Advice while typing; a short review is accepted all the same. */
export function reviewHint(text: string, name: string) {
  const count = characters(text)
  if (count >= longestReview) return `Stop, ${name}! You have reached the limit`
  return count < shortReview ? `Hey, ${name}! Minimum ${shortReview} characters required` : undefined
}
