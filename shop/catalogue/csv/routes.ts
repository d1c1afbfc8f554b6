import type { Routes } from '~/platform/client/route.ts'
import type { CsvContract } from './import-contract.ts'

export const csvRoutes: Routes<CsvContract> = {
  exportProducts: { method: 'GET', path: '/api/manage/services.csv' },
  importProducts: { method: 'POST', path: '/api/manage/services/import' },
  exportNumbers: { method: 'GET', path: '/api/manage/numbers.csv' },
  importNumbers: { method: 'POST', path: '/api/manage/numbers/import' },
}
