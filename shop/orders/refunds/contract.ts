import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { numeric } from '~/platform/http/input/schemas.ts'
import { ListQuery } from '~/platform/lists/list-query.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { byId, commonRefusals, Quantity, restock } from '../common-contract.ts'

/** What the admin was shown that goes back, in dollars; another amount is refused. */
export const ShownAmount = numeric('Amount must be a number').optional()

/** How a refund stands once the payment provider was asked. */
export const RefundAnswer = z.object({
  outcome: z.enum(['refunded', 'refunding', 'pending', 'refused', 'failed']),
  /** What the payment provider said. */
  reason: z.string().optional(),
})
export type RefundAnswer = z.infer<typeof RefundAnswer>

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

export const Refund = z.object({
  restock,
  /** All pieces that are not refunded yet, unless it is said. */
  quantity: Quantity.optional(),
  amount: ShownAmount,
})

export const refundContract = {
  refundOrder: { params: byId, body: Refund, response: RefundAnswer },
  listFailedRefunds: { query: ListQuery, response: z.array(FailedRefund) },
  retryRefund: { params: byId, response: RefundAnswer },
  closeRefund: { params: byId, response: z.object({ modifiedCount: z.literal(1) }) },
} satisfies Contract
export type RefundContract = typeof refundContract

export const refuse = refusalsOf({
  ...commonRefusals,
  may_not_refund: [403, 'You are not authorized to refund this order', 'forbidden'],
  not_paid: [409, 'Only a paid order can be refunded.'],
  fewer_to_refund: [409, 'Only {left} of its pieces are not refunded yet.'],
  refund_changed: [409, 'The refund comes to {amount} by now. Nothing was refunded.'],
  costs_nothing: [
    409,
    'This part cost nothing: there is no money to return. It can be taken out of the parcel.',
  ],
  already_refunded: [409, 'The money for this order has gone back, or is on its way.'],
  unknown_refund: [404, 'There is no such refund.'],
  refund_not_in_trouble: [409, 'This refund was not refused and has not failed, or was taken care of.'],
})
