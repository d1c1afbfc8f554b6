import type { Routes } from '~/platform/client/route.ts'
import type { ManageContract } from './manage-contract.ts'

export const manageRoutes: Routes<ManageContract> = {
  listManagedProducts: { method: 'GET', path: '/api/manage/services' },
  addProduct: { method: 'POST', path: '/api/services' },
  editProduct: { method: 'PUT', path: '/api/services/:id/details' },
  deleteProduct: { method: 'DELETE', path: '/api/services/:id' },
}
