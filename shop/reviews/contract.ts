import { z } from 'zod'

export const Review = z.object({
  _id: z.string(),
  reviewText: z.string(),
  rating: z.number().int(),
  reviewDate: z.string(),
  author: z.object({ name: z.string(), photo: z.string().nullable() }),
})
export type Review = z.infer<typeof Review>

export const ReviewListWish = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined),
  limit: z.coerce.number().int().min(1).max(48).optional().catch(48),
})
