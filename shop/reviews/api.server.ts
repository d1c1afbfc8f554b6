import type { Database } from '~/platform/db/database.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { WithTotal } from '~/platform/lists/with-total.server.ts'
import { partReviewRoutes } from '~/shop/account-routes.ts'
import { shownProduct } from '~/shop/catalogue/store.server.ts'
import { reviewRoutes } from '~/shop/routes.ts'
import { partReviewContract, refuse, reviewContract } from './contract.ts'
import { newestReviews, partReviews, reviewSummary } from './store.server.ts'
import { addReview } from './write-review.server.ts'

export const reviewsApi = (database: Database) => [
  ...endpoints(reviewRoutes, reviewContract, {
    listReviews: {
      access: 'everyone',
      summary:
        'What customers say, newest first; one page of it with ?page= and ?limit=; on from x-next-from with ?from=',
      topics: ['reviews_total'],
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
      topics: ['reviews_total'],
      handler: () => reviewSummary(database.db),
    },
    addReview: {
      access: 'not-staff',
      forbidden: () => refuse('not_for_staff'),
      summary:
        'A review of the shop, or of a part that its author has bought with `productId`; shown to everybody with the name of its author',
      perMinute: 20,
      handler: async ({ body, caller }) => ({ insertedId: await addReview(database, caller, body) }),
    },
  }),
  ...endpoints(partReviewRoutes, partReviewContract, {
    listPartReviews: {
      access: 'everyone',
      summary:
        'What those who bought a part say about it, with the number of each rating; newest first, or with ?sort=helpful; one page with ?page= and ?limit=',
      topics: ['part_ratings'],
      // Whether the part is shown depends on more than its reviews; pages that state both ask for both.
      isCached: () => false,
      async handler({ params, query }) {
        if (!(await shownProduct(database.db, params.id))) throw refuse('unknown_part')
        return partReviews(database.db, params.id, query)
      },
    },
  }),
]
