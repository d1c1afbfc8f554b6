import { excerpt } from '~/platform/text.ts'

const cardAnswerLength = 100
export const longestQuestion = 200
export const mostParts = 12
export const questionsPerPage = 24

export const cardAnswer = (answer: string) => excerpt(answer, cardAnswerLength)

/** Blank lines separate paragraphs. */
export const paragraphs = (answer: string) =>
  answer
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)

export const blogStates = ['all', 'draft', 'scheduled', 'published'] as const

export function blogState(publishAt: string | null | undefined, now = new Date().toISOString()) {
  if (!publishAt) return 'draft'
  return publishAt <= now ? 'published' : 'scheduled'
}
