import type { Database, Tx } from '~/platform/db/database.server.ts'
import { endpoints, Unauthenticated } from '~/platform/http/endpoint.server.ts'
import { TooManyRequests } from '~/platform/http/limits/rate-limit.server.ts'
import { WithTotal } from '~/platform/lists/with-total.server.ts'
import { days } from '~/platform/time.ts'
import { lockIdentity } from '~/shop/identity/store.server.ts'
import { reviewRoutes } from '~/shop/routes.ts'
import { refuse, reviewContract } from './contract.ts'
import { insertReview, newestReviews, reviewSummary } from './store.server.ts'

export const reviewsApi = (database: Database) =>
  endpoints(reviewRoutes, reviewContract, {
    listReviews: {
      access: 'everyone',
      summary:
        'What customers say, newest first; one page of it with ?page= and ?limit=; on from x-next-from with ?from=',
      topics: ['reviews'],
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
      topics: ['reviews'],
      handler: () => reviewSummary(database.db),
    },
    addReview: {
      access: 'not-staff',
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

const mostReviewsADay = 20

/** One customer must not fill the home page. */
async function requireBelowDailyLimit(tx: Tx, authorId: string, now = Date.now()) {
  const today = await tx
    .selectFrom('reviews')
    .select('review_date')
    .where('author_id', '=', authorId)
    .where('review_date', '>', new Date(now - days(1)).toISOString())
    .orderBy('review_date', 'desc')
    .limit(mostReviewsADay)
    .execute()
  if (today.length < mostReviewsADay) return
  const freeAt = Date.parse(today.at(-1)!.review_date) + days(1)
  throw new TooManyRequests(
    Math.max(1, Math.ceil((freeAt - now) / 1000)),
    `You have written ${mostReviewsADay} reviews today. Please write the next one tomorrow.`,
  )
}
