import { listLoader } from '~/shop/identity/session/admin-get.ts'
import { urls } from '~/shop/urls.ts'
import type { Subscription } from './contract.ts'

export { SubscriptionsPage as Component } from './SubscriptionsPage.tsx'

export const loader = listLoader<Subscription>(urls.api.newsletterList)
