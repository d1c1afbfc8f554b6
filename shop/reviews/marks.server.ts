import type { ReviewMarkRow } from '~/database/tables.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { Unauthenticated } from '~/platform/http/endpoint.server.ts'
import { TooManyRequests } from '~/platform/http/limits/rate-limit.server.ts'
import { days } from '~/platform/time.ts'
import { lockIdentity } from '~/shop/identity/store.server.ts'
import { refuse } from './contract.ts'
import type { HideReason } from './rules.ts'
import { mostReportsADay } from './rules.ts'

/**
 * Whether somebody finds a review helpful, as often as they say it. No page expires by it: it shows with the next
 * rendering.
 */
export const markHelpful = (database: Database, reader: Caller, reviewId: string, isHelpful: boolean) =>
  database.change([], async (tx) => {
    await requireIdentityOf(database, tx, reader)
    const changed = isHelpful
      ? await addMark(tx, reader, { reviewId, kind: 'helpful' })
      : await removeMark(tx, reader, reviewId)
    const step = isHelpful ? 1 : -1
    if (changed)
      await tx
        .updateTable('reviews')
        .set((e) => ({ helpful: e('helpful', '+', step) }))
        .where('id', '=', reviewId)
        .execute()
    const review = await foreignReview(tx, reader, reviewId)
    return review.helpful
  })

/** It comes to the top of the list to look through; nothing is hidden by it. */
export const reportReview = (database: Database, reader: Caller, reviewId: string, reason: HideReason) =>
  database.change([], async (tx) => {
    await requireIdentityOf(database, tx, reader)
    const today = await tx
      .selectFrom('review_marks')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('user_id', '=', reader.userId)
      .where('kind', '=', 'reported')
      .where('at', '>', new Date(Date.now() - days(1)).toISOString())
      .executeTakeFirstOrThrow()
    if (Number(today.count) >= mostReportsADay)
      throw new TooManyRequests(
        days(1) / 1000,
        `You have reported ${mostReportsADay} reviews today. Please report the next one tomorrow.`,
      )
    const isNew = await addMark(tx, reader, { reviewId, kind: 'reported', reason })
    if (isNew)
      await tx
        .updateTable('reviews')
        .set((e) => ({ reports: e('reports', '+', 1), checked_at: null }))
        .where('id', '=', reviewId)
        .execute()
    else await foreignReview(tx, reader, reviewId)
  })

/** One after the other, so that they are counted; and not for somebody who is deleted at this moment. */
async function requireIdentityOf(database: Database, tx: Tx, { userId }: Caller) {
  if (!(await lockIdentity(database, tx, userId))) throw new Unauthenticated()
}

type Mark = { reviewId: string; kind: ReviewMarkRow['kind']; reason?: HideReason }

/** The statement itself leaves out one's own review and what is hidden, and the key what was marked before. */
async function addMark(tx: Tx, { userId }: Caller, { reviewId, kind, reason }: Mark) {
  const added = await tx
    .insertInto('review_marks')
    .columns(['review_id', 'user_id', 'kind', 'at', 'reason'])
    .expression((e) =>
      e
        .selectFrom('reviews')
        .select((s) => [
          'id',
          s.val(userId).as('user_id'),
          s.val(kind).as('kind'),
          s.val(new Date().toISOString()).as('at'),
          s.val(reason ?? null).as('reason'),
        ])
        .where('id', '=', reviewId)
        .where('hidden_at', 'is', null)
        .where((w) => w.or([w('author_id', 'is', null), w('author_id', '<>', userId)])),
    )
    .onConflict((c) => c.doNothing())
    .returning('review_id')
    .executeTakeFirst()
  return added !== undefined
}

async function removeMark(tx: Tx, { userId }: Caller, reviewId: string) {
  const { numDeletedRows } = await tx
    .deleteFrom('review_marks')
    .where('review_id', '=', reviewId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'helpful')
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** One that the reader can see and has not written; else says why not. */
async function foreignReview(db: Db | Tx, { userId }: Caller, id: string) {
  const review = await db
    .selectFrom('reviews')
    .select(['author_id', 'helpful'])
    .where('id', '=', id)
    .where('hidden_at', 'is', null)
    .executeTakeFirst()
  if (!review) throw refuse('unknown_review')
  if (review.author_id === userId) throw refuse('your_own_review')
  return review
}

/** Which of the reviews of a part somebody found helpful. */
export async function helpfulFor(db: Db, userId: string, productId: string) {
  const rows = await db
    .selectFrom('review_marks')
    .innerJoin('reviews', 'reviews.id', 'review_marks.review_id')
    .select('review_id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'helpful')
    .where('product_id', '=', productId)
    .execute()
  return rows.map(({ review_id }) => review_id)
}
