import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { Email } from '~/platform/http/input/email.ts'
import { numeric } from '~/platform/http/input/numbers.ts'
import { choice, ListQuery } from '~/platform/lists/list-query.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { Address, ShownAddress } from '~/shop/addresses/contract.ts'
import { noSuchProduct } from '~/shop/catalogue/rules.ts'
import { CarOfLine, OrderedFit } from '~/shop/fitment/contract.ts'
import { notChargeable } from '~/shop/payments/rules.ts'
import {
  carrierCodes,
  deliveryStates,
  parcelFilters,
  readTrackingNumber,
  trackingWords,
} from './deliver/delivery-rules.ts'
import { Receipt } from './receipts/contract.ts'
import { RefundAnswer, ShownAmount } from './refunds/refund-answer.ts'
import { Return } from './returns/contract.ts'
import { returnStates } from './returns/return-rules.ts'
import {
  disputeStates,
  isWholeNumber,
  myOrderFilters,
  orderFilters,
  quantityAbove,
  quantityBelow,
  quantityMissing,
  quantityNotReal,
  refundStates,
  sizes,
} from './rules.ts'

/** As typed into the form, or as a number: a leading zero is no part of a quantity. */
const Quantity = z
  .union([z.number(), z.string()], {
    error: ({ input }) => (input === undefined ? quantityMissing : quantityNotReal),
  })
  .transform((quantity) => String(quantity).trim())
  .refine((quantity) => quantity !== '', { error: quantityMissing, abort: true })
  .refine(isWholeNumber, quantityNotReal)
  .transform(Number)

/** The browser also sends userName and image; the server knows both better. */
export const PlaceOrder = z
  .object({
    productId: z.string().max(64).optional(),
    productName: z.string().max(400).optional(),
    quantity: Quantity,
    size: z.enum(sizes, `Size must be one of ${sizes.join(', ')}`),
    /** The total that the customer was shown, in dollars; absent for a free product. */
    price: numeric('Price must be a number', z.number().min(0, 'Price must not be negative')).nullish(),
    email: Email.optional(),
    /** The car that it is for. */
    car: CarOfLine.optional(),
  })
  .refine((input) => input.productId || input.productName, {
    path: ['productName'],
    message: 'Product is required',
  })
export type PlaceOrder = z.infer<typeof PlaceOrder>

export const Order = z.object({
  _id: z.string(),
  /** What it was bought and is paid with. */
  purchaseId: z.string(),
  productId: z.string(),
  productName: z.string(),
  image: z.string(),
  /** The total in dollars; absent for a free order. */
  price: z.number().optional(),
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
})
export type Order = z.infer<typeof Order>

/** How far the parcel of a purchase has come. */
export const ParcelProgress = z.object({
  state: z.enum(deliveryStates),
  packedAt: z.string().optional(),
  shippedAt: z.string().optional(),
  deliveredAt: z.string().optional(),
  /** Its name. */
  carrier: z.string().optional(),
  trackingNumber: z.string().optional(),
  trackingUrl: z.string().optional(),
})
export type ParcelProgress = z.infer<typeof ParcelProgress>

/** A purchase as it is packed: no prices. */
export const Parcel = z.object({
  _id: z.string(),
  email: z.string(),
  userName: z.string(),
  createdAt: z.string(),
  address: ShownAddress.optional(),
  delivery: ParcelProgress,
  /** The bank asks about the payment, takes it back, or has taken it: it is not sent. */
  disputed: z.boolean(),
  /** Without what was cancelled or refunded. */
  lines: z.array(
    z.object({
      orderId: z.string(),
      productName: z.string(),
      image: z.string(),
      size: z.enum(sizes),
      quantity: z.number().int(),
      fit: OrderedFit.optional(),
    }),
  ),
})
export type Parcel = z.infer<typeof Parcel>

export const ParcelsQuery = ListQuery.extend({ state: choice(parcelFilters) })

export const PackParcels = z.object({
  ids: z.array(z.string().max(64), 'Name the purchases').min(1, 'Name the purchases').max(100),
})

