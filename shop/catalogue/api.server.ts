import type { Database } from '~/platform/db/database.server.ts'
import { endpoints, WithTotal } from '~/platform/http/endpoint.server.ts'
import { LongList } from '~/platform/lists/long-list.server.ts'
import { categoryRows, withKinds } from './categories/store-categories.server.ts'
import type { ProductListQuery } from './contract.ts'
import { catalogueContract, refuse } from './contract.ts'
import { onePageOfProducts } from './product-pages.server.ts'
import { catalogueRoutes } from './routes.ts'
import type { ProductSearch } from './search/search.server.ts'
import { stockEndpoints } from './stock/stock-api.server.ts'
import { allProducts, oneProduct, productsTotal } from './store.server.ts'

type Dependencies = { database: Database; search: ProductSearch }

export const catalogueApi = ({ database, search }: Dependencies) =>
  endpoints(catalogueRoutes, catalogueContract, {
    listProducts: {
      access: 'everyone',
      summary: 'All products, or one page of them with ?page=, ?limit=, ?q=, ?sort= and ?category=',
      cacheTags: ['products'],
      async handler({ query }) {
        const wantsPage = query.page || query.limit || query.q || query.category || query.sort !== 'featured'
        if (!wantsPage) return new LongList(await productsTotal(database.db), () => allProducts(database.db))
        const { products, total, ...places } = await onePageOfProducts(database, search, {
          ...query,
          filter: await filterOf(database, query),
        })
        return new WithTotal(products, total, places)
      },
    },
    getProduct: {
      access: 'everyone',
      summary: 'One product',
      cacheTags: ['products'],
      async handler({ params }) {
        const product = await oneProduct(database.db, params.id)
        if (!product) throw refuse('unknown_product')
        return product
      },
    },
    ...stockEndpoints(database),
  })

async function filterOf({ db }: Database, { category }: ProductListQuery) {
  if (!category) return undefined
  const categories = withKinds(await categoryRows(db).execute(), category)
  if (categories.length === 0) throw refuse('no_such_category')
  return { categories }
}
