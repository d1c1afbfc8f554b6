import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { numeric } from '~/platform/http/input/schemas.ts'
import { isId } from '~/platform/id.ts'
import { exactCents } from '~/platform/money.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { isChargeable, notChargeable } from './rules.ts'

/** A price in dollars as the browser saw it, read as whole cents. */
const Price = numeric('Price is required').transform((dollars, context) => {
  const cents = exactCents(dollars)
  if (cents !== undefined && isChargeable(cents)) return cents
  context.addIssue({ code: 'custom', message: 'Price must be between $0.50 and $999,999.99, in whole cents' })
  return z.NEVER
})

export const StartPayment = z.object({
  price: Price,
  orderId: z.string().refine(isId, 'No such order').optional(),
})

export const PayConfig = z.object({ mode: z.enum(['stripe', 'stand-in']), publishableKey: z.string() })
export type PayConfig = z.infer<typeof PayConfig>

export const paymentContract = {
  startPayment: { body: StartPayment, response: z.object({ clientSecret: z.string() }) },
  getPayConfig: { response: PayConfig },
} satisfies Contract
export type PaymentContract = typeof paymentContract

export const refuse = refusalsOf({
  staff_pay_nothing: [403, 'Staff place no orders and pay for none.', 'forbidden'],
  price_missing: [422, 'Price is required', 'invalid'],
  not_found: [404, 'There is no such order.'],
  not_yours: [403, 'You are not authorized to pay for this order.', 'forbidden'],
  free: [409, 'This order is free: there is nothing to pay.'],
  not_chargeable: [409, notChargeable],
  price_differs: [409, 'This order and what is paid together with it cost {price}, delivery included.'],
  already_paid: [409, 'This order is already paid.'],
  cancelled: [409, 'This order was cancelled.'],
  bad_signature: [400, 'This was not signed by the payment provider.'],
})
