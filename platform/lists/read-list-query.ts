import { lastPage, longestSearch, mostCounted, rowsPerPage } from './list-limits.ts'

/** What the page of a list shows, as its address says. */
export type ListView = { page: number; q: string; state: string; from?: string }

type Options = { states?: readonly string[]; byKeyset?: boolean }

/** What is not understood in an address is ignored. Where the database pages by keyset, numbers end with its counting. */
export function readListQuery(request: Request, { states = [''], byKeyset = true }: Options = {}): ListView {
  const query = new URL(request.url).searchParams
  const page = Number(query.get('page'))
  const from = byKeyset ? query.get('from') : undefined
  return {
    page: Number.isInteger(page) && page >= 1 && page <= (byKeyset ? lastCountedPage : lastPage) ? page : 1,
    q: (query.get('q') ?? '').trim().slice(0, longestSearch).trim(),
    state: readChoice(request, 'state', states),
    ...(from && readCursor(from, 1) && { from }),
  }
}

const lastCountedPage = mostCounted / rowsPerPage

/** The first of the values when the address has none of them. */
export function readChoice<Value extends string>(request: Request, name: string, values: readonly Value[]) {
  const given = new URL(request.url).searchParams.get(name)
  return values.find((value) => value === given) ?? values[0]!
}

/** The number of the first row on a page, counted from the beginning of the list. */
export const firstNumber = ({ from, page }: ListView) => rowsBefore(from) + (page - 1) * rowsPerPage + 1

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