export const ShipParcel = z.object({
  carrier: z.enum(carrierCodes, 'Choose the carrier'),
  trackingNumber: z
    .string()
    .max(100, trackingWords)
    .transform((typed, context) => {
      const number = readTrackingNumber(typed)
      if (number) return number
      context.addIssue({ code: 'custom', message: trackingWords })
      return z.NEVER
    })
    .optional(),
})
export type ShipParcel = z.infer<typeof ShipParcel>

/** The step that was seen: of two clicks the second finds another one. */
export const UndoParcelStep = z.object({ from: z.enum(deliveryStates).optional() }).nullish()

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
  /** Where it goes; absent until that is said. */
  address: ShownAddress.optional(),
  /** Absent until it is paid. */
  parcel: ParcelProgress.optional(),
  /** Empty until it is paid; then the receipt, and credit notes for what went back. */
  receipts: z.array(Receipt),
  /** What its customer sends back, oldest first. */
  returns: z.array(Return),
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

/** A refund that somebody has to look at. */
export const FailedRefund = z.object({
  _id: z.string(),
  state: z.enum(['refused', 'failed']),
  amount: z.number(),
  transactionId: z.string(),
  /** Absent for money that was meant for no order. */
  orderId: z.string().optional(),
  email: z.string().optional(),
  productName: z.string().optional(),
  /** Why the money goes back, and why it does not. */
  cause: z.string(),
  reason: z.string(),
  since: z.string(),
  /** Absent where it is not tried again by itself. */
  nextTryAt: z.string().optional(),
})
export type FailedRefund = z.infer<typeof FailedRefund>

const restock = z.boolean('Say whether the pieces go back on the shelf')

export const TakeOut = z.object({ restock })

export const Refund = z.object({
  restock,
  /** All pieces that are not refunded yet, unless it is said. */
  quantity: Quantity.optional(),
  amount: ShownAmount,
})

export const ConfirmPayment = z.object({
  transactionId: z.string('Transaction id is required').min(1, 'Transaction id is required').max(255),
  /** The id of the order, as in the path. */
  appointmentId: z.string().max(64).optional(),
  email: Email.optional(),
})

const byId = z.object({ id: z.string() })

/** What each route takes and answers. */
export const orderContract = {
  placeOrder: { body: PlaceOrder, response: z.object({ insertedId: z.string() }) },
  listOrders: { query: AllOrdersQuery, response: z.array(Order) },
  listCustomerOrders: { params: z.object({ email: Email }), query: MyOrdersQuery, response: z.array(Order) },
  getOrder: { params: byId, response: Order },
  getPurchase: { params: byId, response: Purchase },
  confirmPayment: { params: byId, body: ConfirmPayment, response: z.object({ modifiedCount: z.literal(1) }) },
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
  getReceiptFile: { params: z.object({ id: z.string(), number: z.string() }), response: z.string() },
  setPurchaseAddress: {
    params: byId,
    body: Address,
    response: z.object({ modifiedCount: z.literal(1) }),
  },
  listParcels: { query: ParcelsQuery, response: z.array(Parcel) },
  packParcels: { body: PackParcels, response: z.object({ modifiedCount: z.number().int() }) },
  shipParcel: { params: byId, body: ShipParcel, response: z.object({ modifiedCount: z.literal(1) }) },
  deliverParcel: { params: byId, response: z.object({ modifiedCount: z.literal(1) }) },
  undoParcelStep: { params: byId, body: UndoParcelStep, response: z.object({ modifiedCount: z.literal(1) }) },
  takeOutOfParcel: { params: byId, body: TakeOut, response: z.object({ modifiedCount: z.literal(1) }) },
  refundOrder: { params: byId, body: Refund, response: RefundAnswer },
  exportOrders: { query: AllOrdersQuery, response: z.string() },
  listFailedRefunds: { query: ListQuery, response: z.array(FailedRefund) },
  retryRefund: { params: byId, response: RefundAnswer },
  closeRefund: { params: byId, response: z.object({ modifiedCount: z.literal(1) }) },
} satisfies Contract
export type OrderContract = typeof orderContract

