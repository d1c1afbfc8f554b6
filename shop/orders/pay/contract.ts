import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { Email } from '~/platform/http/input/schemas.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { byId, commonRefusals } from '../common-contract.ts'

export const ConfirmPayment = z.object({
  transactionId: z.string('Transaction id is required').min(1, 'Transaction id is required').max(255),
  /** The id of the order, as in the path. */
  appointmentId: z.string().max(64).optional(),
  email: Email.optional(),
})

export const payContract = {
  confirmPayment: { params: byId, body: ConfirmPayment, response: z.object({ modifiedCount: z.literal(1) }) },
} satisfies Contract

const refusals = {
  ...commonRefusals,
  other_order: [422, 'The body names another order.'],
  payment_pending: [409, 'The payment has not gone through yet.'],
  payment_refused: [409, 'This payment does not belong to this order.'],
  payment_stuck: [
    409,
    'This order can no longer be paid, and your money could not be returned yet. The shop knows, and will take care of it.',
  ],
  payment_returned: [409, 'This order can no longer be paid. The money goes back to your card.'],
} as const
export type PaymentRefusal = keyof typeof refusals
export const refuse = refusalsOf(refusals)
