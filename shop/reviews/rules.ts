export const longestReview = 250
const shortReview = 100
export const notValid = 'Provide Valid Information'

/** Characters as people count them, so that an emoji is not two. */
export const characters = (text: string) => [...text].length

/** Advice while typing; a short review is accepted all the same. */
export function reviewHint(text: string, name: string) {
  const count = characters(text)
  if (count >= longestReview) return `Stop, ${name}! You have reached the limit`
  return count < shortReview ? `Hey, ${name}! Minimum ${shortReview} characters required` : undefined
}
