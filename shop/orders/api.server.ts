import type { Db } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { exactCents, formatDollars, toDollars } from '~/platform/money.ts'
import { may } from '~/platform/roles.ts'
import { orderRoutes } from '~/shop/account-routes.ts'
import type { OpenBusiness } from '~/shop/business/business.server.ts'
import { productRowsByName } from '~/shop/catalogue/store.server.ts'
import type { Config } from '~/shop/config.server.ts'
import type { Payments } from '~/shop/payments/payments.server.ts'
import type { OpenRates } from '~/shop/rates/rates.server.ts'
import { adminEndpoints, onePageOfOrders } from './admin/api.server.ts'
import { orderContract } from './contract.ts'
import { deliveryEndpoints } from './deliver/api.server.ts'
import type { Cancelling } from './my-orders/cancel-order.server.ts'
import { cancelOrder } from './my-orders/cancel-order.server.ts'
import { settleOrder } from './pay/payable.server.ts'
import { onceWith } from './place/claims.server.ts'
import type { PlaceOrder } from './place/contract.ts'
import { orderingPace, refuse } from './place/contract.ts'
import type { PlaceOptions, Wanted } from './place/place-purchase.server.ts'
import { createPlacePurchase } from './place/place-purchase.server.ts'
import { purchaseFor, toPurchase } from './purchases.server.ts'
import { receiptEndpoints } from './receipts/api.server.ts'
import type { Receipt } from './receipts/contract.ts'
import { refundEndpoints } from './refunds/api.server.ts'
import { withRefundable } from './refunds/refund-lines.server.ts'
import { noteCancelled } from './refunds/refund-order.server.ts'
import type { LineProblem } from './rules.ts'
import { isPayable } from './rules.ts'
import { orderRow, ordersOfEmail, toOrder, toOrderForAdmin } from './store.server.ts'
import type { WithdrawalTerms } from './withdrawal-terms.server.ts'
import { withdrawableOf, withdrawalsOfPurchase } from './withdrawals/withdrawals-store.server.ts'

type OrdersContext = Cancelling & {
  payments: Payments
  config: PlaceOptions['config'] & Pick<Config, 'shopEmail' | 'mostOrdersPerMinute'>
  seller: () => Receipt['seller']
  rates: OpenRates
  business: Pick<OpenBusiness, 'current'>
  withdrawal: () => WithdrawalTerms
}

