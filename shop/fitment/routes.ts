import type { Routes } from '~/platform/client/route.ts'
import type { FitmentContract } from './contract.ts'

export const fitmentRoutes: Routes<FitmentContract> = {
  listFitMarks: { method: 'GET', path: '/api/fit' },
  getPartFit: { method: 'GET', path: '/api/service/:id/fit' },
  listPartVehicles: { method: 'GET', path: '/api/service/:id/vehicles' },
}
