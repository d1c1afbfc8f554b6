import { z } from 'zod'
import { lastPage, longestSearch, mostRows, usualRows } from './list-limits.ts'

const page = z.coerce.number().int().min(1).max(lastPage)
const limit = z.coerce.number().int().min(1).max(mostRows)

/** Which rows of a list are asked for. What is not understood in an address is ignored. */
export const ListQuery = z.object({
  page: page.optional().catch(undefined),
  limit: limit.optional().catch(mostRows),
  q: z
    .string()
    .transform((text) => text.trim().slice(0, longestSearch).trim())
    .optional()
    .catch(undefined),
  /** Where to begin instead of the first row: what another response had in `x-next-from`. */
  from: z.string().max(500).optional().catch(undefined),
})
export type ListQuery = z.infer<typeof ListQuery>

/** For lists that are never answered whole. */
export const OnePageQuery = ListQuery.extend({
  page: page.default(1).catch(1),
  limit: limit.default(usualRows).catch(mostRows),
})

/** A choice of the address, as how the list is sorted; the first one when none is named, or none of these. */
export const choice = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.enum(names).default(names[0]).catch(names[0])

/** Undefined for the whole list: neither a page nor a length was asked for. */
export function pageOf({ page, limit }: ListQuery) {
  if (page === undefined && limit === undefined) return undefined
  const rows = limit ?? usualRows
  return { limit: rows, offset: ((page ?? 1) - 1) * rows }
}
