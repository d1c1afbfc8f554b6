import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { refusalsOf } from '~/platform/refusal.ts'

/** The documents of a month. Sums in dollars; months are those of UTC. */
export const BooksMonth = z.object({
  /** As 2026-11. */
  month: z.string(),
  currency: z.string(),
  /** How many receipts, credit notes and reversals. */
  documents: z.number().int(),
  /** Of receipts. */
  paid: z.number(),
  /** Of credit notes, less those that were reversed. */
  credited: z.number(),
  total: z.number(),
  /** Included in the total. */
  tax: z.number(),
  /** For old parts: they are in the sums above. */
  deposits: z.object({ taken: z.number(), returned: z.number() }),
  /** The total without them. */
  revenue: z.number(),
})
export type BooksMonth = z.infer<typeof BooksMonth>

/** First and last day, both of them included. */
export const BooksQuery = z.object({
  from: z.iso.date({ error: 'From which day?' }),
  to: z.iso.date({ error: 'Until which day?' }),
})

export const booksContract = {
  listBooks: { response: z.array(BooksMonth) },
  exportBooks: { query: BooksQuery, response: z.string() },
} satisfies Contract
export type BooksContract = typeof booksContract

export const refuseBooks = refusalsOf({
  upside_down: [422, 'The last day is before the first one.'],
})
