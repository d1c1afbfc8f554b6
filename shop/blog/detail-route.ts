import type { LoaderFunctionArgs } from 'react-router'
import { apiContext } from '~/platform/client/api-context.ts'
import { urls } from '~/shop/urls.ts'
import type { Blog } from './contract.ts'

export { BlogPage as Component } from './BlogPage.tsx'

export const loader = async ({ params, context }: LoaderFunctionArgs) =>
  (await context.get(apiContext)<Blog>(urls.api.blog(params.id!))).data
