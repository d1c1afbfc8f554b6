import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import { getByHttp } from '~/platform/client/api-context.ts'
import { countOf, formatCount } from '~/platform/figures.ts'
import { toast } from '~/platform/ui/toasts.ts'
import { partReviewRoutes } from '~/shop/account-routes.ts'
import { urls } from '~/shop/urls.ts'
import type { PartRating, PartReview, ReviewsOfPart } from './contract.ts'
import { Stars } from './ReviewCards.tsx'
import { ReviewText } from './ReviewText.tsx'
import type { ReviewSort } from './rules.ts'

type Props = {
  productId: string
  /** The newest ones, which came with the page. */
  first: ReviewsOfPart
  /** For those who have bought it: the way to write one, or to their own. */
  own?: { mayReview: boolean; reviewId?: string | undefined } | undefined
  /** What a reader can do with each. */
  actions?: (review: PartReview) => ReactNode
}

/** On the page of a part: what those say who bought it. */
export function PartReviews({ productId, first, own, actions }: Props) {
  const { rating, shown, sort, isLoading, load } = useReviews(productId, first)
  return (
    <section id="reviews" className="part-reviews" aria-labelledby="part-reviews">
      <div className="grid content-start gap-3">
        <h2 id="part-reviews" className="text-[22px]">
          Reviews
        </h2>
        {rating.average !== null && <Distribution rating={rating} />}
        <p className="text-sm text-muted">
          By customers who bought this part from us. We hide what breaks our rules, never what is only bad.
          {rating.hidden > 0 &&
            ` ${rating.hidden > 1 ? `${formatCount(rating.hidden)} more are` : 'One more is'} hidden by our rules.`}
        </p>
        {own?.mayReview && (
          <Link to={urls.addReview({ part: productId })} className="btn btn-quiet justify-self-start">
            Review this part
          </Link>
        )}
        {own?.reviewId && (
          <Link to={urls.addReview()} className="text-link min-h-11 content-center justify-self-start">
            Your review
          </Link>
        )}
      </div>
      <div className="grid min-w-0 content-start gap-5">
        {rating.count === 0 && <p className="text-muted">Nobody has reviewed this part yet.</p>}
        {rating.count > 1 && <SortChoice sort={sort} onSort={(to) => load(to, 1)} />}
        {shown.length > 0 && (
          <ul className="grid gap-6" aria-busy={isLoading}>
            {shown.map((review) => (
              <li key={review._id} className="grid gap-3 border-b border-line pb-6 last:border-0 last:pb-0">
                <ReviewText review={review} />
                {actions?.(review) ??
                  (review.helpful > 0 && (
                    <p className="text-sm text-muted">
                      {review.helpful === 1
                        ? 'One person found this helpful'
                        : `${formatCount(review.helpful)} people found this helpful`}
                    </p>
                  ))}
              </li>
            ))}
          </ul>
        )}
        {shown.length < rating.count && (
          <button
            type="button"
            className="btn btn-quiet justify-self-start"
            aria-disabled={isLoading}
            onClick={() => load(sort)}
          >
            {isLoading ? 'Loading…' : 'More reviews'}
          </button>
        )}
      </div>
    </section>
  )
}

/** Those that came with the page, until others are asked for. What was written meanwhile is not shown twice. */
function useReviews(productId: string, first: ReviewsOfPart) {
  const [asked, setAsked] = useState<{ sort: ReviewSort; page: number; reviews: PartReview[] }>()
  const [isLoading, setIsLoading] = useState(false)
  const { sort, page, reviews } = asked ?? { sort: 'new' as const, page: 1, reviews: first.reviews }
  async function load(to: ReviewSort, next = page + 1) {
    if (isLoading) return
    setIsLoading(true)
    try {
      const { data } = await getByHttp(partReviewRoutes.listPartReviews, {
        params: { id: productId },
        query: { sort: to, page: next },
      })
      const before = next === 1 ? [] : reviews
      const known = new Set(before.map(({ _id }) => _id))
      setAsked({
        sort: to,
        page: next,
        reviews: [...before, ...data.reviews.filter(({ _id }) => !known.has(_id))],
      })
    } catch {
      toast('error', 'The reviews could not be loaded. Please try again.')
    } finally {
      setIsLoading(false)
    }
  }
  return {
    rating: first.rating,
    shown: reviews,
    sort,
    isLoading,
    load: (to: ReviewSort, next?: number) => void load(to, next),
  }
}

const sortNames: Record<ReviewSort, string> = { new: 'Newest', helpful: 'Most helpful' }

const SortChoice = ({ sort, onSort }: { sort: ReviewSort; onSort: (sort: ReviewSort) => void }) => (
  <fieldset className="flex flex-wrap items-center gap-2">
    <legend className="sr-only">Order of the reviews</legend>
    {(Object.keys(sortNames) as ReviewSort[]).map((name) => (
      <button
        key={name}
        type="button"
        className="btn btn-quiet btn-small aria-pressed:bg-sunken"
        aria-pressed={name === sort}
        onClick={() => name === sort || onSort(name)}
      >
        {sortNames[name]}
      </button>
    ))}
  </fieldset>
)

/** The average, and how many gave so many stars. */
function Distribution({ rating: { average, count, stars } }: { rating: PartRating }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-display text-[36px] leading-none font-bold tabular-nums">
          {average!.toFixed(1)}
        </span>
        <div>
          <Stars rating={average!} />
          <p className="text-sm text-muted">{countOf(count, 'review')}</p>
        </div>
      </div>
      <table className="w-full max-w-xs text-sm tabular-nums">
        <caption className="sr-only">Reviews by their stars</caption>
        <tbody>
          {stars.toReversed().map((of, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a number of stars has no other name than its place
            <tr key={n}>
              <th scope="row" className="w-16 py-0.5 text-left font-normal whitespace-nowrap text-muted">
                {countOf(5 - n, 'star')}
              </th>
              <td className="px-2">
                <svg
                  viewBox="0 0 100 6"
                  preserveAspectRatio="none"
                  className="h-1.5 w-full"
                  aria-hidden="true"
                >
                  <rect width="100" height="6" rx="3" className="fill-sunken" />
                  <rect width={(of / count) * 100} height="6" className="fill-vivid" />
                </svg>
              </td>
              <td className="w-10 text-right">{formatCount(of)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
