import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { cleanText, numeric } from '~/platform/http/input/schemas.ts'
import { ListQuery } from '~/platform/lists/list-query.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { characters, longestReview, notValid } from './rules.ts'

export const Review = z.object({
  _id: z.string(),
  reviewText: z.string(),
  rating: z.number().int(),
  reviewDate: z.string(),
  /** Without uid when the author was deleted. */
  author: z.object({ name: z.string(), uid: z.string().nullable(), photo: z.string().nullable() }),
})
export type Review = z.infer<typeof Review>

export const ReviewListQuery = ListQuery.omit({ q: true })

/** The browser also sends author and reviewDate; the server takes both from the token and the clock. */
export const AddReview = z.object({
  reviewText: cleanText(notValid).refine(
    (text) => text !== '' && characters(text) <= longestReview,
    notValid,
  ),
  rating: numeric(notValid, z.number().int(notValid).min(1, notValid).max(5, notValid)),
})
export type AddReview = z.infer<typeof AddReview>

export const ReviewSummary = z.object({
  count: z.number().int(),
  /** With one decimal; null while there are no reviews. */
  average: z.number().nullable(),
})
export type ReviewSummary = z.infer<typeof ReviewSummary>

export const reviewContract = {
  listReviews: { query: ReviewListQuery, response: z.array(Review) },
  getReviewSummary: { response: ReviewSummary },
  addReview: { body: AddReview, response: z.object({ insertedId: z.string() }) },
} satisfies Contract
export type ReviewContract = typeof reviewContract

export const refuse = refusalsOf({
  not_for_staff: [403, 'Reviews are for customers: those who run the shop do not review it.', 'forbidden'],
})
