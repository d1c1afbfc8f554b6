import type { Database } from '~/platform/db/database.server.ts'
import { Unauthenticated } from '~/platform/http/allow.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { WithTotal } from '~/platform/lists/with-total.server.ts'
import { lockIdentity } from '~/shop/identity/store.server.ts'
import { reviewRoutes } from '~/shop/routes.ts'
import { refuse, reviewContract } from './contract.ts'
import { requireBelowDailyLimit } from './reviews-a-day.server.ts'
import { insertReview, newestReviews, reviewSummary } from './store.server.ts'

export const reviewsApi = (database: Database) =>
  endpoints(reviewRoutes, reviewContract, {
    listReviews: {
      access: 'everyone',
      summary:
        'What customers say, newest first; one page of it with ?page= and ?limit=; on from x-next-from with ?from=',
      cacheTags: ['reviews'],
      async handler({ query }) {
        const { rows, notes } = await newestReviews(database.db, query)
        if (!query.page && !query.limit) return rows
        const { count } = await reviewSummary(database.db)
        return new WithTotal(rows, count, notes)
      },
    },
    getReviewSummary: {
      access: 'everyone',
      summary: 'How many reviews there are, and the average of their ratings',
      cacheTags: ['reviews'],
      handler: () => reviewSummary(database.db),
    },
    addReview: {
      access: 'non-admin',
      forbidden: () => refuse('not_for_staff'),
      summary: 'A review, shown to everybody with the name of its author',
      perMinute: 20,
      async handler({ body, caller }) {
        const insertedId = await database.change(['reviews'], async (tx) => {
          // Locked, so that parallel reviews are counted one after the other.
          if (!(await lockIdentity(database, tx, caller.userId))) throw new Unauthenticated()
          await requireBelowDailyLimit(tx, caller.userId)
          return insertReview(tx, caller, body)
        })
        return { insertedId }
      },
    },
  })
