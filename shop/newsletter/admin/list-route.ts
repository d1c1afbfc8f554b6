import { listLoader } from '~/shop/identity/session/admin-get.ts'
import { newsletterRoutes } from '../routes.ts'

export { SubscriptionsPage as Component } from './SubscriptionsPage.tsx'

export const loader = listLoader(newsletterRoutes.listSubscriptions)
