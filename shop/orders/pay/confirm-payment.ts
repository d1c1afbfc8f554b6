import { ApiError } from '~/platform/client/api.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { orderRoutes } from '~/shop/routes.ts'
import type { Order } from '../contract.ts'

const pausesMs = [1000, 2000, 4000]

/**
 * Reports to the shop that the card was charged. A lost response is not a failure, because the money has moved: it is
 * reported again, and without any response the shop finds the payment by itself. Only the shop confirms it as paid.
 */
export async function confirmPayment(order: Order, transactionId: string) {
  const body = { transactionId, appointmentId: order._id, email: order.email }
  for (const pauseMs of [...pausesMs, undefined]) {
    try {
      const { modifiedCount } = await authApi(orderRoutes.confirmPayment, { params: { id: order._id }, body })
      if (modifiedCount === 1) return
    } catch (error) {
      if (!isTemporary(error)) throw error
    }
    if (pauseMs !== undefined) await new Promise((done) => setTimeout(done, pauseMs))
  }
  throw new Error(unconfirmed)
}

const unconfirmed =
  'Your card was charged, but the shop could not confirm it yet. Do not pay again: My Orders will show it as paid soon.'

const isTemporary = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500)
