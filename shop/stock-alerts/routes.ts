import type { Routes } from '~/platform/client/route.ts'
import type { StockAlertContract } from './contract.ts'

export const stockAlertRoutes: Routes<StockAlertContract> = {
  getStockAlert: { method: 'GET', path: '/api/service/:id/alert' },
  addStockAlert: { method: 'PUT', path: '/api/service/:id/alert' },
  removeStockAlert: { method: 'DELETE', path: '/api/service/:id/alert' },
}
