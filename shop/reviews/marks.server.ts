import type { ReviewMarkRow } from '~/database/tables.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { Unauthenticated } from '~/platform/http/endpoint.server.ts'
import { TooManyRequests } from '~/platform/http/limits/rate-limit.server.ts'
import { days } from '~/platform/time.ts'
import { lockIdentity, lockUser, requireIdentity } from '~/shop/identity/store.server.ts'
import { refuse } from './contract.ts'
import type { HideReason } from './rules.ts'
import { mostReportsADay } from './rules.ts'

/** Of whom it comes, what it is about, and when. */
type Vote = { userId: string; reviewId: string; at: string }

/**
 * Whether somebody finds a review helpful, as often as they say it. No page expires by it: it shows with the next
 * rendering. One batch, since many may vote while others order.
 */
export function createVotes(database: Database) {
  const { db } = database
  const step = (by: 1 | -1, { reviewId }: Vote) => ({
    statement: db
      .updateTable('reviews')
      .set((e) => ({ helpful: e('helpful', '+', by) }))
      .where('id', '=', reviewId)
      .returning('id'),
    rows: 1,
  })
  const alive = ({ userId }: Vote) => ({ statement: lockUser(database, db, userId), rows: 1 })
  const mark = database.changeBatch([], (vote: Vote) => [
    [alive(vote), { statement: insertMark(db, { ...vote, kind: 'helpful' }), rows: 1 }, step(1, vote)],
  ])
  const unmark = database.changeBatch([], (vote: Vote) => [
    [alive(vote), { statement: deleteMark(db, vote), rows: 1 }, step(-1, vote)],
  ])
  return async function vote({ userId }: Caller, reviewId: string, isHelpful: boolean) {
    const isNew = await (isHelpful ? mark : unmark)({ userId, reviewId, at: new Date().toISOString() })
    if (!isNew) await requireIdentity(database, db, userId)
    return (await foreignReview(db, userId, reviewId)).helpful
  }
}

/** It comes to the top of the list to look through; nothing is hidden by it. One after the other, so that they are counted. */
export const reportReview = (database: Database, reader: Caller, reviewId: string, reason: HideReason) =>
  database.change([], async (tx) => {
    if (!(await lockIdentity(database, tx, reader.userId))) throw new Unauthenticated()
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
    const at = new Date().toISOString()
    const mark = { userId: reader.userId, reviewId, at, kind: 'reported' as const, reason }
    if (await insertMark(tx, mark).executeTakeFirst())
      await tx
        .updateTable('reviews')
        .set((e) => ({ reports: e('reports', '+', 1), checked_at: null }))
        .where('id', '=', reviewId)
        .execute()
    else await foreignReview(tx, reader.userId, reviewId)
  })

type Mark = { userId: string; reviewId: string; at: string; kind: ReviewMarkRow['kind']; reason?: HideReason }

/** The statement itself leaves out one's own review and what is hidden, and the key what was marked before. */
const insertMark = (db: Db | Tx, { userId, reviewId, at, kind, reason }: Mark) =>
  db
    .insertInto('review_marks')
    .columns(['review_id', 'user_id', 'kind', 'at', 'reason'])
    .expression((e) =>
      e
        .selectFrom('reviews')
        .select((s) => [
          'id',
          s.val(userId).as('user_id'),
          s.val(kind).as('kind'),
          s.val(at).as('at'),
          s.val(reason ?? null).as('reason'),
        ])
        .where('id', '=', reviewId)
        .where('hidden_at', 'is', null)
        .where((w) => w.or([w('author_id', 'is', null), w('author_id', '<>', userId)])),
    )
    .onConflict((c) => c.doNothing())
    .returning('review_id')

const deleteMark = (db: Db, { userId, reviewId }: Vote) =>
  db
    .deleteFrom('review_marks')
    .where('review_id', '=', reviewId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'helpful')
    .returning('review_id')

/** One that the reader can see and has not written; else says why not. */
async function foreignReview(db: Db | Tx, userId: string, id: string) {
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
