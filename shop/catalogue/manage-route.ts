import type { LoaderFunctionArgs } from 'react-router'
import { privateList } from '~/shop/identity/private-get.ts'
import { urls } from '~/shop/urls.ts'
import type { Product } from './contract.ts'
import type { ManageSort, StockFilter } from './manage-rules.ts'
import { managedPerPage, manageSorts, stockFilters } from './manage-rules.ts'
import { longestSearch } from './rules.ts'

export { ManageProductsPage as Component } from './ManageProductsPage.tsx'

export type ManageView = { page: number; q: string; sort: ManageSort; stock: StockFilter | '' }
export type ManageData = ManageView & { products: Product[]; total: number }

export async function loader({ request }: LoaderFunctionArgs): Promise<ManageData | null> {
  const view = understood(new URL(request.url).searchParams)
  const found = await privateList<Product>(urls.api.manageProducts({ ...view, limit: managedPerPage }))
  return found ? { ...view, products: found.data, total: found.total } : null
}

function understood(query: URLSearchParams): ManageView {
  const page = Number(query.get('page'))
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    q: (query.get('q') ?? '').trim().slice(0, longestSearch).trim(),
    sort: manageSorts.find((sort) => sort === query.get('sort')) ?? 'newest',
    stock: stockFilters.find((stock) => stock === query.get('stock')) ?? '',
  }
}
