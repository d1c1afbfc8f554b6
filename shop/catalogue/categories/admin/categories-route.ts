import { adminGet } from '~/shop/identity/session/admin-get.ts'
import { categoryRoutes } from '../routes.ts'

export { CategoriesPage as Component } from './CategoriesPage.tsx'

export const loader = async () => (await adminGet(categoryRoutes.listCategories)) ?? null
