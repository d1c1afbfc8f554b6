import { sql } from 'kysely'
import type { Db } from '~/platform/db/database.server.ts'
import type { FacetCounts } from './search/facets.server.ts'
import { commonBrands } from './search/facets.server.ts'

type Row = {
  category: string
  brand: string
  parts: number
  orderable: number
  lowest: number
  highest: number
}

/**
 * What the search would count of all parts, by one pass of the database: for the first visitors after a start, who need
 * not wait until the words of all parts are read.
 */
export async function facetsOfAll(db: Db): Promise<FacetCounts & { categories: Map<string, number> }> {
  const { rows } = await sql<Row>`
    select coalesce(category_id, '') as category, brand, count(*) as parts,
      sum(case when available_qty > 0 and available_qty >= order_qty then 1 else 0 end) as orderable,
      min(price_cents) as lowest, max(price_cents) as highest
    from products group by category_id, brand`.execute(db)
  const categories = new Map<string, number>()
  const brands = new Map<string, number>()
  let inStock = 0
  for (const { category, brand, parts, orderable } of rows) {
    categories.set(category, (categories.get(category) ?? 0) + Number(parts))
    if (brand) brands.set(brand, (brands.get(brand) ?? 0) + Number(parts))
    inStock += Number(orderable)
  }
  return {
    categories,
    brands: commonBrands(Array.from(brands, ([value, parts]) => ({ value, parts }))),
    attributes: [],
    price:
      rows.length === 0
        ? undefined
        : {
            lowestCents: Math.min(...rows.map(({ lowest }) => lowest)),
            highestCents: Math.max(...rows.map(({ highest }) => highest)),
          },
    inStock,
  }
}
