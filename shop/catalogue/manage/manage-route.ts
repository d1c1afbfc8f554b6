import type { LoaderFunctionArgs } from 'react-router'
import { rowsPerPage } from '~/platform/lists/list-limits.ts'
import type { ListView } from '~/platform/lists/read-list-query.ts'
import { readChoice, readListQuery } from '~/platform/lists/read-list-query.ts'
import type { Listed } from '~/shop/identity/session/admin-get.ts'
import { adminList, listed } from '~/shop/identity/session/admin-get.ts'
import { manageRoutes } from '~/shop/routes.ts'
import type { Product } from '../contract.ts'
import type { StockFilter } from '../stock/stock-marks.ts'
import { stockFilters } from '../stock/stock-marks.ts'
import type { ManageSort } from './manage-rules.ts'
import { manageSorts } from './manage-rules.ts'

export { ManageProductsPage as Component } from './ManageProductsPage.tsx'

export type ManageView = ListView & { sort: ManageSort; stock: StockFilter | '' }

export async function loader({ request }: LoaderFunctionArgs): Promise<Listed<Product, ManageView> | null> {
  const sort = readChoice(request, 'sort', manageSorts)
  const stock = readChoice(request, 'stock', ['', ...stockFilters])
  const byKeyset = stock !== '' || sort === 'stock-low' || sort === 'stock-high'
  const view: ManageView = { ...readListQuery(request, { byKeyset }), sort, stock }
  const found = await adminList(manageRoutes.listManagedProducts, { query: { ...view, limit: rowsPerPage } })
  return found ? listed(found, view) : null
}
