import type { Routes } from '~/platform/client/route.ts'
import type { AttributesContract } from './contract.ts'

export const attributeRoutes: Routes<AttributesContract> = {
  listAttributes: { method: 'GET', path: '/api/manage/attributes' },
  addAttribute: { method: 'POST', path: '/api/manage/attributes' },
  renameAttribute: { method: 'PUT', path: '/api/manage/attributes/:id' },
  deleteAttribute: { method: 'DELETE', path: '/api/manage/attributes/:id' },
}
