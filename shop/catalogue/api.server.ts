import type { Database } from '~/platform/db/database.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { LongList } from '~/platform/lists/long-list.server.ts'
import { catalogueRoutes } from '~/shop/routes.ts'
import type { Product } from './contract.ts'
import { catalogueContract, refuse } from './contract.ts'
import type { AskForCar } from './filters.server.ts'
import { facetsOf, filterOf, isFiltered, isOftenAsked } from './filters.server.ts'
import { filtersInWords } from './list-filters.ts'
import { onePageOfProducts } from './product-pages.server.ts'
import type { Filter } from './search/facets.server.ts'
import type { ProductSearch } from './search/search.server.ts'
import { stockEndpoints } from './stock/stock-api.server.ts'
import { allProducts, oneProduct, productsTotal } from './store.server.ts'

type Dependencies = { database: Database; search: ProductSearch; partsForCar: AskForCar }

export const catalogueApi = ({ database, search, partsForCar }: Dependencies) =>
  endpoints(catalogueRoutes, catalogueContract, {
    listProducts: {
      access: 'everyone',
      summary: `All products, or one page of them with ?page=, ?limit=, ?q=, ?sort=, ?category=, ${filtersInWords()}; with ?car= and ?facts= what fits that car`,
      topics: ['products'],
      isCached: isOftenAsked,
      async handler({ query }) {
        const wantsPage =
          query.page || query.limit || query.q || query.sort !== 'featured' || isFiltered(query)
        if (!wantsPage) return new LongList(await productsTotal(database.db), () => allProducts(database.db))
        const { page, limit, q, sort } = query
        const filter = await filterOf(database.db, query, partsForCar)
        const listed = await onePageOfProducts(database, search, { page, limit, q, sort, filter })
        return listed.withRows(await withFit(listed.rows, filter))
      },
    },
    getFacets: {
      access: 'everyone',
      summary: 'By what the same list can be narrowed, with the number of parts of each choice',
      topics: ['products'],
      isCached: isOftenAsked,
      handler: ({ query }) => facetsOf(database.db, search, query, partsForCar),
    },
    getProduct: {
      access: 'everyone',
      summary: 'One product',
      topics: ['products'],
      async handler({ params }) {
        const product = await oneProduct(database.db, params.id)
        if (!product) throw refuse('unknown_product')
        return product
      },
    },
    ...stockEndpoints(database),
  })

/** In a list for a car each part says how it fits. */
async function withFit(products: Product[], filter: Filter | undefined) {
  if (!filter?.fit) return products
  const marks = await filter.fit.parts.marksOf(products.map(({ _id }) => _id))
  return products.map((product) => {
    const mark = marks.find(({ _id }) => _id === product._id)
    return mark ? { ...product, fit: { verdict: mark.verdict, words: mark.words } } : product
  })
}
