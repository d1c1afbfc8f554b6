import type { Database } from '~/platform/db/database.server.ts'
import type { Caller, Implementations } from '~/platform/http/endpoint.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { LongList } from '~/platform/lists/long-list.server.ts'
import { may } from '~/platform/roles.ts'
import { record } from '~/shop/audit/record.server.ts'
import { catalogueRoutes } from '~/shop/routes.ts'
import type { CatalogueContract, Product, SetStock } from './contract.ts'
import { catalogueContract, refuse } from './contract.ts'
import type { AskForCar } from './filters.server.ts'
import { facetsOf, filterOf, isFiltered, isOftenAsked } from './filters.server.ts'
import { filtersInWords } from './list-filters.ts'
import { onePageOfProducts } from './product-pages.server.ts'
import type { Filter } from './search/facets.server.ts'
import type { ProductSearch } from './search/search.server.ts'
import { setStock } from './stock/stock.server.ts'
import { allProducts, oneProduct, shownProduct, shownTotal } from './store.server.ts'

type Dependencies = {
  database: Database
  search: ProductSearch
  partsForCar: AskForCar
  /** Of those that were reviewed, by their ids. */
  ratingsOf(ids: string[]): Promise<ReadonlyMap<string, NonNullable<Product['rating']>>>
}

export const catalogueApi = ({ database, search, partsForCar, ratingsOf }: Dependencies) =>
  endpoints(catalogueRoutes, catalogueContract, {
    listProducts: {
      access: 'everyone',
      summary: `All products, or one page of them with ?page=, ?limit=, ?q=, ?sort=, ?category=, ${filtersInWords()}; with ?car= and ?facts= what fits that car`,
      topics: ['products', 'stock', 'part_ratings'],
      isCached: isOftenAsked,
      async handler({ query }) {
        const wantsPage =
          query.page || query.limit || query.q || query.sort !== 'featured' || isFiltered(query)
        if (!wantsPage) return new LongList(await shownTotal(database.db), () => allProducts(database.db))
        const { page, limit, q, sort } = query
        const filter = await filterOf(database.db, query, partsForCar)
        const listed = await onePageOfProducts(database, search, { page, limit, q, sort, filter })
        const ratings = await ratingsOf(listed.rows.map(({ _id }) => _id))
        return listed.withRows(await withFit(listed.rows.map(withRating(ratings)), filter))
      },
    },
    getFacets: {
      access: 'everyone',
      summary: 'By what the same list can be narrowed, with the number of parts of each choice',
      topics: ['products', 'stock'],
      isCached: isOftenAsked,
      handler: ({ query }) => facetsOf(database.db, search, query, partsForCar),
    },
    getProduct: {
      access: 'everyone',
      summary: 'One product',
      topics: ['products', 'stock', 'part_ratings'],
      async handler({ params }) {
        const product = await shownProduct(database.db, params.id)
        if (!product) throw refuse('unknown_product')
        return withRating(await ratingsOf([product._id]))(product)
      },
    },
    ...stockEndpoints(database),
  })

const withRating =
  (ratings: Awaited<ReturnType<Dependencies['ratingsOf']>>) =>
  (product: Product): Product => {
    const rating = ratings.get(product._id)
    return rating ? { ...product, rating } : product
  }

/** In a list for a car each part says how it fits. */
async function withFit(products: Product[], filter: Filter | undefined) {
  if (!filter?.fit) return products
  const marks = await filter.fit.parts.marksOf(products.map(({ _id }) => _id))
  return products.map((product) => {
    const mark = marks.find(({ _id }) => _id === product._id)
    return mark ? { ...product, fit: { verdict: mark.verdict, words: mark.words } } : product
  })
}

/**
 * Stock moves with an order and with its cancellation. A client that reports it once more gets the real stock
 * back, and nothing else happens.
 */
const stockEndpoints = (
  database: Database,
): Pick<Implementations<CatalogueContract>, 'setStock' | 'reportStock'> => ({
  setStock: {
    access: 'signed-in',
    programs: 'may',
    summary: 'An admin sets the stock; for others nothing changes, and the answer tells the real stock',
    async handler({ params, body, caller }) {
      if (!may(caller.role, 'catalogue'))
        return { modifiedCount: 0, ...(await realStock(database, params.id)) }
      return restock(database, caller, params.id, body)
    },
  },
  reportStock: {
    access: 'signed-in',
    summary: 'Changes nothing: cancelling an order has already given its pieces back. Tells the real stock',
    handler: async ({ params }) => ({ modifiedCount: 0, ...(await realStock(database, params.id)) }),
  },
})

const restock = (database: Database, by: Caller, productId: string, { availableQty, seenQty }: SetStock) =>
  database.change(['stock'], async (tx) => {
    const set = await setStock(database, tx, productId, { availableQty, byUser: by.userId })
    if (!set) throw refuse('unknown_product')
    const { modifiedCount, productName, from } = set
    if (seenQty !== undefined && seenQty !== from) {
      const availableNow = { availableQty: from }
      throw refuse('stock_changed', { values: availableNow, details: availableNow })
    }
    const details = { productId, from, to: availableQty }
    if (modifiedCount === 1) await record(tx, by, { what: 'stock set', subject: productName, details })
    return { modifiedCount, availableQty }
  })

async function realStock({ db }: Database, id: string) {
  const product = await oneProduct(db, id)
  if (!product) throw refuse('unknown_product')
  return { availableQty: product.availableQty }
}
