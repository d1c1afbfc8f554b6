const daysShown = 30
export const rowsShown = 5
/** From here on somebody should think of ordering more. */
export const fewPieces = 5

const dayMs = 24 * 60 * 60 * 1000

/** The last days in UTC, today last, as 2026-11-16. */
export const lastDays = (now: number) =>
  Array.from({ length: daysShown }, (_, n) =>
    new Date(now - (daysShown - 1 - n) * dayMs).toISOString().slice(0, 10),
  )
