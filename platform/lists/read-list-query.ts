import { readCursor, rowsBefore } from './cursor.ts'
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
