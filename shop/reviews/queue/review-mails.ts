import type { ReviewRow } from '~/database/tables.ts'
import { mailBody, quoted } from '~/platform/mail/paragraphs.ts'
import { urls } from '~/shop/urls.ts'
import type { HideReason } from '../rules.ts'
import { hideReasons } from '../rules.ts'

/** What it is about, in words. */
type To = { to: string; name: string }

export const reviewHiddenMail = (
  review: ReviewRow,
  { to, name, reason, at }: To & { reason: HideReason; at: string },
) => ({
  to,
  subject: 'Your review is not shown',
  isSigned: true,
  ...mailBody([
    `Hello ${review.author_name},`,
    `we do not show your review of ${name} any more:`,
    quoted(review.review_text),
    `${hideReasons[reason]}. You can edit or delete it; what you change is looked at again.`,
    urls.addReview(),
  ]),
  event: `review:${review.id}:hidden:${at}`,
})

/** Once, however often the words of the reply are mended. */
export const reviewRepliedMail = (review: ReviewRow, { to, name }: To) => ({
  to,
  subject: 'The shop has replied to your review',
  isSigned: true,
  ...mailBody([
    `Hello ${review.author_name},`,
    `you reviewed ${name}:`,
    quoted(review.review_text),
    'Our reply, which everybody can read below it:',
    review.reply!,
    review.product_id ? urls.product(review.product_id) : urls.addReview(),
  ]),
  event: `review:${review.id}:replied`,
})
