import { readFrom, rowsBefore, rowsInPart } from './list-part.ts'

const longestSearch = 80

/** Rows of a page in the lists of the dashboard. */
export const rowsPerPage = 20

/** Which part of a list is shown; its parts stand in the address. */
export type ListView = { page: number; q: string; state: string; from?: string }

/** What is not understood in an address is left aside. */
export function readListView(request: Request, states: readonly string[] = []): ListView {
  const query = new URL(request.url).searchParams
  const page = Number(query.get('page'))
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    q: (query.get('q') ?? '').trim().slice(0, longestSearch).trim(),
    state: states.find((state) => state === query.get('state')) ?? states[0] ?? '',
  }
}

/** The same for a list that is shown in parts: its pages are those of one part. */
export function readLongListView(request: Request, states?: readonly string[]): ListView {
  const view = readListView(request, states)
  const from = new URL(request.url).searchParams.get('from') ?? ''
  return {
    ...view,
    page: view.page <= rowsInPart / rowsPerPage ? view.page : 1,
    ...(readFrom(from, 1) && { from }),
  }
}

/** The number of the first row on a page, counted from the beginning of the list. */
export const firstNumber = ({ from, page }: ListView) => rowsBefore(from) + (page - 1) * rowsPerPage + 1
