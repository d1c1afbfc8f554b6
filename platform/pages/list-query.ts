const longestSearch = 80

/** Which part of a list is shown; its parts stand in the address. */
export type ListView = { page: number; q: string; state: string }

/** What is not understood in an address is left aside. */
export function listQuery(request: Request, states: readonly string[] = []): ListView {
  const query = new URL(request.url).searchParams
  const page = Number(query.get('page'))
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    q: (query.get('q') ?? '').trim().slice(0, longestSearch).trim(),
    state: states.find((state) => state === query.get('state')) ?? states[0] ?? '',
  }
}

/** Rows of a page in the lists of the dashboard. */
export const rowsPerPage = 20
