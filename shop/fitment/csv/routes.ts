import type { Routes } from '~/platform/client/route.ts'
import type { FitmentsCsvContract } from './contract.ts'

export const fitmentsCsvRoutes: Routes<FitmentsCsvContract> = {
  exportFitments: { method: 'GET', path: '/api/manage/fitments.csv' },
  importFitments: { method: 'POST', path: '/api/manage/fitments/import' },
}
