import type { ReviewRow } from '~/database/tables.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { newId } from '~/platform/id.ts'
import type { AddReview, Review, ReviewSummary } from './contract.ts'

export async function newestReviews(db: Db, page?: { page: number; limit: number }): Promise<Review[]> {
  let query = db.selectFrom('reviews').selectAll().orderBy('review_date', 'desc').orderBy('id', 'desc')
  if (page) query = query.limit(page.limit).offset((page.page - 1) * page.limit)
  return (await query.execute()).map(toReview)
}

export async function reviewSummary(db: Db): Promise<ReviewSummary> {
  const { count, sum } = await db
    .selectFrom('reviews')
    .select((e) => [e.fn.countAll<number>().as('count'), e.fn.sum<number>('rating').as('sum')])
    .executeTakeFirstOrThrow()
  return {
    count: Number(count),
    average: Number(count) > 0 ? Math.round((Number(sum) / Number(count)) * 10) / 10 : null,
  }
}

export async function insertReview(tx: Tx, author: Caller, review: AddReview) {
  const id = newId()
  await tx
    .insertInto('reviews')
    .values((e) => ({
      id,
      review_text: review.reviewText,
      rating: review.rating,
      review_date: new Date().toISOString(),
      author_id: author.userId,
      author_name: author.name,
      author_photo: e.selectFrom('users').select('photo').where('id', '=', author.userId),
    }))
    .execute()
  return id
}

const toReview = (row: ReviewRow): Review => ({
  _id: row.id,
  reviewText: row.review_text,
  rating: row.rating,
  reviewDate: row.review_date,
  author: { name: row.author_name, photo: row.author_photo },
})

/** What was said stays; who said it is nobody's business any more. */
export const forgetAuthor = (tx: Tx, authorId: string) =>
  tx
    .updateTable('reviews')
    .set({ author_id: null, author_name: 'A former customer', author_photo: null })
    .where('author_id', '=', authorId)
    .execute()

/** Reviews show their author as the author looks now. */
export const showAuthorPhoto = (tx: Tx, authorId: string, photo: string | null) =>
  tx.updateTable('reviews').set({ author_photo: photo }).where('author_id', '=', authorId).execute()
