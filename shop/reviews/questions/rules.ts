export const shortestQuestion = 10
export const longestPartQuestion = 300
export const longestAnswer = 2000
export const mostQuestionsADay = 5
export const questionsShown = 5
export const tooShort = `A question has at least ${shortestQuestion} characters`

/** What others read of somebody's name. */
export const firstName = (name: string) => name.trim().split(/\s+/)[0] ?? ''
