import { listLoader } from '~/shop/identity/admin-get.ts'
import { urls } from '~/shop/urls.ts'
import type { Order } from './contract.ts'
import { orderFilters } from './rules.ts'

export { AllOrdersPage as Component } from './AllOrdersPage.tsx'

export const loader = listLoader<Order>(urls.api.allOrders, orderFilters)
