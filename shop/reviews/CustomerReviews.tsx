import { Icon } from '~/platform/ui/Icon.tsx'
import type { Review, ReviewSummary } from './contract.ts'

const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

type Props = { reviews: Review[]; summary: ReviewSummary }

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
        <ul className="mt-8 grid gap-6 md:grid-cols-2 lg:grid-cols-3">
          {reviews.map((review) => (
            <li key={review._id} className="panel flex flex-col gap-4 p-6">
              <Stars rating={review.rating} />
              <blockquote className="flex-1">{review.reviewText}</blockquote>
              <p className="text-sm text-muted">
                <strong className="font-semibold text-ink">{review.author.name}</strong>,{' '}
                <time dateTime={review.reviewDate}>{date.format(new Date(review.reviewDate))}</time>
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const numbers = new Intl.NumberFormat('en-US')

function Average({ count, average }: ReviewSummary) {
  if (average === null) return null
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
      <span className="font-display text-[22px] font-bold text-ink">{average.toFixed(1)}</span>
      <span className="flex gap-0.5 text-accent-text" aria-hidden="true">
        {[1, 2, 3, 4, 5].map((n) => (
          <Icon key={n} name="star" filled={n <= Math.round(average)} />
        ))}
      </span>
      out of 5, from {numbers.format(count)} {count === 1 ? 'review' : 'reviews'}
    </p>
  )
}

export function Stars({ rating }: { rating: number }) {
  return (
    <p className="flex gap-0.5 text-accent-text">
      <span className="sr-only">{rating} out of 5 stars</span>
      {[1, 2, 3, 4, 5].map((n) => (
        <Icon key={n} name="star" filled={n <= rating} />
      ))}
    </p>
  )
}
