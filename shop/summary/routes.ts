import type { Routes } from '~/platform/client/route.ts'
import type { SummaryContract } from './contract.ts'

export const summaryRoutes: Routes<SummaryContract> = {
  getSummary: { method: 'GET', path: '/api/summary' },
}
