import { z } from 'zod'
import { refusalsOf } from '~/platform/refusal.ts'
import { longestTyped } from './rules.ts'

/** As somebody types it, or an address has it. */
export const TypedCode = z
  .string('A code is text')
  .max(longestTyped, `A code has at most ${longestTyped} characters`)
  .transform((typed) => typed.trim())

/** What a code promises, for a page that shows what it saves. */
export const OfferedDiscount = z.object({
  code: z.string(),
  kind: z.enum(['percent', 'amount']),
  /** In hundredths of a percent, or in cents. */
  value: z.number().int(),
  /** Of the parts that it is for, in cents, before the discount. */
  minimumCents: z.number().int(),
  /** The parts that it is for, in words; empty for all parts. */
  parts: z.string(),
  /** Which of the parts that were asked about these are. */
  productIds: z.array(z.string()),
})
export type OfferedDiscount = z.infer<typeof OfferedDiscount>

/** One that is paused or has not begun is not there yet: who guesses learns nothing. */
export const refuseCode = refusalsOf({
  unknown_code: [422, 'There is no such code. Look at how it is written.'],
  code_ended: [409, 'This code has ended.'],
  code_ended_on: [409, 'This code has ended: it was valid until {day}.', 'code_ended'],
  code_used_up: [409, 'This code has been used up.'],
  code_used: [409, 'You have used this code as often as you may. It can be used again once you cancel that.'],
  not_first_purchase: [409, 'This code is for a first purchase.'],
  code_not_for_cart: [409, '{words}'],
})
