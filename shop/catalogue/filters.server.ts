import { sql } from 'kysely'
import type { CategoryRow } from '~/database/tables.ts'
import type { Db } from '~/platform/db/database.server.ts'
import { toDollars } from '~/platform/money.ts'
import type { Category } from './categories/contract.ts'
import { refuse } from './categories/contract.ts'
import {
  categoryRows,
  inTree,
  partsByCategory,
  pictureByCategory,
  withKinds,
} from './categories/store-categories.server.ts'
import type { FacetQuery, Facets } from './contract.ts'
import { isNarrowed } from './list-filters.ts'
import type { PartsForCar } from './search/columns.server.ts'
import type { FacetCounts, Filter } from './search/facets.server.ts'
import { commonBrands } from './search/facets.server.ts'
import type { ProductSearch } from './search/search.server.ts'
import { has } from './store.server.ts'

/** There are as many filters as anybody can think of: a list that has some is not cached. */
export const isOftenAsked = (query: FacetQuery) => !isFiltered({ ...query, category: undefined })

export const isFiltered = (query: FacetQuery) => Boolean(query.category) || isNarrowed(query)

/** Undefined where nothing is to be left out. */
export async function filterOf(
  db: Db,
  query: FacetQuery,
  partsForCar: AskForCar,
): Promise<Filter | undefined> {
  if (!isFiltered(query)) return undefined
  const categories = query.category ? await categoriesOf(db, query.category) : undefined
  return toFilter(query, categories, await fitOf(query, partsForCar))
}

/** Asks those who know about cars. */
export type AskForCar = (asked: { car: string; facts: string }) => Promise<PartsForCar>

const fitOf = async ({ car, facts, fit }: FacetQuery, partsForCar: AskForCar): Promise<Filter['fit']> =>
  car ? { parts: await partsForCar({ car, facts }), wanted: fit ?? 'fits' } : undefined

async function categoriesOf(db: Db, category: string) {
  const categories = withKinds(await categoryRows(db).execute(), category)
  if (categories.length === 0) throw refuse('unknown_category')
  return categories
}

const toFilter = (query: FacetQuery, categories: string[] | undefined, fit: Filter['fit']): Filter => ({
  ...query,
  categories,
  fit,
})

const mostNear = 4

/** Of these kinds the first that have parts. */
async function nearKinds(db: Db, rows: CategoryRow[], ids: string[]) {
  const tree = inTree(rows, await partsByCategory(db))
  return ids.flatMap((id) => tree.filter(({ _id, parts }) => _id === id && parts > 0)).slice(0, mostNear)
}

export async function facetsOf(
  db: Db,
  search: ProductSearch,
  query: FacetQuery,
  partsForCar: AskForCar,
): Promise<Facets> {
  const rows = await categoryRows(db).execute()
  const categories = query.category ? withKinds(rows, query.category) : undefined
  if (categories?.length === 0) throw refuse('unknown_category')
  const fit = await fitOf(query, partsForCar)
  const searched =
    query.q || isFiltered(query) || search.isFilled()
      ? await search.facets(query.q, toFilter(query, categories, fit))
      : undefined
  const found = searched ?? (await facetsOfAll(db))
  const near = searched?.near.length ? await nearKinds(db, rows, searched.near) : []
  const tree = inTree(rows, found.categories)
  return {
    categories: isOfAll(query) ? withPictures(tree, await pictureByCategory(db)) : tree,
    brands: found.brands,
    // All parts of a shop have too many different ones.
    attributes: found.attributes.filter(
      ({ name }) => categories || query.attr.some((line) => line.startsWith(`${name}: `)),
    ),
    lowestPrice: toDollars(found.price?.lowestCents ?? 0),
    highestPrice: toDollars(found.price?.highestCents ?? 0),
    inStock: found.inStock,
    ...(near.length > 0 && { nearKinds: near }),
    ...(fit && found.fit && { fit: { ...fitWords(fit.parts), ...found.fit } }),
  }
}

/** Whether nothing is left out: all parts in the order of their fit are all parts. */
const isOfAll = ({ q, category, ...query }: FacetQuery) =>
  !q && !category && !isNarrowed({ ...query, car: query.fit === 'all' ? '' : query.car })

const withPictures = (tree: Category[], pictures: ReadonlyMap<string, string>) =>
  tree.map((category) => {
    const own = tree.filter(({ _id, group }) => _id === category._id || group === category._id)
    const image = category.group ? undefined : own.map(({ _id }) => pictures.get(_id)).find(Boolean)
    return image ? { ...category, image } : category
  })

const fitWords = ({ car: { name, ...words } }: PartsForCar) => ({ car: name, ...words })

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
async function facetsOfAll(db: Db): Promise<FacetCounts & { categories: Map<string, number> }> {
  const { rows } = await sql<Row>`
    select coalesce(category_id, '') as category, brand, count(*) as parts,
      sum(case when available_qty > 0 and available_qty >= order_qty then 1 else 0 end) as orderable,
      min(price_cents) as lowest, max(price_cents) as highest
    from products where ${has.shown} group by category_id, brand`.execute(db)
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
