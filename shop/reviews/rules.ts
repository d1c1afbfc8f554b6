export const longestReview = 250
const shortReview = 100
export const notValid = 'Provide Valid Information'

/** Characters as people count them, so that an emoji is not two. */
export const characters = (text: string) => [...text].length

/** What fits of a text in which somebody has just typed or pasted something before the caret. */
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
