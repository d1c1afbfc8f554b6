import { longDay } from '~/platform/dates.ts'
import { Icon } from '~/platform/ui/Icon.tsx'
import type { Review } from './contract.ts'

export const ReviewCards = ({ reviews }: { reviews: Review[] }) => (
  <ul className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
    {reviews.map((review) => (
      <li key={review._id} className="panel flex flex-col gap-4 p-6">
        <Stars rating={review.rating} />
        <blockquote className="flex-1 whitespace-pre-line">{review.reviewText}</blockquote>
        <p className="text-sm text-muted">
          <strong className="font-semibold text-ink">{review.author.name}</strong>,{' '}
          <time dateTime={review.reviewDate}>{longDay(new Date(review.reviewDate))}</time>
        </p>
      </li>
    ))}
  </ul>
)

/** In halves: an average of 4.5 is four and a half stars. */
export function Stars({ rating }: { rating: number }) {
  const halves = Math.round(rating * 2)
  return (
    <p className="flex gap-0.5 text-accent-text">
      <span className="sr-only">{`${rating} out of 5 stars`}</span>
      {[1, 2, 3, 4, 5].map((n) => (
        <Icon key={n} name={halves === 2 * n - 1 ? 'star-half' : 'star'} filled={halves >= 2 * n} />
      ))}
    </p>
  )
}