const refusals = {
  unknown_product: [404, noSuchProduct],
  unknown_order: [404, 'There is no such order.'],
  unknown_purchase: [404, 'There is no such purchase.'],
  unknown_receipt: [404, 'There is no such receipt.'],
  no_pdf: [
    409,
    'This receipt has letters that a PDF of ours cannot show. Print its page: the browser can save that as a PDF.',
  ],
  order_cancelled: [404, 'This order was cancelled.'],
  admins_place_no_orders: [403, 'Order option for site admin is not allowed !!!', 'forbidden'],
  may_not_refund: [403, 'You are not authorized to refund this order', 'forbidden'],
  not_yours: [403, 'This order belongs to somebody else.'],
  other_email: [403, 'You can only order for yourself.'],
  too_many_unpaid: [409, 'You have as many unpaid orders as you may have. Pay for some, or cancel them.'],
  too_many_pieces: [
    409,
    'At most {most} pieces can be kept for you without payment. Pay for orders that wait, or order fewer.',
    'too_many_unpaid',
  ],
  too_much_unpaid: [
    409,
    'Orders of at most {most} can be kept for you without payment. Pay for orders that wait, or order less.',
    'too_many_unpaid',
  ],
  below_minimum: [422, quantityBelow('{minimum}'), 'invalid'],
  out_of_stock: [409, quantityAbove],
  lines_not_available: [409, 'Some of these parts cannot be had as you want them. Nothing was ordered.'],
  total_changed: [409, 'The total has changed. Nothing was ordered.'],
  price_changed: [409, 'The price has changed.'],
  not_chargeable: [422, notChargeable],
  key_reused: [422, 'This Idempotency-Key was already used for another order.'],
  already_paid: [409, 'This order is already paid.'],
  rest_not_chargeable: [
    409,
    'What is left of this purchase would come to {rest}, which no card can pay. Cancel all of it, or keep it as it is.',
  ],
  came_back: [409, 'All pieces of this order came back: there is nothing to cancel.'],
  already_packed: [409, 'This order is packed already and cannot be cancelled any more.'],
  address_too_late: [409, 'This purchase is packed already: its address cannot be changed any more.'],
  no_address: [
    409,
    'This purchase has no address, and nothing is sent without one. Ask for it, or refund it.',
  ],
  another_step: [409, 'This parcel is at another step by now. Look at the list again.'],
  disputed: [409, "The customer's bank asks about the payment: nothing is sent until it has decided."],
  not_free: [409, 'Only a part of a paid purchase that cost nothing is taken out. Refund what was paid for.'],
  packed_already: [409, 'This parcel is packed already. Take that step back first.'],
  no_step_back: [409, 'There is no step to take back.'],
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
  not_paid: [409, 'Only a paid order can be refunded.'],
  fewer_to_refund: [409, 'Only {left} of its pieces are not refunded yet.'],
  refund_changed: [409, 'The refund comes to {amount} by now. Nothing was refunded.'],
  costs_nothing: [
    409,
    'This part cost nothing: there is no money to return. It can be taken out of the parcel.',
  ],
  already_refunded: [409, 'The money for this order has gone back, or is on its way.'],
  other_order: [422, 'The body names another order.'],
  payment_pending: [409, 'The payment has not gone through yet.'],
  payment_refused: [409, 'This payment does not belong to this order.'],
  payment_stuck: [
    409,
    'This order can no longer be paid, and your money could not be returned yet. The shop knows, and will take care of it.',
  ],
  unknown_refund: [404, 'There is no such refund.'],
  refund_not_in_trouble: [409, 'This refund was not refused and has not failed, or was taken care of.'],
  payment_returned: [409, 'This order can no longer be paid. The money goes back to your card.'],
} as const
export type OrderRefusal = keyof typeof refusals
export const refuse = refusalsOf(refusals)
