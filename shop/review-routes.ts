import type { Routes } from '~/platform/client/route.ts'
import type { PartReviewContract } from './reviews/contract.ts'
import type { OwnReviewContract } from './reviews/own/contract.ts'
import type { QuestionContract } from './reviews/questions/contract.ts'

/** What people say and ask about parts: neither the first page of a visit nor a log-in needs them. */
export const partReviewRoutes: Routes<PartReviewContract> = {
  listPartReviews: { method: 'GET', path: '/api/service/:id/reviews', defaults: { sort: 'new' } },
}

export const questionRoutes: Routes<QuestionContract> = {
  listPartQuestions: { method: 'GET', path: '/api/service/:id/questions' },
  askQuestion: { method: 'POST', path: '/api/service/:id/questions' },
}

export const ownReviewRoutes: Routes<OwnReviewContract> = {
  listMyReviews: { method: 'GET', path: '/api/my-reviews' },
  listPartsToReview: { method: 'GET', path: '/api/my-parts-to-review' },
  getMyReview: { method: 'GET', path: '/api/service/:id/my-review' },
  editReview: { method: 'PUT', path: '/api/review/:id' },
  deleteReview: { method: 'DELETE', path: '/api/review/:id' },
  markHelpful: { method: 'PUT', path: '/api/review/:id/helpful' },
  reportReview: { method: 'POST', path: '/api/review/:id/report' },
}
