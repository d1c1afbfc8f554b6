import { Link } from 'react-router'
import { urls } from '~/shop/urls.ts'
import type { Review } from './contract.ts'
import { ReviewCards } from './ReviewCards.tsx'

/** What customers say of the shop, beside a product. */
export const LatestReviews = ({ reviews, isAdmin }: { reviews: Review[]; isAdmin: boolean }) => (
  <section className="mt-14 grid gap-6 border-t border-line pt-10" aria-labelledby="latest-reviews">
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 id="latest-reviews" className="text-[22px]">
        What customers say
      </h2>
      {!isAdmin && (
        <Link to={urls.addReview()} className="btn btn-quiet">
          Write a review
        </Link>
      )}
    </div>
    {reviews.length > 0 ? (
      <ReviewCards reviews={reviews} />
    ) : (
      <p className="text-muted">No reviews yet. Yours could be the first.</p>
    )}
  </section>
)
