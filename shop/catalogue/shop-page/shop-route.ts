import type { LoaderFunctionArgs } from 'react-router'
import { redirect } from 'react-router'
import { apiContext } from '~/platform/client/api-context.ts'
import { readChoice, readListQuery } from '~/platform/lists/read-list-query.ts'
import { catalogueRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import type { Facets, Product } from '../contract.ts'
import type { Filters } from '../list-filters.ts'
import { readFilters } from '../list-filters.ts'
import type { Sort } from '../list-rules.ts'
import { productsPerPage, sorts } from '../list-rules.ts'

/** What the address asks for. */
export type ShopView = Filters & {
  page: number
  q: string
  sort: Sort
  /** The path of the category; empty for all parts. */
  path: string
}
/** The list whatever its page. */
export type ListedView = Omit<ShopView, 'page'>
export type ShopData = ShopView & {
  products: Product[]
  total: number
  facets: Facets
  /** The words of the search that found nothing, and then those that found these products. */
  missing: string
  found: string
  /** What was asked for and could not be had: the products are still those from before. */
  missed?: ShopView
}

let shownResults: ShopData | undefined

/** What the shop page shows, for as long as it is shown; undefined again when it is left. */
export const setShownResults = (data: ShopData | undefined) => {
  shownResults = data
}

export async function loadShop({ request, params, context }: LoaderFunctionArgs): Promise<ShopData> {
  const { page, q } = readListQuery(request, { byKeyset: false })
  const filters = readFilters(new URL(request.url).searchParams)
  const category = params.kind ?? params.group ?? ''
  const path = [params.group, params.kind].filter(Boolean).join('/')
  const view = { page, q, sort: readChoice(request, 'sort', sorts), path, ...filters }
  const get = context.get(apiContext)
  const shown = shownResults
  const narrowed = { q, category, ...filters }
  const answers = await Promise.all([
    get(catalogueRoutes.listProducts, {
      query: { ...narrowed, page, sort: view.sort, limit: productsPerPage },
    }),
    get(catalogueRoutes.getFacets, { query: narrowed }),
  ]).catch((error) => {
    if (!shown || !isUnreachable(error)) throw error
  })
  if (!answers) return { ...shown!, missed: view }
  const [list, { data: facets }] = answers
  const canonical = category && facets.categories.find(({ _id }) => _id === category)?.path
  // It was moved to another group since this address was written down.
  if (canonical && canonical !== path) throw redirect(urls.shop({ ...view, path: canonical }))
  if (view.page > 1 && list.data.length === 0) throw new Response(null, { status: 404 })
  const { data: products, total, missing = '', found = '' } = list
  return { products, total, missing, found, facets, ...view }
}

/** No connection, or a server that cannot answer now. */
const isUnreachable = (error: unknown) => !(error instanceof Response) || error.status >= 500
