import type { Routes } from '~/platform/client/route.ts'
import type { ManageRelatedContract } from './related/admin/contract.ts'
import type { RelatedContract } from './related/contract.ts'

/** Which parts belong together: neither the first page of a visit nor a log-in needs them. */
export const relatedRoutes: Routes<RelatedContract> = {
  getRelatedParts: { method: 'GET', path: '/api/service/:id/related' },
  listRelatedToCart: { method: 'GET', path: '/api/related' },
}

export const manageRelatedRoutes: Routes<ManageRelatedContract> = {
  listRelatedParts: { method: 'GET', path: '/api/manage/services/:id/related' },
  setRelatedParts: { method: 'PUT', path: '/api/manage/services/:id/related' },
}
