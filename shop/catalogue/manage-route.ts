import type { LoaderFunctionArgs } from 'react-router'
import type { ListView } from '~/platform/pages/list-query.ts'
import { listQuery, rowsPerPage } from '~/platform/pages/list-query.ts'
import type { Listed } from '~/shop/identity/admin-get.ts'
import { adminList } from '~/shop/identity/admin-get.ts'
import { urls } from '~/shop/urls.ts'
import type { Product } from './contract.ts'
import type { ManageSort, StockFilter } from './manage-rules.ts'
import { manageSorts, stockFilters } from './manage-rules.ts'

export { ManageProductsPage as Component } from './ManageProductsPage.tsx'

export type ManageView = ListView & { sort: ManageSort; stock: StockFilter | '' }

export async function loader({ request }: LoaderFunctionArgs): Promise<Listed<Product, ManageView> | null> {
  const query = new URL(request.url).searchParams
  const view: ManageView = {
    ...listQuery(request),
    sort: manageSorts.find((sort) => sort === query.get('sort')) ?? 'newest',
    stock: stockFilters.find((stock) => stock === query.get('stock')) ?? '',
  }
  const found = await adminList<Product>(urls.api.manageProducts({ ...view, limit: rowsPerPage }))
  return found ? { rows: found.data, total: found.total, view } : null
}
