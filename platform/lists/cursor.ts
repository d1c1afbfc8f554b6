const longestCursor = 500
const shape = /^(\d{1,9})_([^\p{Cc}\p{Cs}]+)$/u

/**
 * A page of a long list begins at a row and not after a number of rows, so that none costs more than another. Its cursor
 * (`?from=`) is the number of rows before it and the values that the list is sorted by, as in
 * `10000_2026-11-16T08:00:00.000Z_ab12`. Undefined for the beginning of the list, and for what is not understood.
 */
export function readCursor(from: string | undefined, keys = 2) {
  if (!from || from.length > longestCursor) return undefined
  const [, before, rest = ''] = shape.exec(from) ?? []
  const [first = '', ...others] = rest.split('_')
  // Only the last value may hold the character that stands between them.
  const values = keys === 1 ? [rest] : [first, others.join('_')]
  return before && values.every(Boolean) ? { before: Number(before), values } : undefined
}

export const writeCursor = (before: number, values: readonly (string | number)[]) =>
  [before, ...values].join('_')

export const rowsBefore = (from: string | undefined) => readCursor(from, 1)?.before ?? 0
