import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Db } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { endpoint, WithTotal } from '~/platform/http/endpoint.server.ts'
import { Email } from '~/platform/http/input/email.ts'
import type { Config } from '~/shop/config.server.ts'
import type { Payments } from '~/shop/payments/payments.server.ts'
import { onePageOfOrders } from './admin/all-orders.server.ts'
import { noteCancelled } from './admin/audit-notes.server.ts'
import { AllOrdersQuery, ConfirmPayment, MyOrdersQuery, Order, PlaceOrder } from './contract.ts'
import type { Cancelling } from './my-orders/cancel-order.server.ts'
import { cancelOrder } from './my-orders/cancel-order.server.ts'
import { settleOrder } from './pay/settle-order.server.ts'
import { createPlaceOrder } from './place/place-order.server.ts'
import { refuse } from './refuse.server.ts'
import { orderRow, ordersOfEmail, toOrder, toOrderForAdmin } from './store.server.ts'

type Parts = Cancelling & {
  payments: Payments
  config: Pick<Config, 'unpaidOrderHours' | 'mostUnpaidOrders'>
}

const byId = z.object({ id: z.string() })

export const ordersApi = ({ config, ...parts }: Parts) => {
  const { unpaidOrderHours, mostUnpaidOrders } = config
  const placeOrder = createPlaceOrder({ database: parts.database, unpaidOrderHours, mostUnpaidOrders })
  return [
    endpoint({
      method: 'POST',
      path: '/api/orders',
      who: 'customer',
      refusal: 'Order option for site admin is not allowed !!!',
      summary: 'Orders a product; with an Idempotency-Key, sending it twice is one order',
      body: PlaceOrder,
      answer: z.object({ insertedId: z.string() }),
      async act({ body, caller, request }) {
        return { insertedId: await placeOrder(caller, body, idempotencyKey(request)) }
      },
    }),
    endpoint({
      method: 'GET',
      path: '/api/orders',
      who: 'admin',
      summary:
        'All orders, newest first; one page of them with ?page=, ?limit=, ?q= and ?state=; on from x-next-from with ?from=',
      query: AllOrdersQuery,
      answer: z.array(Order),
      async act({ query }) {
        const { orders, total, ...places } = await onePageOfOrders(parts.database.db, query)
        return new WithTotal(orders, total, places)
      },
    }),
    endpoint({
      method: 'GET',
      path: '/api/orders/:email',
      who: 'self-or-admin',
      summary:
        'The orders of one person, newest first, or with ?state=cancelled those that were cancelled; one page of them with ?page=, ?limit= and ?q=; on from x-next-from with ?from=',
      params: z.object({ email: Email }),
      query: MyOrdersQuery,
      answer: z.array(Order),
      async act({ params, query }) {
        const { orders, total, ...places } = await ordersOfEmail(parts.database.db, params.email, query)
        return new WithTotal(orders, total, places)
      },
    }),
    endpoint({
      method: 'GET',
      path: '/api/order/:id',
      who: 'owner-or-admin',
      summary: 'One order, for its customer and for admins',
      params: byId,
      answer: Order,
      async act({ params, caller }) {
        const order = await orderFor(parts.database.db, params.id, caller)
        if (order.state === 'cancelled')
          throw refuse('order_cancelled', { refunded: order.refunded_at !== null })
        return caller.admin ? toOrderForAdmin(order) : toOrder(order)
      },
    }),
    endpoint({
      method: 'PATCH',
      path: '/api/order/:id',
      vital: true,
      who: 'owner',
      summary: 'Tells that an order was paid; believed only when the payment provider says so too',
      params: byId,
      body: ConfirmPayment,
      answer: z.object({ modifiedCount: z.literal(1) }),
      async act({ params, body, caller }) {
        const order = await orderFor(parts.database.db, params.id, caller)
        await settleOrder(parts, order, caller, body)
        return { modifiedCount: 1 as const }
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/api/orders/:id',
      vital: true,
      who: 'owner-or-admin',
      summary: 'Cancels an unpaid order; its pieces are for sale again',
      params: byId,
      answer: z.object({ deletedCount: z.number().int() }),
      async act({ params, caller }) {
        const order = await orderFor(parts.database.db, params.id, caller)
        const who = order.customer_id === caller.userId ? 'customer' : 'admin'
        const note = who === 'admin' ? noteCancelled(caller) : undefined
        const cancelled = await cancelOrder(parts, order.id, { who, userId: caller.userId, note })
        return { deletedCount: cancelled ? 1 : 0 }
      },
    }),
  ]
}

/** Its customer's, or any for an admin. */
async function orderFor(db: Db, id: string, caller: Caller) {
  const order = await orderRow(db, id)
  if (!order) throw refuse('unknown_order')
  if (order.customer_id !== caller.userId && !caller.admin) throw refuse('not_yours')
  return order
}

function idempotencyKey(request: FastifyRequest) {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) throw refuse('bad_key')
  return key
}
