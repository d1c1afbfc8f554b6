import { z } from 'zod'
import type { Database } from '~/platform/db/database.server.ts'
import { Unauthenticated } from '~/platform/http/allow.server.ts'
import { endpoint, WithTotal } from '~/platform/http/endpoint.server.ts'
import { lockIdentity } from '~/shop/identity/store.server.ts'
import { AddReview, Review, ReviewListQuery, ReviewSummary } from './contract.ts'
import { refuseBeyondToday } from './reviews-a-day.server.ts'
import { insertReview, newestReviews, reviewSummary } from './store.server.ts'

export const reviewsApi = (database: Database) => [
  endpoint({
    method: 'GET',
    path: '/api/reviews',
    who: 'everyone',
    summary:
      'What customers say, newest first; one page of it with ?page= and ?limit=; on from x-next-from with ?from=',
    query: ReviewListQuery,
    answer: z.array(Review),
    shows: ['reviews'],
    async act({ query }) {
      const { reviews, from, nextFrom } = await newestReviews(database.db, query)
      if (!query.page && !query.limit) return reviews
      const { count } = await reviewSummary(database.db)
      return new WithTotal(reviews, count, { ...(from && { from }), ...(nextFrom && { nextFrom }) })
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/reviews/summary',
    who: 'everyone',
    summary: 'How many reviews there are, and the average of their ratings',
    answer: ReviewSummary,
    shows: ['reviews'],
    act: () => reviewSummary(database.db),
  }),
  endpoint({
    method: 'POST',
    path: '/api/review',
    who: 'signed-in',
    summary: 'A review, shown to everybody with the name of whoever wrote it',
    body: AddReview,
    answer: z.object({ insertedId: z.string() }),
    perMinute: 20,
    async act({ body, caller }) {
      const insertedId = await database.change(['reviews'], async (tx) => {
        // Locked, so that many at once are counted one after the other.
        if (!(await lockIdentity(database, tx, caller.userId))) throw new Unauthenticated()
        await refuseBeyondToday(tx, caller.userId)
        return insertReview(tx, caller, body)
      })
      return { insertedId }
    },
  }),
]
