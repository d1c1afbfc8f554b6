import { days } from '~/platform/time.ts'

const daysShown = 30
export const rowsShown = 5
/** In the order in which they are shown. */
export const waitingKinds = [
  'toPack',
  'needsAddress',
  'returns',
  'oldParts',
  'messages',
  'reviews',
  'withdrawals',
  'statements',
  'failedRefunds',
  'failedMails',
  'lowStock',
  'outOfStock',
] as const
/** Of those that wait: some of each kind, so that none hides the others, and so many in all. */
export const waitingOfEach = 2
export const waitingShown = 6

/** The end of an axis with room for `most`: a round number whose half is round too. */
export function axisTop(most: number) {
  let scale = 1
  while (most > 10 * scale) scale *= 10
  return [2, 4, 6, 8, 10].map((n) => n * scale).find((top) => top >= most)!
}

/** The last days in UTC, today last, as 2026-11-16. */
export const lastDays = (now: number) =>
  Array.from({ length: daysShown }, (_, n) =>
    new Date(now - days(daysShown - 1 - n)).toISOString().slice(0, 10),
  )
