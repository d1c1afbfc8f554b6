import type { LoaderFunctionArgs } from 'react-router'
import { ApiError } from '~/platform/client/api.ts'
import { addressRoutes, orderRoutes } from '~/shop/account-routes.ts'
import type { SavedAddress } from '~/shop/addresses/contract.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { storedToken } from '~/shop/identity/session/session-store.ts'
import type { Order, Purchase } from './contract.ts'
import { needsPayment } from './rules.ts'

type Bought = { order: Order; purchase: Purchase }
export type PaymentData = ({ is: 'due'; addresses: SavedAddress[] } & Bought) | NotDue
export type NotDue =
  | ({ is: 'paid' | 'refunded' | 'free' } & Bought)
  | { is: 'cancelled' | 'unknown' | 'foreign' }

/** The loader of the payment page and of the receipt: the order and its purchase, or why it cannot be paid. */
export async function loader({ params }: LoaderFunctionArgs): Promise<PaymentData | null> {
  if (!storedToken()) return null
  try {
    const order = await authApi(orderRoutes.getOrder, { params: { id: params.id! } })
    const purchase = await authApi(orderRoutes.getPurchase, { params: { id: order.purchaseId } })
    if (order.refunded) return { is: 'refunded', order, purchase }
    if (order.paid) return { is: 'paid', order, purchase }
    // What costs nothing is paid with the rest of its purchase.
    if (!purchase.orders.some(needsPayment)) return { is: 'free', order, purchase }
    return { is: 'due', order, purchase, addresses: await authApi(addressRoutes.listAddresses) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) return null
    if (error.status === 403) return { is: 'foreign' }
    if (error.status === 404) return { is: error.reason === 'order_cancelled' ? 'cancelled' : 'unknown' }
    throw new Response(null, { status: error.status || 503 })
  }
}
