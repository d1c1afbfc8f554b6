import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { waitingKinds } from './rules.ts'

export const Day = z.object({
  /** UTC, as 2026-11-16. */
  day: z.string(),
  /** Placed on that day and not cancelled. */
  orders: z.number().int(),
  /** Dollars paid on that day, delivery included and deposits not, less what went back on it. */
  revenue: z.number(),
})
export type Day = z.infer<typeof Day>

/** The figures of the dashboard. */
export const Summary = z.object({
  days: z.array(Day),
  /** By pieces paid and not refunded. */
  bestSellers: z.array(z.object({ productId: z.string(), productName: z.string(), sold: z.number().int() })),
  /** Products that are low or out of stock, fewest pieces first. */
  lowStock: z.array(
    z.object({ productId: z.string(), productName: z.string(), availableQty: z.number().int() }),
  ),
  /** How many products Manage Products shows as low, and as out of stock. */
  stock: z.object({ low: z.number().int(), out: z.number().int() }),
  unreadMessages: z.number().int(),
  /** For old parts that are not back, in dollars: no revenue. */
  depositsHeld: z.number(),
})
export type Summary = z.infer<typeof Summary>

/** How many of a kind wait for the shop, and since when the first does. */
const Waiting = z.object({
  count: z.number().int(),
  since: z.string().optional(),
  dueBy: z.string().optional(),
})

export type WaitingKind = (typeof waitingKinds)[number]

/** One that waits, in words. */
export const WaitingItem = z.object({
  /** Of the purchase, the order that comes back, the message, or the refund. */
  id: z.string(),
  who: z.string(),
  what: z.string(),
  since: z.string(),
  /** The day until which it must be done. */
  dueBy: z.string().optional(),
})
export type WaitingItem = z.infer<typeof WaitingItem>

/** What waits for the caller: how many of each kind that is theirs to do, and those that have waited longest. */
export const ToDo = z.object({
  ...(Object.fromEntries(waitingKinds.map((kind) => [kind, Waiting.optional()])) as Record<
    WaitingKind,
    z.ZodOptional<typeof Waiting>
  >),
  oldest: z.array(WaitingItem.extend({ kind: z.enum(waitingKinds) })),
})
export type ToDo = z.infer<typeof ToDo>

export const summaryContract = {
  getSummary: { response: Summary },
  getToDo: { response: ToDo },
} satisfies Contract
export type SummaryContract = typeof summaryContract
