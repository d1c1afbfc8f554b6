import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { cleanText, numeric } from '~/platform/http/input/schemas.ts'
import { choice, ListQuery } from '~/platform/lists/list-query.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { vinProblem } from './public-text.ts'
import { characters, longestReview, notValid, reviewSorts, reviewsPerPage } from './rules.ts'

export const Review = z.object({
  _id: z.string(),
  reviewText: z.string(),
  rating: z.number().int(),
  reviewDate: z.string(),
  /** Without uid when the author was deleted. */
  author: z.object({ name: z.string(), uid: z.string().nullable(), photo: z.string().nullable() }),
  /** The shop's words. */
  reply: z.object({ text: z.string(), at: z.string() }).optional(),
})
export type Review = z.infer<typeof Review>

export const PartReview = Review.extend({
  /** That its author has the part for, where it is said. */
  car: z.string().optional(),
  editedAt: z.string().optional(),
  /** How many have found it so. */
  helpful: z.number().int(),
})
export type PartReview = z.infer<typeof PartReview>

/** All reviews of a part in numbers; those that are hidden count in none of the others. */
export const PartRating = z.object({
  count: z.number().int(),
  /** With one decimal; null while there are none. */
  average: z.number().nullable(),
  /** How many give one star, two, and so on. */
  stars: z.array(z.number().int()).length(5),
  hidden: z.number().int(),
})
export type PartRating = z.infer<typeof PartRating>

export const ReviewsOfPart = z.object({ rating: PartRating, reviews: z.array(PartReview) })
export type ReviewsOfPart = z.infer<typeof ReviewsOfPart>

export const ReviewListQuery = ListQuery.omit({ q: true })
export const PartReviewsQuery = z.object({
  sort: choice(reviewSorts),
  page: ListQuery.shape.page.transform((page) => page ?? 1),
  limit: ListQuery.shape.limit.transform((limit) => limit ?? reviewsPerPage),
})

const ReviewWords = z.object({
  reviewText: cleanText(notValid)
    .refine((text) => text !== '' && characters(text) <= longestReview, notValid)
    .superRefine((text, context) => {
      const message = vinProblem(text)
      if (message) context.addIssue({ code: 'custom', message })
    }),
  rating: numeric(notValid, z.number().int(notValid).min(1, notValid).max(5, notValid)),
})

/** Of a review about a part: whether the car is said that it was ordered for. */
const withCar = z.boolean().default(false)

/** The browser also sends author and reviewDate; the server takes both from the token and the clock. */
export const AddReview = ReviewWords.extend({
  /** Without it the review is about the shop. */
  productId: z.string().min(1).max(64).optional(),
  withCar,
})
export type AddReview = z.infer<typeof AddReview>
export const EditReview = ReviewWords.extend({ withCar })
export type EditReview = z.infer<typeof EditReview>

export const ReviewSummary = z.object({
  count: z.number().int(),
  /** With one decimal; null while there are no reviews. */
  average: z.number().nullable(),
  /** Absent where none is. */
  hidden: z.number().int().optional(),
})
export type ReviewSummary = z.infer<typeof ReviewSummary>

export const reviewContract = {
  listReviews: { query: ReviewListQuery, response: z.array(Review) },
  getReviewSummary: { response: ReviewSummary },
  addReview: { body: AddReview, response: z.object({ insertedId: z.string() }) },
} satisfies Contract
export type ReviewContract = typeof reviewContract

export const partReviewContract = {
  listPartReviews: {
    params: z.object({ id: z.string() }),
    query: PartReviewsQuery,
    response: ReviewsOfPart,
  },
} satisfies Contract
export type PartReviewContract = typeof partReviewContract

export const refuse = refusalsOf({
  not_for_staff: [403, 'Reviews are for customers: those who run the shop do not review it.', 'forbidden'],
  not_bought: [403, 'Only those who have bought this part review it.'],
  reviewed_already: [409, 'You have reviewed this part already. You can edit your review.'],
  unknown_review: [404, 'There is no such review.'],
  not_your_review: [403, 'Everybody edits their own reviews.', 'forbidden'],
  your_own_review: [403, 'This review is your own.'],
  unknown_part: [404, 'There is no such part.'],
})