export const ordersApi = (ctx: OrdersContext) => {
  const { config } = ctx
  const placePurchase = createPlacePurchase({
    database: ctx.database,
    config,
    rates: ctx.rates,
    business: ctx.business,
  })
  return endpoints(orderRoutes, orderContract, {
    placeOrder: {
      access: 'not-staff',
      pace: orderingPace(config),
      forbidden: () => refuse('staff_place_no_orders'),
      summary: 'Orders a product; with an Idempotency-Key, sending it twice is one order',
      async handler({ body, caller, request }) {
        const wanted = await asPurchase(ctx.database.db, caller, body)
        return { insertedId: await placePurchase(caller, wanted, onceWith(request, body)) }
      },
    },
    listOrders: {
      access: 'money',
      summary:
        'All orders, newest first; one page of them with ?page=, ?limit=, ?q= and ?state=; on from x-next-from with ?from=',
      handler: ({ query }) => onePageOfOrders(ctx.database, query),
    },
    listCustomerOrders: {
      access: 'self-or-people',
      summary:
        'The orders of one person, newest first, or with ?state=cancelled those that were cancelled; one page of them with ?page=, ?limit= and ?q=; on from x-next-from with ?from=',
      handler: ({ params, query }) => ordersOfEmail(ctx.database, params.email, query),
    },
    getOrder: {
      access: 'owner-or-money',
      summary: 'One order, for its customer and for those who handle money',
      async handler({ params, caller }) {
        const order = await orderFor(ctx.database.db, params.id, caller)
        if (order.state === 'cancelled')
          throw refuse('order_cancelled', { details: { refunded: order.refunded_at !== null } })
        return may(caller.role, 'money') ? toOrderForAdmin(order) : toOrder(order)
      },
    },
    getPurchase: {
      access: 'owner-or-money',
      summary: 'A purchase: its orders, what delivery costs, and the sum that is paid for all of them',
      async handler({ params, caller }) {
        const purchase = await purchaseFor(ctx.database.db, params.id, caller)
        const { db } = ctx.database
        const withdrawable =
          purchase.customer_id === caller.userId
            ? await withdrawableOf(db, purchase, ctx.withdrawal())
            : undefined
        const shown = {
          ...(await toPurchase(db, purchase, ctx.seller())),
          withdrawals: await withdrawalsOfPurchase(db, purchase.id),
          ...(withdrawable && { withdrawable }),
        }
        return may(caller.role, 'money') ? await withRefundable(ctx.database, purchase, shown) : shown
      },
    },
    confirmPayment: {
      vital: true,
      access: 'owner',
      summary: 'Tells that an order was paid; believed only when the payment provider says so too',
      async handler({ params, body, caller }) {
        const order = await orderFor(ctx.database.db, params.id, caller)
        await settleOrder(ctx, order, caller, body)
        return { modifiedCount: 1 as const }
      },
    },
    cancelOrder: {
      vital: true,
      pace: orderingPace(config),
      access: 'owner-or-money',
      summary:
        'Cancels an unpaid order; its pieces are for sale again. With ?rest=cancel all that is unpaid of its purchase',
      async handler({ params, query, caller }) {
        const order = await orderFor(ctx.database.db, params.id, caller)
        const who = order.customer_id === caller.userId ? 'customer' : 'admin'
        const note = who === 'admin' ? noteCancelled(caller) : undefined
        const { orders, dearerRest } = await cancelOrder(ctx, order, {
          who,
          userId: caller.userId,
          note,
          all: query.rest === 'cancel',
        })
        const left = dearerRest && {
          total: toDollars(dearerRest.totalCents),
          delivery: toDollars(dearerRest.feeCents),
        }
        return { deletedCount: orders.length, ...(left && { left }) }
      },
    },
    ...receiptEndpoints(ctx.database),
    ...deliveryEndpoints(ctx),
    ...adminEndpoints(ctx.database),
    ...refundEndpoints(ctx),
  })
}

/** Its customer's, or any for those who handle money. */
async function orderFor(db: Db, id: string, caller: Caller) {
  const order = await orderRow(db, id)
  if (!order) throw refuse('unknown_order')
  if (order.customer_id !== caller.userId && !may(caller.role, 'money')) throw refuse('not_yours')
  return order
}

/** An order is a purchase of one line. What it is refused for is said in the words of its form. */
async function asPurchase(db: Db, customer: Caller, input: PlaceOrder): Promise<Wanted> {
  const { quantity, size, price, car, email, productName } = input
  if (email !== undefined && email !== customer.email) throw refuse('other_email')
  const productId = input.productId || (await productIdByName(db, productName!))
  return {
    lines: [{ productId, quantity, size, car }],
    isFree: !price,
    requireAsSeen({ problems: [problem], goodsCents, depositCents }) {
      if (problem) throw inWordsOfForm(problem, quantity)
      const cents = goodsCents + depositCents
      if (!isPayable(cents)) throw refuse('not_chargeable')
      // Nobody pays what they did not see: no price seen means free.
      const seenCents = exactCents(price ?? 0)
      if (seenCents === cents) return
      const details = { price: toDollars(cents) }
      // A client that knows no deposits is told, and may send it again with this price.
      if (depositCents > 0 && seenCents === goodsCents)
        throw refuse('deposit_needed', {
          values: { deposit: inDollars(depositCents), total: inDollars(cents) },
          details: { ...details, deposit: toDollars(depositCents) },
        })
      throw refuse('price_changed', { details })
    },
  }
}

const inDollars = (cents: number) => formatDollars(toDollars(cents))

async function productIdByName(db: Db, productName: string) {
  const [found, another] = await productRowsByName(db, productName)
  if (another) throw refuse('several_of_that_name', { values: { productName } })
  return found?.id ?? ''
}

function inWordsOfForm({ problem, availableQty, minimum = 0 }: LineProblem, quantity: number) {
  if (problem === 'gone') return refuse('unknown_product')
  return quantity < minimum
    ? refuse('below_minimum', { field: 'quantity', values: { minimum } })
    : refuse('out_of_stock', { field: 'quantity', details: { availableQty } })
}
