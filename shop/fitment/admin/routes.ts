import type { Routes } from '~/platform/client/route.ts'
import type { ManageFitmentsContract } from './contract.ts'

export const manageFitmentsRoutes: Routes<ManageFitmentsContract> = {
  listFitments: { method: 'GET', path: '/api/manage/services/:id/fitments' },
  listDoubtfulFits: { method: 'GET', path: '/api/manage/doubtful-fits' },
  addFitment: { method: 'POST', path: '/api/manage/services/:id/fitments' },
  copyFitments: { method: 'POST', path: '/api/manage/services/:id/fitments/copy' },
  editFitment: { method: 'PUT', path: '/api/manage/fitments/:id' },
  deleteFitment: { method: 'DELETE', path: '/api/manage/fitments/:id' },
}
