import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { EditReview, PartReview } from '../contract.ts'
import { hideReasonNames } from '../rules.ts'

/** A review for its author. */
export const OwnReview = PartReview.extend({
  /** Of one about a part. */
  productId: z.string().optional(),
  productName: z.string().optional(),
  /** The car that the part was ordered for, whether it is said or not. */
  boughtForCar: z.string().optional(),
  /** Why nobody else sees it. */
  hiddenFor: z.enum(hideReasonNames).optional(),
})
export type OwnReview = z.infer<typeof OwnReview>

/** A part that the caller has bought. */
export const PartToReview = z.object({
  productId: z.string(),
  productName: z.string(),
  image: z.string(),
  car: z.string().optional(),
})
export type PartToReview = z.infer<typeof PartToReview>

/** What a reader has to do with the reviews of a part. */
export const MyReview = z.object({
  /** Has bought it, and said nothing yet. */
  mayReview: z.boolean(),
  /** The reader's own. */
  reviewId: z.string().optional(),
  /** Those that the reader found helpful. */
  helpful: z.array(z.string()),
})
export type MyReview = z.infer<typeof MyReview>

const byId = z.object({ id: z.string() })

export const ownReviewContract = {
  listMyReviews: { response: z.array(OwnReview) },
  listPartsToReview: { response: z.array(PartToReview) },
  getMyReview: { params: byId, response: MyReview },
  editReview: { params: byId, body: EditReview, response: z.object({ modifiedCount: z.literal(1) }) },
  deleteReview: { params: byId, response: z.object({ deletedCount: z.literal(1) }) },
  markHelpful: {
    params: byId,
    body: z.object({ helpful: z.boolean() }),
    response: z.object({ helpful: z.number().int() }),
  },
  reportReview: {
    params: byId,
    body: z.object({ reason: z.enum(hideReasonNames, 'Choose a reason') }),
    response: z.object({ modifiedCount: z.literal(1) }),
  },
} satisfies Contract
export type OwnReviewContract = typeof ownReviewContract
