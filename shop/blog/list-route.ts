import type { LoaderFunctionArgs } from 'react-router'
import { apiContext } from '~/platform/client/api-context.ts'
import { blogRoutes } from './routes.ts'

export { BlogsPage as Component } from './BlogsPage.tsx'

export const loader = async ({ context }: LoaderFunctionArgs) =>
  (await context.get(apiContext)(blogRoutes.listBlogs)).data
