import { z } from 'zod'

/** How a refund stands once the payment provider was asked. */
export const RefundAnswer = z.object({
  outcome: z.enum(['refunded', 'refunding', 'pending', 'refused', 'failed']),
  /** What the payment provider said. */
  reason: z.string().optional(),
})
export type RefundAnswer = z.infer<typeof RefundAnswer>
