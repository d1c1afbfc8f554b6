import { Link } from 'react-router'
import { urls } from '~/shop/urls.ts'
import type { Review } from './contract.ts'
import { ReviewCards } from './ReviewCards.tsx'

/** Reviews of the shop, on the page of a product. */
export const LatestReviews = ({ reviews, isOfStaff }: { reviews: Review[]; isOfStaff: boolean }) => (
  <section className="mt-14 grid gap-6 border-t border-line pt-10" aria-labelledby="latest-reviews">
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="grid gap-1">
        <h2 id="latest-reviews" className="text-[22px]">
          About the shop
        </h2>
        <p className="text-muted">What customers say about ordering from us, not about this part.</p>
      </div>
      {!isOfStaff && (
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
