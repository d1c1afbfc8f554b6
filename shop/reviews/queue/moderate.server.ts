import type { ReviewRow } from '~/database/tables.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import { record } from '~/shop/audit/record.server.ts'
import { productsByIds } from '~/shop/catalogue/store.server.ts'
import { emailOf } from '~/shop/identity/users.server.ts'
import type { HideReason } from '../rules.ts'
import { topicsOf } from '../write-review.server.ts'
import { refuseManaged } from './contract.ts'
import { reviewHiddenMail, reviewRepliedMail } from './review-mails.ts'

const now = () => new Date().toISOString()

type Seen = { editedAt: string | null; reports: number }

/** Nothing is wrong with it as it was seen. No page shows that, so none expires. */
export const checkReview = (database: Database, id: string, seen: Seen) =>
  database.change([], async (tx) => {
    const checked = await asSeen(tx, id, seen).set({ checked_at: now() }).returning('id').executeTakeFirst()
    if (!checked) throw await changedMeanwhile(tx, id)
  })

/** For one of the reasons, which its author is mailed; or shown again. What was decided has been looked at. */
export async function hideReview(
  database: Database,
  by: Caller,
  id: string,
  { reason, ...seen }: Seen & { reason: HideReason | null },
) {
  const { product_id } = await reviewRow(database.db, id)
  await database.change(topicsOf(product_id), async (tx) => {
    const at = now()
    const review = await asSeen(tx, id, seen)
      .set({ hidden_at: reason && at, hidden_reason: reason, checked_at: at })
      .returningAll()
      .executeTakeFirst()
    if (!review) throw await changedMeanwhile(tx, id)
    const name = await subjectOf(tx, review)
    await record(tx, by, {
      what: reason ? 'review hidden' : 'review shown',
      subject: name,
      // Not what it says: that may be the very reason, and the trail is for ever.
      details: { review: id, ...(reason && { reason }) },
    })
    const to = await emailOf(tx, review.author_id)
    if (reason && to) await queueMail(tx, reviewHiddenMail(review, { to, name, reason, at }))
  })
}

/** One public reply; another text replaces it, an empty one takes it back. Its author is mailed once. */
export async function replyToReview(
  database: Database,
  by: Caller,
  id: string,
  { reply, seen }: { reply: string; seen: string },
) {
  const { product_id } = await reviewRow(database.db, id)
  await database.change(topicsOf(product_id), async (tx) => {
    const review = await tx
      .updateTable('reviews')
      .set({ reply: reply || null, replied_at: reply ? now() : null })
      .where('id', '=', id)
      .where((e) => e(e.fn.coalesce('reply', e.val('')), '=', seen))
      .returningAll()
      .executeTakeFirst()
    if (!review) {
      const { reply: theirs } = await reviewRow(tx, id)
      throw refuseManaged('reply_changed', { values: { theirs: theirs ?? '' } })
    }
    const name = await subjectOf(tx, review)
    await record(tx, by, {
      what: reply ? 'review answered' : 'reply taken back',
      subject: name,
      details: { review: id, ...(seen ? { reply: { from: seen, to: reply } } : { reply }) },
    })
    const to = await emailOf(tx, review.author_id)
    if (reply && to && !review.hidden_at) await queueMail(tx, reviewRepliedMail(review, { to, name }))
  })
}

const asSeen = (tx: Tx, id: string, { editedAt, reports }: Seen) =>
  tx
    .updateTable('reviews')
    .where('id', '=', id)
    .where('edited_at', editedAt === null ? 'is' : '=', editedAt)
    .where('reports', '=', reports)

async function changedMeanwhile(tx: Tx, id: string) {
  await reviewRow(tx, id)
  return refuseManaged('review_changed')
}

async function reviewRow(db: Db | Tx, id: string) {
  const review = await db.selectFrom('reviews').selectAll().where('id', '=', id).executeTakeFirst()
  if (!review) throw refuseManaged('unknown_review')
  return review
}

/** What it is about. */
async function subjectOf(tx: Tx, { product_id }: ReviewRow) {
  const [product] = product_id ? await productsByIds(tx, [product_id]) : []
  return product?.productName ?? 'the shop'
}
