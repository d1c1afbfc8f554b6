import type { Routes } from '~/platform/client/route.ts'
import type { VehicleAdminContract } from './contract.ts'

export const vehicleAdminRoutes: Routes<VehicleAdminContract> = {
  listManagedVehicles: { method: 'GET', path: '/api/manage/vehicles' },
  addVehicle: { method: 'POST', path: '/api/manage/vehicles' },
  editVehicle: { method: 'PUT', path: '/api/manage/vehicles/:id' },
  deleteVehicle: { method: 'DELETE', path: '/api/manage/vehicles/:id' },
  exportVehicles: { method: 'GET', path: '/api/manage/vehicles.csv' },
  importVehicles: { method: 'POST', path: '/api/manage/vehicles/import' },
  listFitAttributes: { method: 'GET', path: '/api/manage/fit-attributes' },
  addFitAttribute: { method: 'POST', path: '/api/manage/fit-attributes' },
  editFitAttribute: { method: 'PUT', path: '/api/manage/fit-attributes/:id' },
}
