import { countOf } from '~/platform/figures.ts'
import type { Review, ReviewSummary } from './contract.ts'
import { ReviewCards, Stars } from './ReviewCards.tsx'

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
        <div className="mt-8">
          <ReviewCards reviews={reviews} />
        </div>
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
