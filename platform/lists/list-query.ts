import { z } from 'zod'

const longestSearch = 80
const mostRows = 48
const usualRows = 24

/** Which part of a list is wanted. What is not understood in an address is left aside. */
export const ListQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined),
  limit: z.coerce.number().int().min(1).max(mostRows).optional().catch(mostRows),
  q: z.string().trim().max(longestSearch).optional().catch(undefined),
  /** Where to go on beyond the first 10,000 rows: what the answer before had in `x-next-from`. */
  from: z.string().max(500).optional().catch(undefined),
})
export type ListQuery = z.infer<typeof ListQuery>

/** Undefined for the whole list: neither a page nor a length was asked for. */
export function pageOf({ page, limit }: ListQuery) {
  if (page === undefined && limit === undefined) return undefined
  const rows = limit ?? usualRows
  return { limit: rows, offset: ((page ?? 1) - 1) * rows }
}
