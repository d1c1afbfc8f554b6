import { z } from 'zod'
import type { Database, Db } from '~/platform/db/database.server.ts'
import { endpoint, WithTotal } from '~/platform/http/endpoint.server.ts'
import type { Review } from './contract.ts'
import { Review as ReviewAnswer, ReviewListWish } from './contract.ts'

export const reviewsApi = ({ db }: Database) => [
  endpoint({
    method: 'GET',
    path: '/api/reviews',
    who: 'everyone',
    summary: 'What customers say, newest first; one page of it with ?page= and ?limit=',
    query: ReviewListWish,
    answer: z.array(ReviewAnswer),
    shows: ['reviews'],
    async act({ query }) {
      if (!query.page && !query.limit) return (await newestFirst(db).execute()).map(toReview)
      const limit = query.limit ?? 24
      const rows = await newestFirst(db)
        .limit(limit)
        .offset(((query.page ?? 1) - 1) * limit)
        .execute()
      const { count } = await db
        .selectFrom('reviews')
        .select((e) => e.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return new WithTotal(rows.map(toReview), Number(count))
    },
  }),
]

const newestFirst = (db: Db) =>
  db.selectFrom('reviews').selectAll().orderBy('review_date', 'desc').orderBy('id', 'desc')

type Row = Awaited<ReturnType<ReturnType<typeof newestFirst>['execute']>>[number]

const toReview = (row: Row): Review => ({
  _id: row.id,
  reviewText: row.review_text,
  rating: row.rating,
  reviewDate: row.review_date,
  author: { name: row.author_name, photo: row.author_photo },
})
