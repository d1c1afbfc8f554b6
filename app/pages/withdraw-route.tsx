import type { LoaderFunctionArgs } from 'react-router'
import { apiContext } from '~/platform/client/api-context.ts'
import { WithdrawPage } from '~/shop/orders/withdrawals/WithdrawPage.tsx'
import { businessRoutes } from '~/shop/routes.ts'

/** Only while the owner lets customers withdraw. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { data } = await context.get(apiContext)(businessRoutes.getBusiness)
  if (data.returns.days === '0') throw new Response(null, { status: 404 })
  return null
}

export { WithdrawPage as Component }
