/**
 * A long list is shown in parts, each with pages of its own, so that no page costs more than another: a part begins at
 * a row and not after a number of rows. Where it begins is written as the number of rows before it and what the list is
 * sorted by, as in `10000_2026-11-16T08:00:00.000Z_ab12`.
 */
export const rowsInPart = 10_000

const longestFrom = 500
const shape = /^(\d{1,9})_([^\p{Cc}\p{Cs}]+)$/u

/** Undefined for the beginning of the list, and for what is not understood. */
export function readFrom(from: string | undefined, keys = 2) {
  if (!from || from.length > longestFrom) return undefined
  const [, before, rest = ''] = shape.exec(from) ?? []
  const [first = '', ...others] = rest.split('_')
  // Only the last may hold the sign that stands between them.
  const values = keys === 1 ? [rest] : [first, others.join('_')]
  return before && values.every(Boolean) ? { before: Number(before), values } : undefined
}

export const writeFrom = (before: number, values: readonly (string | number)[]) =>
  [before, ...values].join('_')

export const rowsBefore = (from: string | undefined) => readFrom(from, 1)?.before ?? 0
