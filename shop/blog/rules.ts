import { excerpt } from '~/platform/excerpt.ts'

const cardAnswerLength = 100

export const cardAnswer = (answer: string) => excerpt(answer, cardAnswerLength)

/** Blank lines separate paragraphs. */
export const paragraphs = (answer: string) =>
  answer
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
