import type { LoaderFunctionArgs } from 'react-router'
import { rowsPerPage } from '~/platform/lists/list-limits.ts'
import { readListQuery } from '~/platform/lists/read-list-query.ts'
import type { Product } from '~/shop/catalogue/contract.ts'
import type { Listed } from '~/shop/identity/session/admin-get.ts'
import { adminGet, adminList, listed } from '~/shop/identity/session/admin-get.ts'
import { catalogueRoutes, manageFitmentsRoutes, vehicleAdminRoutes } from '~/shop/routes.ts'
import type { FitAttribute } from '~/shop/vehicles/admin/contract.ts'
import type { ManagedFitment } from './contract.ts'

export { FitmentsPage as Component } from './FitmentsPage.tsx'

export type FitmentsData = Listed<ManagedFitment> & { product: Product; attributes: FitAttribute[] }

export async function loader({ request, params }: LoaderFunctionArgs): Promise<FitmentsData | null> {
  const view = readListQuery(request)
  const byId = { params: { id: params.id! } }
  const [found, product, attributes] = await Promise.all([
    adminList(manageFitmentsRoutes.listFitments, { ...byId, query: { ...view, limit: rowsPerPage } }),
    adminGet(catalogueRoutes.getProduct, byId),
    adminGet(vehicleAdminRoutes.listFitAttributes),
  ])
  return found && product && attributes ? { ...listed(found, view), product, attributes } : null
}
