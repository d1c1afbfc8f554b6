import type { ProductRow } from '~/database/tables.ts'
import { among } from '~/platform/db/conditions.server.ts'
import type { Database } from '~/platform/db/database.server.ts'
import type { KeysetList, KeysetPage } from '~/platform/lists/keyset-list.server.ts'
import { readListPage, readRows } from '~/platform/lists/keyset-list.server.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import { pageOf } from '~/platform/lists/list-query.ts'
import { WithTotal } from '~/platform/lists/with-total.server.ts'
import type { WholeProduct } from './contract.ts'
import type { ManageSort, Sort } from './list-rules.ts'
import type { NumberMatch } from './numbers/find-numbers.server.ts'
import type { Filter } from './search/facets.server.ts'
import type { IndexOrder, IndexQuery } from './search/product-index.server.ts'
import { wordsAsTyped } from './search/query.server.ts'
import type { ProductSearch } from './search/search.server.ts'
import { isShort } from './stock/stock.server.ts'
import type { StockFilter } from './stock/stock-marks.ts'
import { has, productsByIds, productsTotal, shownProducts, shownTotal, toProduct } from './store.server.ts'

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
  /** For those who manage products: one of these, or both. Customers are shown what is for sale. */
  visibility?: 'all' | keyof typeof has
}
/** One page of the shop, or of the list to manage. In a search, parts whose name is meant come first when `featured`. */
export function onePageOfProducts(database: Database, search: ProductSearch, query: ProductQuery) {
  const { inMemory, direction } = orders[query.sort]
  if (query.stock || !inMemory || query.visibility === 'hidden') return pageByStock(database, search, query)
  const page = pageOf({ ...query, page: query.page ?? 1 })!
  const withHidden = query.visibility === 'all'
  if (!query.q && !query.filter && page.offset <= mostSkipped)
    return firstPage(database, query.sort, page, withHidden)
  const asked = { q: query.q, filter: query.filter, order: inMemory, descending: direction === 'desc' }
  return pageFromMemory(database, search, { ...asked, ...page }, withHidden)
}

async function pageFromMemory(
  { db }: Database,
  search: ProductSearch,
  query: IndexQuery,
  withHidden: boolean,
) {
  const { ids, total, missing, numbers, rest } = await search.find(query, { withHidden })
  const products = await (withHidden ? productsByIds : shownProducts)(db, ids)
  const asked = rest ?? query.q ?? ''
  const notes = missing.length > 0 ? wordsAsTyped(asked, missing) : rest ? { found: rest } : {}
  return new WithTotal(products.map(withMatch(numbers)), total, notes)
}

/** Says by which number a part was found. */
const withMatch = (numbers: NumberMatch | undefined) => (product: WholeProduct) => {
  const hit = numbers?.hits.find(({ product_id }) => product_id === product._id)
  if (!numbers || !hit) return product
  const { kind, maker, number } = hit
  return { ...product, matchedNumber: { match: numbers.match, kind, maker, number } }
}

/** Also while the memory is still being filled. */
async function firstPage({ db }: Database, sort: Sort | ManageSort, page: KeysetPage, withHidden: boolean) {
  const list = { ...sortedBy(sort), where: withHidden ? [] : [has.shown] }
  const [rows, total] = await Promise.all([
    readRows<ProductRow>(db, list, page),
    withHidden ? productsTotal(db) : shownTotal(db),
  ])
  return new WithTotal(rows.map(toProduct), total)
}

/** What is hidden is neither low nor out: nobody can want it. */
async function pageByStock({ db, engine }: Database, search: ProductSearch, query: ProductQuery) {
  const { q, stock, sort, page = 1 } = query
  const everything = { order: 'age', offset: 0, limit: Number.POSITIVE_INFINITY } as const
  const found = q ? await search.find({ q, ...everything }, { withHidden: true }) : undefined
  const visibility = stock && query.visibility === 'all' ? 'shown' : query.visibility
  const where = [
    ...(stock ? [isShort[stock]] : []),
    ...(visibility === 'all' ? [] : [has[visibility ?? 'shown']]),
    ...(found ? [among(engine, 'id', found.ids)] : []),
  ]
  const listed = await readListPage<ProductRow>(db, { ...sortedBy(sort), where }, { ...query, page })
  return listed.map(toProduct)
}
