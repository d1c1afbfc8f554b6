import type { Routes } from '~/platform/client/route.ts'
import type { ImageContract } from './contract.ts'

export const imageRoutes: Routes<ImageContract> = {
  getUploadTarget: { method: 'GET', path: '/api/images' },
  storeImage: { method: 'POST', path: '/api/images' },
}
