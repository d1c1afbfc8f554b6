import type { Routes } from '~/platform/client/route.ts'
import type { VehicleContract } from './contract.ts'

export const vehicleRoutes: Routes<VehicleContract> = {
  listMakes: { method: 'GET', path: '/api/vehicles/makes' },
  listModels: { method: 'GET', path: '/api/vehicles/models' },
  listVehicles: { method: 'GET', path: '/api/vehicles' },
  searchVehicles: { method: 'GET', path: '/api/vehicles/search' },
  findNamedVehicles: { method: 'GET', path: '/api/vehicles/named' },
  getVehicle: { method: 'GET', path: '/api/vehicle/:id' },
  readVin: { method: 'POST', path: '/api/vin' },
  listGarage: { method: 'GET', path: '/api/my-garage' },
  saveGarageCar: { method: 'PUT', path: '/api/my-garage/:id' },
  removeGarageCar: { method: 'DELETE', path: '/api/my-garage/:id' },
}
