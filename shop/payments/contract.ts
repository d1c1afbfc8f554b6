import { z } from 'zod'
import { numeric } from '~/platform/http/input/numbers.ts'
import { isId } from '~/platform/id.ts'
import { exactCents } from '~/platform/money.ts'
import { isChargeable } from './rules.ts'

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
