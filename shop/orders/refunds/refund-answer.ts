import { z } from 'zod'
import { numeric } from '~/platform/http/input/numbers.ts'

/** What the admin was shown that goes back, in dollars; another amount is refused. */
export const ShownAmount = numeric('Amount must be a number').optional()

/** How a refund stands once the payment provider was asked. */
export const RefundAnswer = z.object({
  outcome: z.enum(['refunded', 'refunding', 'pending', 'refused', 'failed']),
  /** What the payment provider said. */
  reason: z.string().optional(),
})
export type RefundAnswer = z.infer<typeof RefundAnswer>
