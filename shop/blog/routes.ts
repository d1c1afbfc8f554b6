import type { Routes } from '~/platform/client/route.ts'
import type { BlogContract } from './contract.ts'

export const blogRoutes: Routes<BlogContract> = {
  listBlogs: { method: 'GET', path: '/api/blogs' },
  getBlog: { method: 'GET', path: '/api/blog/:id' },
}
