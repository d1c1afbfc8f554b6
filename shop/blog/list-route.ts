import type { LoaderFunctionArgs } from 'react-router'
import { apiContext } from '~/platform/client/api-context.ts'
import { urls } from '~/shop/urls.ts'
import type { Blog } from './contract.ts'

export { BlogsPage as Component } from './BlogsPage.tsx'

export const loader = async ({ context }: LoaderFunctionArgs) =>
  (await context.get(apiContext)<Blog[]>(urls.api.blogs())).data
