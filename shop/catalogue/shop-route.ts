import type { LoaderFunctionArgs } from 'react-router'
import { apiContext } from '~/platform/pages/api-context.ts'
import { urls } from '~/shop/urls.ts'
import type { Product } from './contract.ts'
import type { Sort } from './rules.ts'
import { longestSearch, productsPerPage, sorts } from './rules.ts'

export { ShopPage as Component } from './ShopPage.tsx'

export type ShopData = { products: Product[]; total: number; page: number; q: string; sort: Sort }

export async function loader({ request, context }: LoaderFunctionArgs): Promise<ShopData> {
  const wish = understood(new URL(request.url).searchParams)
  const found = await context.get(apiContext)<Product[]>(
    urls.api.products({ ...wish, limit: productsPerPage }),
  )
  if (wish.page > 1 && found.data.length === 0) throw new Response(null, { status: 404 })
  return { products: found.data, total: found.total, ...wish }
}

function understood(query: URLSearchParams) {
  const page = Number(query.get('page'))
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    q: (query.get('q') ?? '').trim().slice(0, longestSearch).trim(),
    sort: sorts.find((sort) => sort === query.get('sort')) ?? 'featured',
  }
}
