import type { Db } from '~/platform/db/database.server.ts'
import { toCents, toDollars } from '~/platform/money.ts'
import { categoryRows, withKinds } from './categories/store-categories.server.ts'
import { inTree } from './categories/tree.server.ts'
import type { FacetQuery, Facets } from './contract.ts'
import { refuse } from './contract.ts'
import { facetsOfAll } from './facets-of-all.server.ts'
import type { Filter } from './search/facets.server.ts'
import type { ProductSearch } from './search/search.server.ts'

/** There are as many filters as anybody can think of: a list that has some is not cached. */
export const isOftenAsked = (query: FacetQuery) => !isFiltered({ ...query, category: undefined })

export const isFiltered = ({ category, brand, attr, priceFrom, priceTo, stock }: FacetQuery) =>
  Boolean(category || brand.length > 0 || attr.length > 0 || stock) ||
  priceFrom !== undefined ||
  priceTo !== undefined

/** Undefined where nothing is to be left out. */
export async function filterOf(db: Db, query: FacetQuery): Promise<Filter | undefined> {
  if (!isFiltered(query)) return undefined
  return toFilter(query, query.category ? await categoriesOf(db, query.category) : undefined)
}

async function categoriesOf(db: Db, category: string) {
  const categories = withKinds(await categoryRows(db).execute(), category)
  if (categories.length === 0) throw refuse('no_such_category')
  return categories
}

const toFilter = ({ brand, attr, priceFrom, priceTo, stock }: FacetQuery, categories?: string[]): Filter => ({
  categories,
  brands: brand,
  attributes: attr,
  fromCents: priceFrom === undefined ? undefined : toCents(priceFrom),
  toCents: priceTo === undefined ? undefined : toCents(priceTo),
  inStock: stock === 'in',
})

export async function facetsOf(db: Db, search: ProductSearch, query: FacetQuery): Promise<Facets> {
  const rows = await categoryRows(db).execute()
  const categories = query.category ? withKinds(rows, query.category) : undefined
  if (categories?.length === 0) throw refuse('no_such_category')
  const found =
    query.q || isFiltered(query) || search.isFilled()
      ? await search.facets(query.q, toFilter(query, categories))
      : await facetsOfAll(db)
  return {
    categories: inTree(rows, found.categories),
    brands: found.brands,
    // All parts of a shop have too many different ones.
    attributes: found.attributes.filter(
      ({ name }) => categories || query.attr.some((line) => line.startsWith(`${name}: `)),
    ),
    lowestPrice: toDollars(found.price?.lowestCents ?? 0),
    highestPrice: toDollars(found.price?.highestCents ?? 0),
    inStock: found.inStock,
  }
}
