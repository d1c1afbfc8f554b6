import { sql } from 'kysely'
import type { PartRatingRow, ReviewRow } from '~/database/tables.ts'
import { among } from '~/platform/db/conditions.server.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import type { KeysetList } from '~/platform/lists/keyset-list.server.ts'
import { readListPage, readRows } from '~/platform/lists/keyset-list.server.ts'
import { mostCounted } from '~/platform/lists/list-limits.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import { pageOf } from '~/platform/lists/list-query.ts'
import { refuseRequest } from '~/platform/refusal.ts'
import type { PartRating, PartReview, Review, ReviewSummary, ReviewsOfPart } from './contract.ts'
import type { ReviewSort } from './rules.ts'
import { averageOf } from './rules.ts'

const isShown = sql<boolean>`hidden_at is null`
const isOfShop = sql<boolean>`product_id is null`

/** About the shop, newest first; all of them, or one page. */
export async function newestReviews(db: Db, query: ListQuery = {}) {
  const list = {
    table: 'reviews',
    keys: ['review_date', 'id'],
    direction: 'desc',
    where: [isOfShop, isShown],
  } as const
  const page = await readListPage<ReviewRow>(db, list, query)
  return page.map(toReview)
}

/** Read from a total that a trigger maintains: nothing is counted. */
export async function reviewSummary(db: Db): Promise<ReviewSummary> {
  const { reviews, stars, hidden } = await db
    .selectFrom('reviews_total')
    .selectAll()
    .executeTakeFirstOrThrow()
  return { count: reviews, average: averageOf(stars, reviews), ...(hidden > 0 && { hidden }) }
}

type PartReviewsQuery = { sort: ReviewSort; page: number; limit: number }

/** Newest first, or those first that most people found helpful. How many there are stands in the row of the part. */
export async function partReviews(
  db: Db,
  productId: string,
  query: PartReviewsQuery,
): Promise<ReviewsOfPart> {
  const rating = await partRating(db, productId)
  const page = pageOf(query)!
  if (page.offset >= mostCounted) throw refuseRequest('page_too_far', { values: { rows: mostCounted } })
  if (page.offset >= rating.count) return { rating, reviews: [] }
  const rows = await readRows<ReviewRow>(db, ofPart(productId, query.sort), page)
  return { rating, reviews: rows.map(toPartReview) }
}

const ofPart = (productId: string, sort: ReviewSort): KeysetList => ({
  table: 'reviews',
  keys: [sort === 'helpful' ? 'helpful' : 'review_date', 'id'],
  direction: 'desc',
  where: [sql<boolean>`product_id = ${productId}`, isShown],
})

async function partRating(db: Db, productId: string): Promise<PartRating> {
  const row = await db
    .selectFrom('part_ratings')
    .selectAll()
    .where('product_id', '=', productId)
    .executeTakeFirst()
  return row ? toRating(row) : { count: 0, average: null, stars: [0, 0, 0, 0, 0], hidden: 0 }
}

const toRating = ({ one, two, three, four, five, hidden }: PartRatingRow): PartRating => {
  const stars = [one, two, three, four, five]
  const count = stars.reduce((sum, of) => sum + of, 0)
  const sum = stars.reduce((total, of, n) => total + of * (n + 1), 0)
  return { count, average: averageOf(sum, count), stars, hidden }
}

/** What a card says: for those of the parts that have a review. */
export async function ratingsOf({ db, engine }: Pick<Database, 'db' | 'engine'>, productIds: string[]) {
  if (productIds.length === 0) return new Map<string, { average: number; count: number }>()
  const rows = await db
    .selectFrom('part_ratings')
    .selectAll()
    .where(among(engine, 'product_id', productIds))
    .execute()
  return new Map(
    rows.flatMap((row) => {
      const { count, average } = toRating(row)
      return average === null ? [] : [[row.product_id, { average, count }] as const]
    }),
  )
}

export const toReview = (row: ReviewRow): Review => ({
  _id: row.id,
  reviewText: row.review_text,
  rating: row.rating,
  reviewDate: row.review_date,
  author: { name: row.author_name, uid: row.author_id, photo: row.author_photo },
  ...(row.reply && row.replied_at && { reply: { text: row.reply, at: row.replied_at } }),
})

export const toPartReview = (row: ReviewRow): PartReview => ({
  ...toReview(row),
  helpful: row.helpful,
  ...(row.car && { car: row.car }),
  ...(row.edited_at && { editedAt: row.edited_at }),
})

/** Without its author the review stays, unless its author takes it along. What the author marked goes either way. */
export async function leaveReviews(tx: Tx, userId: string, { isDeleting = false } = {}) {
  await tx
    .updateTable('reviews')
    .set((e) => ({ helpful: e('helpful', '-', 1) }))
    .where('id', 'in', (e) =>
      e
        .selectFrom('review_marks')
        .select('review_id')
        .where('user_id', '=', userId)
        .where('kind', '=', 'helpful'),
    )
    .execute()
  await tx.deleteFrom('review_marks').where('user_id', '=', userId).execute()
  if (isDeleting) return tx.deleteFrom('reviews').where('author_id', '=', userId).execute()
  return tx
    .updateTable('reviews')
    .set({
      author_id: null,
      author_name: 'A former customer',
      author_photo: null,
      car: null,
      order_id: null,
    })
    .where('author_id', '=', userId)
    .execute()
}

/** Reviews show the author's present photo. */
export const showAuthorPhoto = (tx: Tx, authorId: string, photo: string | null) =>
  tx.updateTable('reviews').set({ author_photo: photo }).where('author_id', '=', authorId).execute()

export const exportReviews = (db: Db, authorId: string) =>
  db.selectFrom('reviews').selectAll().where('author_id', '=', authorId).execute()

export const exportReviewMarks = (db: Db, userId: string) =>
  db.selectFrom('review_marks').selectAll().where('user_id', '=', userId).execute()
