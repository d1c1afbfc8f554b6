import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'

export const Day = z.object({
  /** UTC, as 2026-11-16. */
  day: z.string(),
  /** Placed on that day and not cancelled. */
  orders: z.number().int(),
  /** Dollars that were paid on that day and have not gone back. */
  revenue: z.number(),
})
export type Day = z.infer<typeof Day>

/** What an admin wants to know first. */
export const Summary = z.object({
  days: z.array(Day),
  /** By pieces that were paid and not given back. */
  bestSellers: z.array(z.object({ productId: z.string(), productName: z.string(), sold: z.number().int() })),
  /** Of those that are low or out, the ones with the fewest pieces. */
  lowStock: z.array(
    z.object({ productId: z.string(), productName: z.string(), availableQty: z.number().int() }),
  ),
  /** How many products Manage Products shows as low, and as out of stock. */
  stock: z.object({ low: z.number().int(), out: z.number().int() }),
  unreadMessages: z.number().int(),
  /** What did not go through, and waits for somebody to look at it. */
  refundsInTrouble: z.number().int(),
  undeliveredMails: z.number().int(),
})
export type Summary = z.infer<typeof Summary>

export const summaryContract = { getSummary: { response: Summary } } satisfies Contract
export type SummaryContract = typeof summaryContract
