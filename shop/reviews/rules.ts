export const longestReview = 250
const shortReview = 100
export const notValid = 'Provide Valid Information'
export const mostReviewsADay = 20
export const mostReportsADay = 5
export const longestReply = 1000

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

/** Everywhere the same: one decimal, half up. Null while there is nothing to average. */
export const averageOf = (stars: number, count: number) =>
  count > 0 ? Math.round((stars * 10) / count) / 10 : null

/** The only reasons for which the shop hides what people wrote. None of them is that it is bad for the shop. */
export const hideReasons = {
  personal: 'It contains personal data',
  abuse: 'It is abusive',
  advertising: 'It is advertising',
  off_topic: 'It is not about this part or this shop',
  false: 'It is proven false',
  unlawful: 'It is unlawful',
}
export type HideReason = keyof typeof hideReasons
export const hideReasonNames = Object.keys(hideReasons) as [HideReason, ...HideReason[]]

/** In which order the reviews of a part are read. */
export const reviewSorts = ['new', 'helpful'] as const
export type ReviewSort = (typeof reviewSorts)[number]
export const reviewsPerPage = 6
