import { longDay } from '~/platform/dates.ts'
import { countOf } from '~/platform/figures.ts'
import { Icon } from '~/platform/ui/Icon.tsx'
import type { Review, ReviewSummary } from './contract.ts'

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

type Props = { reviews: Review[]; summary: ReviewSummary }

/** On the home page. */
export function CustomerReviews({ reviews, summary }: Props) {
  if (reviews.length === 0) return null
  return (
    <section className="border-y border-line bg-sunken" aria-labelledby="reviews">
      <div className="section">
        <p className="eyebrow">Reviews</p>
        <h2 id="reviews" className="headline mt-2">
          What customers say
        </h2>
        <Average {...summary} />
        <div className="mt-8">
          <ReviewCards reviews={reviews} />
        </div>
        {summary.hidden && <p className="mt-4 text-sm text-muted">Hidden by our rules: {summary.hidden}</p>}
      </div>
    </section>
  )
}

function Average({ count, average }: ReviewSummary) {
  if (average === null) return null
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
      <Stars rating={average} />
      <p>
        <b className="text-ink">{average.toFixed(1)}</b> out of 5, from {countOf(count, 'review')}
      </p>
    </div>
  )
}
