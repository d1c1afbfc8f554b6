import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { Email } from '~/platform/http/input/schemas.ts'
import { choice, ListQuery } from '~/platform/lists/list-query.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { ShownAddress } from '~/shop/addresses/contract.ts'
import { OrderedFit } from '~/shop/fitment/contract.ts'
import { byId, commonRefusals } from './common-contract.ts'
import { ParcelProgress, parcelContract } from './deliver/contract.ts'
import { deliveryStates } from './deliver/delivery-rules.ts'
import { OldPart } from './deposits/old-part.ts'
import { payContract } from './pay/contract.ts'
import { placeContract } from './place/contract.ts'
import { Receipt, receiptContract } from './receipts/contract.ts'
import { refundContract } from './refunds/contract.ts'
import { Return } from './returns/contract.ts'
import { returnStates } from './returns/return-rules.ts'
import { disputeStates, myOrderFilters, orderFilters, refundStates, sizes } from './rules.ts'
import { Withdrawable, Withdrawal } from './withdrawals/contract.ts'

export const Order = z.object({
  _id: z.string(),
  /** What it was bought and is paid with. */
  purchaseId: z.string(),
  productId: z.string(),
  productName: z.string(),
  image: z.string(),
  /** The total in dollars; absent for a free order. */
  price: z.number().optional(),
  /** What a code took off its price, in dollars; absent without one. */
  discount: z.object({ code: z.string(), amount: z.number() }).optional(),
  /** For its old parts, in dollars: it is in the price, and goes back for each that is returned. */
  deposit: z
    .object({
      each: z.number(),
      amount: z.number(),
      /** Of how many pieces it has gone back or is on its way. */
      back: z.number().int(),
      /** How long after the delivery an old part is taken. */
      days: z.number().int(),
    })
    .optional(),
  quantity: z.number().int(),
  size: z.enum(sizes),
  email: z.string(),
  userName: z.string(),
  paid: z.boolean(),
  transactionId: z.string().optional(),
  refunded: z.boolean(),
  /** How the refund of its payment stands; absent while there is none. */
  refund: z
    .object({
      state: z.enum(refundStates),
      /** What has gone back so far, in dollars. */
      returned: z.number(),
      /** Of how many pieces the money has gone back or is on its way. */
      quantity: z.number().int(),
      /** What the payment provider says about it: for admins. */
      reason: z.string().optional(),
      /** What is left of the payment though every piece of the purchase is refunded, in dollars: for admins. */
      rest: z.number().optional(),
    })
    .optional(),
  /** What is left of its price to refund, in dollars: for admins, with its purchase. */
  refundable: z.number().optional(),
  /** How far its parcel has come; absent until it is paid. */
  delivery: z.enum(deliveryStates).optional(),
  /** Whether the customer's bank takes its payment back, or asks about it: for admins. */
  dispute: z.enum(disputeStates).optional(),
  /** What the customer of its purchase has got back beyond the payment, in dollars: for admins. */
  overpaid: z.number().optional(),
  /** How far the return of it that was asked for last has come. */
  return: z.enum(returnStates).optional(),
  /** For the receipt: absent while it is not paid. */
  paidAt: z.string().optional(),
  cardLast4: z.string().optional(),
  /** Only of orders that were cancelled, which are in no list unless they are asked for. */
  cancelledAt: z.string().optional(),
  unitPrice: z.number(),
  createdAt: z.string(),
  /** Until when it is held without payment; absent when it is held for good. */
  expiresAt: z.string().optional(),
  /** The car that it is for, and the verdict as it was shown; absent for no car in particular. */
  fit: OrderedFit.optional(),
  /** The whole purchase, of which a page of a list may show only some orders: in such pages alone. */
  purchase: z
    .object({
      /** Without those that were cancelled. */
      orders: z.number().int(),
      /** Of the orders and their delivery, in dollars. */
      total: z.number(),
      deliveredAt: z.string().optional(),
    })
    .optional(),
})
export type Order = z.infer<typeof Order>

