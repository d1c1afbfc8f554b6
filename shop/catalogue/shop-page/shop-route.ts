import type { LoaderFunctionArgs } from 'react-router'
import { apiContext } from '~/platform/client/api-context.ts'
import { urls } from '~/shop/urls.ts'
import type { Product } from '../contract.ts'
import type { Sort } from '../rules.ts'
import { longestSearch, productsPerPage, sorts } from '../rules.ts'
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
  const wish = understood(new URL(request.url).searchParams)
  const get = context.get(apiContext)
  const shown = shownResults()
  const found = await get<Product[]>(urls.api.products({ ...wish, limit: productsPerPage })).catch(
    (error) => {
      if (!shown || !isUnreachable(error)) throw error
    },
  )
  if (!found) return { ...shown!, missed: wish }
  if (wish.page > 1 && found.data.length === 0) throw new Response(null, { status: 404 })
  return { products: found.data, total: found.total, missing: found.missing ?? '', ...wish }
}

/** No connection, or a server that cannot answer now. */
const isUnreachable = (error: unknown) => !(error instanceof Response) || error.status >= 500

function understood(query: URLSearchParams): View {
  const page = Number(query.get('page'))
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    q: (query.get('q') ?? '').trim().slice(0, longestSearch).trim(),
    sort: sorts.find((sort) => sort === query.get('sort')) ?? 'featured',
  }
}
