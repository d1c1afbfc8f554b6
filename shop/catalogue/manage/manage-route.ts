import type { LoaderFunctionArgs } from 'react-router'
import type { ListView } from '~/platform/lists/list-view.ts'
import { readListView, readLongListView, rowsPerPage } from '~/platform/lists/list-view.ts'
import type { Listed } from '~/shop/identity/session/admin-get.ts'
import { adminList, listed } from '~/shop/identity/session/admin-get.ts'
import { urls } from '~/shop/urls.ts'
import type { Product } from '../contract.ts'
import type { ManageSort, StockFilter } from './manage-rules.ts'
import { manageSorts, stockFilters } from './manage-rules.ts'

export { ManageProductsPage as Component } from './ManageProductsPage.tsx'

export type ManageView = ListView & { sort: ManageSort; stock: StockFilter | '' }

export async function loader({ request }: LoaderFunctionArgs): Promise<Listed<Product, ManageView> | null> {
  const query = new URL(request.url).searchParams
  const sort = manageSorts.find((sort) => sort === query.get('sort')) ?? 'newest'
  const stock: ManageView['stock'] = stockFilters.find((stock) => stock === query.get('stock')) ?? ''
  const isByStock = stock !== '' || sort === 'stock-low' || sort === 'stock-high'
  const view: ManageView = { ...(isByStock ? readLongListView(request) : readListView(request)), sort, stock }
  const found = await adminList<Product>(urls.api.manageProducts({ ...view, limit: rowsPerPage }))
  return found ? listed(found, view) : null
}
