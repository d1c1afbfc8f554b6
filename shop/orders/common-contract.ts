import { z } from 'zod'
import { notChargeable } from '~/shop/payments/rules.ts'
import { isWholeNumber, quantityMissing, quantityNotReal } from './rules.ts'

export const byId = z.object({ id: z.string() })

/** As typed into the form, or as a number: a leading zero is no part of a quantity. */
export const Quantity = z
  .union([z.number(), z.string()], {
    error: ({ input }) => (input === undefined ? quantityMissing : quantityNotReal),
  })
  .transform((quantity) => String(quantity).trim())
  .refine((quantity) => quantity !== '', { error: quantityMissing, abort: true })
  .refine(isWholeNumber, quantityNotReal)
  .transform(Number)

export const restock = z.boolean('Say whether the pieces go back on the shelf')

/** Refusals that several steps of a purchase can meet. */
export const commonRefusals = {
  unknown_order: [404, 'There is no such order.'],
  unknown_purchase: [404, 'There is no such purchase.'],
  order_cancelled: [404, 'This order was cancelled.'],
  not_yours: [403, 'This order belongs to somebody else.'],
  other_email: [403, 'You can only order for yourself.'],
  not_chargeable: [422, notChargeable],
} as const
