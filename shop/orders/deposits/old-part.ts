import { z } from 'zod'
import { oldPartStates } from './deposit-rules.ts'

/** Old parts of an order that come back for their deposit. */
export const OldPart = z.object({
  _id: z.string(),
  orderId: z.string(),
  quantity: z.number().int(),
  /** The customer's words. */
  note: z.string(),
  state: z.enum(oldPartStates),
  /** The shop's words: why they are not accepted. */
  answer: z.string(),
  askedAt: z.string(),
  decidedAt: z.string().optional(),
})
export type OldPart = z.infer<typeof OldPart>
