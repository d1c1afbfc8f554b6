import type { LoaderFunctionArgs } from 'react-router'
import { apiContext } from '~/platform/client/api-context.ts'
import { blogRoutes } from './routes.ts'

export { BlogPage as Component } from './BlogPage.tsx'

export const loader = async ({ params, context }: LoaderFunctionArgs) =>
  (await context.get(apiContext)(blogRoutes.getBlog, { params: { id: params.id! } })).data
