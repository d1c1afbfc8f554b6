import { longDay } from '~/platform/dates.ts'
import type { Review } from './contract.ts'
import { Stars } from './Stars.tsx'

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
