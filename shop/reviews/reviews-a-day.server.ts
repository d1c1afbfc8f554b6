import type { Tx } from '~/platform/db/database.server.ts'
import { TooManyRequests } from '~/platform/http/limits/rate-limit.server.ts'
import { days } from '~/platform/time.ts'

const mostReviewsADay = 20

/** One customer must not fill the home page. */
export async function requireBelowDailyLimit(tx: Tx, authorId: string, now = Date.now()) {
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
