import type { Topic } from '~/database/topics.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { Unauthenticated } from '~/platform/http/endpoint.server.ts'
import { TooManyRequests } from '~/platform/http/limits/rate-limit.server.ts'
import { newId } from '~/platform/id.ts'
import { days } from '~/platform/time.ts'
import { sharedProductRow } from '~/shop/catalogue/store.server.ts'
import { lockIdentity } from '~/shop/identity/store.server.ts'
import { photoOf } from '~/shop/identity/users.server.ts'
import { boughtParts } from '~/shop/orders/bought.server.ts'
import type { AddReview, EditReview } from './contract.ts'
import { refuse } from './contract.ts'
import { mostReviewsADay } from './rules.ts'

const now = () => new Date().toISOString()

/** What shows a review: pages about the shop, or its part with all cards of it. */
export const topicsOf = (productId: string | null | undefined): readonly Topic[] =>
  productId ? ['part_ratings'] : ['reviews_total']

export const addReview = (database: Database, author: Caller, review: AddReview) =>
  database.change(topicsOf(review.productId), async (tx) => {
    // Locked, so that parallel reviews are counted one after the other.
    if (!(await lockIdentity(database, tx, author.userId))) throw new Unauthenticated()
    const proof = review.productId
      ? await proofOf(database, tx, author, review.productId, review)
      : { product_id: null, order_id: null, car: null }
    await requireBelowDailyLimit(tx, author.userId)
    const inserted = await tx
      .insertInto('reviews')
      .values({
        id: newId(),
        review_text: review.reviewText,
        rating: review.rating,
        review_date: now(),
        author_id: author.userId,
        author_name: author.name,
        author_photo: photoOf(tx, author.userId),
        ...proof,
      })
      // An index has one row for a person and a part.
      .onConflict((c) => c.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) throw refuse('reviewed_already')
    return inserted.id
  })

/** By what its author has bought the part, and the car that it was for if that is to be said. */
async function proofOf(
  database: Database,
  tx: Tx,
  author: Caller,
  productId: string,
  { withCar }: { withCar: boolean },
) {
  const product = await sharedProductRow(database, tx, productId)
  if (product?.visibility !== 'shown') throw refuse('unknown_part')
  const [bought] = await boughtParts(tx, author.userId, productId)
  if (!bought) throw refuse('not_bought')
  return {
    product_id: productId,
    order_id: bought.orderId,
    car: withCar ? (bought.car ?? null) : null,
  }
}

/** One customer must not fill the home page. */
async function requireBelowDailyLimit(tx: Tx, authorId: string) {
  const at = Date.now()
  const today = await tx
    .selectFrom('reviews')
    .select('review_date')
    .where('author_id', '=', authorId)
    .where('review_date', '>', new Date(at - days(1)).toISOString())
    .orderBy('review_date', 'desc')
    .limit(mostReviewsADay)
    .execute()
  if (today.length < mostReviewsADay) return
  const freeAt = Date.parse(today.at(-1)!.review_date) + days(1)
  throw new TooManyRequests(
    Math.max(1, Math.ceil((freeAt - at) / 1000)),
    `You have written ${mostReviewsADay} reviews today. Please write the next one tomorrow.`,
  )
}

/** What was hidden stays so until somebody of the shop has looked at what it says now. */
export async function editReview(database: Database, author: Caller, id: string, review: EditReview) {
  const { product_id } = await ownReview(database.db, author, id)
  await database.change(topicsOf(product_id), async (tx) => {
    const [bought] = product_id && review.withCar ? await boughtParts(tx, author.userId, product_id) : []
    const { numUpdatedRows } = await tx
      .updateTable('reviews')
      .set({
        review_text: review.reviewText,
        rating: review.rating,
        car: bought?.car ?? null,
        edited_at: now(),
        checked_at: null,
      })
      .where('id', '=', id)
      .where('author_id', '=', author.userId)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw refuse('unknown_review')
  })
}

export async function deleteReview(database: Database, author: Caller, id: string) {
  const { product_id } = await ownReview(database.db, author, id)
  await database.change(topicsOf(product_id), async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('reviews')
      .where('id', '=', id)
      .where('author_id', '=', author.userId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw refuse('unknown_review')
  })
}

async function ownReview(db: Db, { userId }: Caller, id: string) {
  const review = await db
    .selectFrom('reviews')
    .select(['author_id', 'product_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!review) throw refuse('unknown_review')
  if (review.author_id !== userId) throw refuse('not_your_review')
  return review
}
