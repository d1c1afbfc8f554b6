import type { LoaderFunctionArgs } from 'react-router'
import type { Listed } from '~/shop/identity/session/admin-get.ts'
import { adminGet, listLoader } from '~/shop/identity/session/admin-get.ts'
import { vehicleAdminRoutes } from '~/shop/routes.ts'
import type { FitAttribute, ManagedVehicle } from './contract.ts'

export type VehiclesData = Listed<ManagedVehicle> & { attributes: FitAttribute[] }

const loadList = listLoader(vehicleAdminRoutes.listManagedVehicles)

export async function loadVehicles(given: LoaderFunctionArgs): Promise<VehiclesData | null> {
  const [list, attributes] = await Promise.all([
    loadList(given),
    adminGet(vehicleAdminRoutes.listFitAttributes),
  ])
  return list && attributes ? { ...list, attributes } : null
}
