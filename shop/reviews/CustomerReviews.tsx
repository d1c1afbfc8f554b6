import { Icon } from '~/platform/ui/Icon.tsx'
import type { Review } from './contract.ts'

const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export function CustomerReviews({ reviews }: { reviews: Review[] }) {
  if (reviews.length === 0) return null
  return (
    <section className="border-y border-line bg-sunken" aria-labelledby="reviews">
      <div className="section">
        <p className="eyebrow">Reviews</p>
        <h2 id="reviews" className="headline mt-2">
          What customers say
        </h2>
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
