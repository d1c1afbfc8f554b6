import { sql } from 'kysely'
import type { ProductRow } from '~/database/tables.ts'
import { among } from '~/platform/db/among.server.ts'
import type { Database } from '~/platform/db/database.server.ts'
import { readListPage } from '~/platform/lists/keyset-pages.server.ts'
import type { KeysetList, Page } from '~/platform/lists/keyset-queries.server.ts'
import { orderOf, pageRows } from '~/platform/lists/keyset-queries.server.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import { pageOf } from '~/platform/lists/list-query.ts'
import type { Product } from './contract.ts'
import type { Sort } from './list-rules.ts'
import type { ManageSort } from './manage/manage-rules.ts'
import type { NumberMatch } from './numbers/find-numbers.server.ts'
import type { Filter } from './search/facets.server.ts'
import type { IndexOrder } from './search/product-index.server.ts'
import type { ProductSearch } from './search/search.server.ts'
import { wordsAsTyped } from './search/words-as-typed.server.ts'
import { isShort } from './stock/short.server.ts'
import type { StockFilter } from './stock/stock-marks.ts'
import { productsByIds, productsTotal, toProduct } from './store.server.ts'

type Column = 'created_at' | 'price_cents' | 'name_key' | 'available_qty'

/** Stock moves with every order, so only the database sorts by it; the search in memory knows the other orders. */
const orders: Record<
  Sort | ManageSort,
  { column: Column; direction: 'asc' | 'desc'; inMemory?: IndexOrder }
> = {
  featured: { column: 'created_at', direction: 'asc', inMemory: 'relevance' },
  newest: { column: 'created_at', direction: 'desc', inMemory: 'age' },
  oldest: { column: 'created_at', direction: 'asc', inMemory: 'age' },
  name: { column: 'name_key', direction: 'asc', inMemory: 'name' },
  'name-down': { column: 'name_key', direction: 'desc', inMemory: 'name' },
  'price-low': { column: 'price_cents', direction: 'asc', inMemory: 'price' },
  'price-high': { column: 'price_cents', direction: 'desc', inMemory: 'price' },
  'stock-low': { column: 'available_qty', direction: 'asc' },
  'stock-high': { column: 'available_qty', direction: 'desc' },
}

const numbers: Column[] = ['price_cents', 'available_qty']

const sortedBy = (sort: Sort | ManageSort): KeysetList => {
  const { column, direction } = orders[sort]
  // No two products have one name.
  const keys = column === 'name_key' ? ([column] as const) : ([column, 'id'] as const)
  return { table: 'products', keys, direction, isNumber: numbers.includes(column) }
}

/** The database may skip this many rows in an index. Pages further on are cut in memory, where nothing is skipped. */
const mostSkipped = 960

type ProductQuery = ListQuery & {
  sort: Sort | ManageSort
  stock?: StockFilter | undefined
  filter?: Filter | undefined
}
type ProductPage = {
  products: Product[]
  total: number
  from?: string
  nextFrom?: string
  /** The words of the search that found nothing, and then those that found these products. */
  missing?: string
  found?: string
}

/** One page of the shop, or of the list to manage. In a search, parts whose name is meant come first when `featured`. */
export async function onePageOfProducts(
  database: Database,
  search: ProductSearch,
  query: ProductQuery,
): Promise<ProductPage> {
  const { inMemory, direction } = orders[query.sort]
  if (query.stock || !inMemory) return pageByStock(database, search, query)
  const page = pageOf({ ...query, page: query.page ?? 1 })!
  if (!query.q && !query.filter && page.offset <= mostSkipped) return firstPage(database, query.sort, page)
  const { ids, total, missing, numbers } = await search.find({
    q: query.q,
    filter: query.filter,
    order: inMemory,
    descending: direction === 'desc',
    ...page,
  })
  const products = await productsByIds(database.db, ids)
  return {
    products: products.map(withMatch(numbers)),
    total,
    ...(missing.length > 0 && wordsAsTyped(query.q ?? '', missing)),
  }
}

/** Says by which number a part was found. */
const withMatch = (numbers: NumberMatch | undefined) => (product: Product) => {
  const hit = numbers?.hits.find(({ product_id }) => product_id === product._id)
  if (!numbers || !hit) return product
  const { kind, maker, number } = hit
  return { ...product, matchedNumber: { match: numbers.match, kind, maker, number } }
}

async function firstPage({ db }: Database, sort: Sort | ManageSort, page: Page) {
  const [rows, total] = await Promise.all([
    pageRows<ProductRow>(db, sortedBy(sort), undefined, page),
    productsTotal(db),
  ])
  return { products: rows.map(toProduct), total }
}

async function pageByStock({ db, engine }: Database, search: ProductSearch, query: ProductQuery) {
  const page = { ...query, page: query.page ?? 1 }
  const { rows, ...part } = await readListPage<ProductRow>(db, await listByStock(), page)
  return { products: rows.map(toProduct), ...part }

  async function listByStock(): Promise<KeysetList> {
    const isWanted = query.stock && isShort[query.stock]
    if (query.q) {
      const everything = { order: 'age', offset: 0, limit: Number.POSITIVE_INFINITY } as const
      const { ids } = await search.find({ q: query.q, ...everything })
      const isFound = among(engine, 'id', ids)
      const where = isWanted ? sql<boolean>`${isWanted} and ${isFound}` : isFound
      return { ...sortedBy(query.sort), where }
    }
    if (!isWanted || query.sort === 'newest' || query.sort === 'oldest')
      return { ...sortedBy(query.sort), where: isWanted }
    // What is short of stock stands by age in indexes that hold nothing else; it is sorted otherwise part by part.
    return {
      ...sortedBy('newest'),
      where: isWanted,
      filter: sql<boolean>`1 = 1`,
      sorted: orderOf(sortedBy(query.sort)),
    }
  }
}
