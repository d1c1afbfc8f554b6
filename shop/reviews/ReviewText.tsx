import { longDay } from '~/platform/dates.ts'
import type { PartReview, Review } from './contract.ts'
import { Stars } from './ReviewCards.tsx'

/** Of the shop or a part, with what the shop says to it. */
export function ReviewText({ review }: { review: Review & Partial<PartReview> }) {
  const { rating, reviewText, author, reviewDate, car, editedAt, reply } = review
  return (
    <>
      <Stars rating={rating} />
      <blockquote className="max-w-[68ch] wrap-anywhere whitespace-pre-line">{reviewText}</blockquote>
      <p className="text-sm wrap-anywhere text-muted">
        <strong className="font-semibold text-ink">{author.name}</strong>,{' '}
        <time dateTime={reviewDate}>{longDay(new Date(reviewDate))}</time>
        {editedAt && `, edited ${reply && reply.at < editedAt ? 'after the reply, ' : ''}${day(editedAt)}`}
        {car && <span className="block">for {car}</span>}
      </p>
      {reply && (
        <div className="border-l-2 border-accent pl-3">
          <p className="text-sm font-semibold">The shop replied, {day(reply.at)}</p>
          <p className="max-w-[68ch] wrap-anywhere whitespace-pre-line">{reply.text}</p>
        </div>
      )}
    </>
  )
}

const day = (at: string) => longDay(new Date(at))
