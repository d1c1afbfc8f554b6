import type { LoaderFunctionArgs } from 'react-router'
import { ApiError } from '~/platform/client/api.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { storedToken } from '~/shop/identity/session/session-store.ts'
import type { Order } from '../contract.ts'
import { orderRoutes } from '../routes.ts'
import { needsPayment } from '../rules.ts'

export type PaymentData = { is: 'due'; order: Order } | NotDue
export type NotDue =
  | { is: 'paid' | 'refunded' | 'free'; order: Order }
  | { is: 'cancelled' | 'unknown' | 'foreign' }

/** The loader of the payment page and of the receipt: the order, or why it cannot be paid. */
export async function loader({ params }: LoaderFunctionArgs): Promise<PaymentData | null> {
  if (!storedToken()) return null
  try {
    const order = await authApi(orderRoutes.getOrder, { params: { id: params.id! } })
    if (order.refunded) return { is: 'refunded', order }
    if (order.paid) return { is: 'paid', order }
    return { is: needsPayment(order) ? 'due' : 'free', order }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) return null
    if (error.status === 403) return { is: 'foreign' }
    if (error.status === 404) return { is: error.reason === 'order_cancelled' ? 'cancelled' : 'unknown' }
    throw new Response(null, { status: error.status || 503 })
  }
}
