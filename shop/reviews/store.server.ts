import type { ReviewRow } from '~/database/tables.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { newId } from '~/platform/id.ts'
import { readListPage } from '~/platform/lists/keyset-list.server.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import { photoOf } from '~/shop/identity/users.server.ts'
import type { AddReview, Review, ReviewSummary } from './contract.ts'

/** Newest first; all of them, or one page. */
export async function newestReviews(db: Db, query: ListQuery = {}) {
  const list = { table: 'reviews', keys: ['review_date', 'id'], direction: 'desc' } as const
  const page = await readListPage<ReviewRow>(db, list, query)
  return page.map(toReview)
}

/** Read from a total that a trigger maintains: nothing is counted. */
export async function reviewSummary(db: Db): Promise<ReviewSummary> {
  const { reviews, stars } = await db.selectFrom('reviews_total').selectAll().executeTakeFirstOrThrow()
  return { count: reviews, average: reviews > 0 ? Math.round((stars / reviews) * 10) / 10 : null }
}

export async function insertReview(tx: Tx, author: Caller, review: AddReview) {
  const id = newId()
  await tx
    .insertInto('reviews')
    .values({
      id,
      review_text: review.reviewText,
      rating: review.rating,
      review_date: new Date().toISOString(),
      author_id: author.userId,
      author_name: author.name,
      author_photo: photoOf(tx, author.userId),
    })
    .execute()
  return id
}

const toReview = (row: ReviewRow): Review => ({
  _id: row.id,
  reviewText: row.review_text,
  rating: row.rating,
  reviewDate: row.review_date,
  author: { name: row.author_name, uid: row.author_id, photo: row.author_photo },
})

/** The review stays, without its author. */
export const anonymizeAuthor = (tx: Tx, authorId: string) =>
  tx
    .updateTable('reviews')
    .set({ author_id: null, author_name: 'A former customer', author_photo: null })
    .where('author_id', '=', authorId)
    .execute()

/** Reviews show the author's present photo. */
export const showAuthorPhoto = (tx: Tx, authorId: string, photo: string | null) =>
  tx.updateTable('reviews').set({ author_photo: photo }).where('author_id', '=', authorId).execute()

export const exportReviews = (db: Db, authorId: string) =>
  db.selectFrom('reviews').selectAll().where('author_id', '=', authorId).execute()
