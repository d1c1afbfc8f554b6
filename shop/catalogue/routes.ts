import type { Routes } from '~/platform/client/route.ts'
import type { CatalogueContract } from './contract.ts'

export const catalogueRoutes: Routes<CatalogueContract> = {
  listProducts: { method: 'GET', path: '/api/services', defaults: { sort: 'featured' } },
  getFacets: { method: 'GET', path: '/api/facets' },
  getProduct: { method: 'GET', path: '/api/service/:id' },
  setStock: { method: 'PUT', path: '/api/services/:id' },
  reportStock: { method: 'PATCH', path: '/api/service/:id' },
}

/** A stream of notices that products have changed, also of those in the last so many seconds. */
export const liveProductsPath = '/api/live'
