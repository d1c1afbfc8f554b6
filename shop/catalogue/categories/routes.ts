import type { Routes } from '~/platform/client/route.ts'
import type { CategoriesContract } from './contract.ts'

export const categoryRoutes: Routes<CategoriesContract> = {
  listCategories: { method: 'GET', path: '/api/categories' },
  addCategory: { method: 'POST', path: '/api/categories' },
  editCategory: { method: 'PUT', path: '/api/categories/:id' },
  moveCategory: { method: 'POST', path: '/api/categories/:id/move' },
  deleteCategory: { method: 'DELETE', path: '/api/categories/:id' },
}
