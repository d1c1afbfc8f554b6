import type { LoaderFunctionArgs } from 'react-router'
import { apiContext } from '~/platform/client/api-context.ts'
import { readChoice, readListQuery } from '~/platform/lists/read-list-query.ts'
import type { Product } from '../contract.ts'
import { catalogueRoutes } from '../routes.ts'
import type { Sort } from '../rules.ts'
import { productsPerPage, sorts } from '../rules.ts'
import { shownResults } from './shown-results.ts'

export { ShopPage as Component } from './ShopPage.tsx'

type View = { page: number; q: string; sort: Sort }
export type ShopData = View & {
  products: Product[]
  total: number
  /** Words of the search that found nothing. */
  missing: string
  /** What was asked for and could not be had: the products are still those from before. */
  missed?: View
}

export async function loader({ request, context }: LoaderFunctionArgs): Promise<ShopData> {
  const { page, q } = readListQuery(request, { inParts: false })
  const view = { page, q, sort: readChoice(request, 'sort', sorts) }
  const get = context.get(apiContext)
  const shown = shownResults()
  const found = await get(catalogueRoutes.listProducts, { query: { ...view, limit: productsPerPage } }).catch(
    (error) => {
      if (!shown || !isUnreachable(error)) throw error
    },
  )
  if (!found) return { ...shown!, missed: view }
  if (view.page > 1 && found.data.length === 0) throw new Response(null, { status: 404 })
  return { products: found.data, total: found.total, missing: found.missing ?? '', ...view }
}

/** No connection, or a server that cannot answer now. */
const isUnreachable = (error: unknown) => !(error instanceof Response) || error.status >= 500