/** Orders with one payment. */
export const Purchase = z.object({
  _id: z.string(),
  /** Without those that were cancelled. */
  orders: z.array(Order),
  /** What delivery costs, in dollars; 0 when it is included. */
  delivery: z.number(),
  /** Of the orders and their delivery. */
  total: z.number(),
  /** What can still be refunded of its payment, in dollars: for admins. */
  refundable: z.number().optional(),
  /** How it goes, where the owner has set that. */
  way: z
    .object({
      id: z.string(),
      name: z.string(),
      days: z.object({ least: z.number(), most: z.number() }),
      /** In dollars: it is free for parts of this sum or more. */
      freeFrom: z.number().optional(),
      /** Where and when it is collected; absent for what is sent. */
      collection: z.object({ address: z.string(), hours: z.string() }).optional(),
    })
    .optional(),
  /** Where it goes; absent until that is said. */
  address: ShownAddress.optional(),
  /** How far it has come, of several parcels the one that is least far. Absent until it is paid. */
  parcel: ParcelProgress.optional(),
  /** In what it comes; empty until it is paid. */
  parcels: z.array(
    ParcelProgress.extend({
      _id: z.string(),
      lines: z.array(z.object({ orderId: z.string(), quantity: z.number().int() })),
    }),
  ),
  /** Empty until it is paid; then the receipt, and credit notes for what went back. */
  receipts: z.array(Receipt),
  /** What its customer sends back, oldest first. */
  returns: z.array(Return),
  /** Old parts that its customer has announced, oldest first. */
  oldParts: z.array(OldPart),
  /** What its customer has withdrawn from, oldest first. */
  withdrawals: z.array(Withdrawal),
  /** What its customer may withdraw from: for the customer. */
  withdrawable: Withdrawable.optional(),
})
export type Purchase = z.infer<typeof Purchase>

/** What customers ask for in the list of their own. */
export const MyOrdersQuery = ListQuery.extend({
  state: choice(myOrderFilters),
})
export type MyOrdersQuery = z.infer<typeof MyOrdersQuery>

/** What admins ask for in the list of all orders. */
export const AllOrdersQuery = ListQuery.extend({
  state: choice(orderFilters),
})
export type AllOrdersQuery = z.infer<typeof AllOrdersQuery>

/** What each route takes and answers. */
export const orderContract = {
  listOrders: { query: AllOrdersQuery, response: z.array(Order) },
  listCustomerOrders: { params: z.object({ email: Email }), query: MyOrdersQuery, response: z.array(Order) },
  getOrder: { params: byId, response: Order },
  getPurchase: { params: byId, response: Purchase },
  cancelOrder: {
    params: byId,
    /** All of its purchase, where no card could pay what would be left. */
    query: z.object({ rest: z.enum(['cancel']).optional() }),
    response: z.object({
      deletedCount: z.number().int(),
      /** What is left to pay, in dollars, where its delivery costs more than before. */
      left: z.object({ total: z.number(), delivery: z.number() }).optional(),
    }),
  },
  exportOrders: { query: AllOrdersQuery, response: z.string() },
  ...placeContract,
  ...payContract,
  ...receiptContract,
  ...parcelContract,
  ...refundContract,
} satisfies Contract
export type OrderContract = typeof orderContract

export const refuse = refusalsOf({
  ...commonRefusals,
  way_gone: [409, 'This delivery is no longer offered. Choose another one.'],
  not_delivered_there: [409, 'We do not deliver these parts to {place}.'],
  only_collected: [
    409,
    'We do not deliver these parts to {place}. They can be collected at the workshop.',
    'not_delivered_there',
  ],
  already_paid: [409, 'This order is already paid.'],
  rest_not_chargeable: [
    409,
    'What is left of this purchase would come to {rest}, which no card can pay. Cancel all of it, or keep it as it is.',
  ],
  came_back: [409, 'All pieces of this order came back: there is nothing to cancel.'],
  already_packed: [409, 'This order is packed already and cannot be cancelled any more.'],
  unsent_own: [
    409,
    'We still have to send you a purchase. Your account can be deleted once it is sent or refunded.',
    'unsent_purchase',
  ],
  // Without a full stop: it is put into a sentence.
  unsent_of_customer: [
    409,
    'a purchase of theirs is still to be sent: send or refund it first',
    'unsent_purchase',
  ],
})
