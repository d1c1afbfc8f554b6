import type { Routes } from '~/platform/client/route.ts'
import type { ReviewContract } from './contract.ts'

export const reviewRoutes: Routes<ReviewContract> = {
  listReviews: { method: 'GET', path: '/api/reviews' },
  getReviewSummary: { method: 'GET', path: '/api/reviews/summary' },
  addReview: { method: 'POST', path: '/api/review' },
}
