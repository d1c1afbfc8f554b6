const longestSearch = 80

/** Which part of a list an address asks for; what is not understood in it is left aside. */
export function listQuery(request: Request) {
  const query = new URL(request.url).searchParams
  const page = Number(query.get('page'))
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    q: (query.get('q') ?? '').trim().slice(0, longestSearch).trim(),
    state: query.get('state') ?? '',
  }
}

/** Rows of a page in the admin's lists. */
export const rowsPerPage = 20
