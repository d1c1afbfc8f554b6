import { z } from 'zod'
import type { Database } from '~/platform/db/database.server.ts'
import { endpoint, WithTotal } from '~/platform/http/endpoint.server.ts'
import { LongList } from '~/platform/lists/long-list.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { Product, ProductListQuery } from './contract.ts'
import { onePageOfProducts } from './product-pages.server.ts'
import type { ProductSearch } from './search/search.server.ts'
import { stockApi } from './stock/stock-api.server.ts'
import { allProducts, oneProduct, productsTotal } from './store.server.ts'

export const catalogueApi = (parts: { database: Database; search: ProductSearch }) => [
  ...readingApi(parts),
  ...stockApi(parts.database),
]

const readingApi = ({ database, search }: { database: Database; search: ProductSearch }) => [
  endpoint({
    method: 'GET',
    path: '/api/services',
    who: 'everyone',
    summary: 'All products, or one page of them with ?page=, ?limit=, ?q= and ?sort=',
    query: ProductListQuery,
    answer: z.array(Product),
    shows: ['products'],
    async act({ query }) {
      const wantsPage = query.page || query.limit || query.q || query.sort !== 'featured'
      if (!wantsPage) return new LongList(await productsTotal(database.db), () => allProducts(database.db))
      const { products, total, ...places } = await onePageOfProducts(database, search, query)
      return new WithTotal(products, total, places)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/service/:id',
    who: 'everyone',
    summary: 'One product',
    params: z.object({ id: z.string() }),
    answer: Product,
    shows: ['products'],
    async act({ params }) {
      const product = await oneProduct(database.db, params.id)
      if (!product) throw new Refusal(404, 'unknown_product', 'There is no such product.')
      return product
    },
  }),
]
